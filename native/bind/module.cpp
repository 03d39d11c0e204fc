#include "bind.hpp"

NB_MODULE(_native, module) {
    // A program may end while a search still runs on a thread of its own: what that holds is then
    // never given back, and nobody need read of it.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled core of dropfour. Use the classes of `dropfour`, not these.";
    dropfour::bind_rules(module);
    dropfour::bind_position(module);
    dropfour::bind_report(module);
    dropfour::bind_evaluation(module);
    dropfour::bind_alphabeta(module);
    dropfour::bind_playout(module);
    dropfour::bind_uct(module);
    dropfour::bind_batch(module);
    dropfour::bind_book(module);
    dropfour::bind_solver(module);
}

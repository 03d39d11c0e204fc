// The exact solver as Python has it: threads take turns with it.
#pragma once

#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "bind.hpp"
#include "book.hpp"
#include "solver/solver.hpp"
#include "supervise.hpp"

namespace dropfour {

class SharedSolver {
  public:
    SharedSolver(const State& start, std::size_t max_bytes, const BookOverBuffer* book)
        : rules(start.rules),
          book_(book ? &book->book() : nullptr),
          solver_(start.board, max_bytes, book_) {}

    // While it lives no other thread has the solver. `go_on()` is asked now and then for as long as
    // another one has it; if it says no, this one does without.
    class Hold {
      public:
        template <class GoOn>
        Hold(SharedSolver& shared, Control* control, const GoOn& go_on) : shared_(shared) {
            if (shared_.holder_ == std::this_thread::get_id())
                throw std::runtime_error("the solver is at work already, for this very thread");
            for (have_ = shared_.mutex_.try_lock(); !have_ && go_on();) {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                const nb::gil_scoped_release release;
                have_ = shared_.mutex_.try_lock_for(heartbeat);
            }
            if (!have_) return;
            shared_.holder_ = std::this_thread::get_id();
            shared_.control_ = control;
        }
        ~Hold() {
            if (!have_) return;
            shared_.control_ = nullptr;
            shared_.holder_ = {};
            shared_.mutex_.unlock();
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

        explicit operator bool() const { return have_; }
        Solver& solver() const { return shared_.solver_; }

      private:
        SharedSolver& shared_;
        bool have_ = false;
    };
    Hold hold(Control* control = nullptr) {
        return {*this, control, [] { return true; }};
    }

    // What is proven when the search ends: solved, out of time, or told to stop.
    Solution attempt(const State& state, Task task, Control& control, nb::object progress);

    // Ends a running call.
    void stop() {
        if (control_) control_->stop();
    }

    std::size_t table_bytes() const { return solver_.table_bytes(); }

    const nb::object rules;

  private:
    const Book* const book_;
    Solver solver_;
    std::timed_mutex mutex_;
    std::thread::id holder_;      // of the mutex; like all but that it is kept by the GIL
    Control* control_ = nullptr;  // of the running call
};

// What a search has proven, finished or not.
struct Attempt {
    Solution found;
};

void bind_solution(nb::module_& module);

}  // namespace dropfour

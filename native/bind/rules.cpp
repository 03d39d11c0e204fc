#include "bind.hpp"

namespace dropfour {

void bind_rules(nb::module_& module) {
    module.def(
        "start",
        [](std::vector<int> heights, std::vector<Cell> dead, std::vector<Cell> blocked,
           std::vector<Cell> bonus, std::vector<Pattern> patterns, bool until_full) {
            return State{start(Rules{std::move(heights), std::move(dead), std::move(blocked),
                                     std::move(bonus), std::move(patterns),
                                     until_full ? Ending::full_board : Ending::first_pattern})};
        },
        nb::kw_only(), nb::arg("heights"), nb::arg("dead"), nb::arg("blocked"), nb::arg("bonus"),
        nb::arg("patterns"), nb::arg("until_full"),
        "The empty board of validated rules, compiled.");
}

}  // namespace dropfour

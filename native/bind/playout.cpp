// Random numbers, random games, and flat Monte Carlo.
#include "names.hpp"
#include "supervise.hpp"

namespace dropfour {
namespace {

nb::tuple run_playouts(const State& state, std::uint64_t first, std::uint64_t count, Policy policy,
                       std::optional<std::vector<int>> weights, std::uint64_t seed, int threads,
                       Kernel kernel) {
    const PlayoutSettings settings{policy, std::move(weights).value_or(std::vector<int>{}), seed,
                                   threads, kernel};
    Control control;
    const Totals totals = supervise(control, Watch{0, nb::none()}, [&] {
        return playouts(state.board, settings, first, count, control);
    });
    return nb::make_tuple(totals.first_wins, totals.draws, totals.second_wins);
}

Report run_monte_carlo(const State& state, Allocation allocation, std::uint64_t total,
                       std::uint64_t per_candidate, double seconds, Policy policy,
                       std::optional<std::vector<int>> weights, std::uint64_t seed, int threads,
                       bool win_at_once, Control& control, nb::object progress) {
    const MonteCarloSettings settings{
        {policy, std::move(weights).value_or(std::vector<int>{}), seed, threads},
        allocation,
        total,
        per_candidate,
        win_at_once};
    return supervise(control, Watch{seconds, std::move(progress)},
                     [&] { return monte_carlo(state.board, settings, control); });
}

}  // namespace

void bind_playout(nb::module_& module) {
    module.def(
        "random_below",
        [](std::uint64_t seed, std::uint64_t number, int n) {
            return Stream(seed, number).below(n);
        },
        nb::arg("seed"), nb::arg("number"), nb::arg("n"),
        "The first draw below n of the random stream (seed, number).");
    module.def("kernels", &kernels, "What this processor can run of the playouts' code.");
    module.def("playouts", &run_playouts, nb::arg("state"), nb::kw_only(), nb::arg("first") = 0,
               nb::arg("count"), nb::arg("policy"), nb::arg("weights") = nb::none(),
               nb::arg("seed") = 0, nb::arg("threads") = 1, nb::arg("kernel") = Kernel::automatic,
               nb::sig("def playouts(state: State, *, first: int = 0, count: int, policy: str, "
                       "weights: collections.abc.Sequence[int] | None = None, seed: int = 0, "
                       "threads: int = 1, kernel: str = 'auto') -> tuple[int, int, int]"),
               "First wins, draws and second wins of the playouts from number `first` on.");
    module.def("monte_carlo", &run_monte_carlo, nb::arg("state"), nb::kw_only(),
               nb::arg("allocation"), nb::arg("total"), nb::arg("per_candidate"),
               nb::arg("seconds"), nb::arg("policy"), nb::arg("weights").none(), nb::arg("seed"),
               nb::arg("threads"), nb::arg("win_at_once"), nb::arg("control"),
               nb::arg("progress").none(), "Flat Monte Carlo; a limit of 0 is none.");
}

}  // namespace dropfour

#include "playout/playout.hpp"

#include "bind.hpp"
#include "playout/montecarlo.hpp"
#include "supervise.hpp"

namespace dropfour {
namespace {

// Names of the members of an enumeration, in its order.
constexpr const char* policy_names[] = {"uniform", "wins", "weighted"};
constexpr const char* kernel_names[] = {"auto", "scalar", "avx2", "avx512"};
constexpr const char* allocation_names[] = {"even", "ucb1", "halving"};

template <class Enum, std::size_t size>
Enum named(const std::string& name, const char* const (&names)[size], const char* what) {
    for (std::size_t i = 0; i < size; ++i)
        if (name == names[i]) return static_cast<Enum>(i);
    std::string message = std::string("there is no ") + what + " '" + name + "', only ";
    for (std::size_t i = 0; i < size; ++i) message += (i == 0 ? "" : ", ") + std::string(names[i]);
    throw nb::value_error(message.c_str());
}

PlayoutSettings settings_for(const State& state, const std::string& policy,
                             std::optional<std::vector<int>> weights, std::uint64_t seed,
                             int threads, const std::string& kernel) {
    const int columns =
        std::visit([](const auto& board) { return board.geometry->columns; }, state.board);
    PlayoutSettings settings{named<Policy>(policy, policy_names, "policy"),
                             weights ? *std::move(weights) : centre_weights(columns), seed, threads,
                             named<Kernel>(kernel, kernel_names, "kernel")};
    const std::vector<Kernel> have = kernels();
    if (settings.kernel != Kernel::automatic &&
        std::find(have.begin(), have.end(), settings.kernel) == have.end())
        throw nb::value_error("this processor cannot run that kernel");
    return settings;
}

nb::tuple run_playouts(const State& state, std::uint64_t first, std::uint64_t count,
                       const std::string& policy, std::optional<std::vector<int>> weights,
                       std::uint64_t seed, int threads, const std::string& kernel) {
    const PlayoutSettings settings =
        settings_for(state, policy, std::move(weights), seed, threads, kernel);
    Control control;
    const Totals totals = supervise(control, Watch{0, nb::none()}, [&] {
        return playouts(state.board, settings, first, count, control);
    });
    return nb::make_tuple(totals.first_wins, totals.draws, totals.second_wins);
}

Report run_monte_carlo(const State& state, const std::string& allocation, std::uint64_t total,
                       std::uint64_t per_candidate, double seconds, const std::string& policy,
                       std::optional<std::vector<int>> weights, std::uint64_t seed, int threads,
                       bool win_at_once, Control& control, nb::object progress) {
    const MonteCarloSettings settings{
        settings_for(state, policy, std::move(weights), seed, threads, "auto"),
        named<Allocation>(allocation, allocation_names, "allocation"), total, per_candidate,
        win_at_once};
    return supervise(control, Watch{seconds, std::move(progress)},
                     [&] { return monte_carlo(state.board, settings, control); });
}

std::vector<std::string> run_kernels() {
    std::vector<std::string> names;
    for (const Kernel kernel : kernels())
        names.emplace_back(kernel_names[static_cast<std::size_t>(kernel)]);
    return names;
}

}  // namespace

void bind_playout(nb::module_& module) {
    module.def("kernels", &run_kernels, "What this processor can run of the playouts' code.");
    module.def("playouts", &run_playouts, nb::arg("state"), nb::kw_only(), nb::arg("first") = 0,
               nb::arg("count"), nb::arg("policy"), nb::arg("weights") = nb::none(),
               nb::arg("seed") = 0, nb::arg("threads") = 1, nb::arg("kernel") = "auto",
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

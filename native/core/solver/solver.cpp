#include "solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "inquiry.hpp"
#include "search/cpu.hpp"
#include "tuning.hpp"

namespace dropfour {

namespace {

template <int N>
std::unique_ptr<Engine<N>> engine_for(const Board<N>& board, std::size_t bytes, bool with_bans) {
#if defined(__x86_64__)
    if constexpr (N <= 2)
        if (has_avx2()) return make_engine_avx2(board.geometry, bytes, with_bans);
#endif
    return make_engine(board.geometry, bytes, with_bans);
}

AnyWords<TeamPointer> team_for(const AnyBoard& board, std::size_t bytes, bool with_bans) {
    return std::visit(
        [&]<int N>(const Board<N>& b) -> AnyWords<TeamPointer> {
            return std::make_unique<Team<N>>(engine_for(b, bytes, with_bans));
        },
        board);
}

bool has_bans(const AnyBoard& board) {
    return read(board, [](const auto& geometry, const auto& position) {
        return geometry.bonus.any() || position.banning || position.bans(geometry).any();
    });
}

}  // namespace

Solver::Solver(const AnyBoard& rules, std::size_t table_bytes, const Book* book)
    : rules_(rules),
      max_bytes_(table_bytes),
      book_(book),
      with_bans_(has_bans(rules)),
      team_(team_for(rules_, max_bytes_, with_bans_)) {}

Solver::~Solver() = default;

Solution Solver::solve(const AnyBoard& position, const Task& task, Control& control) {
    if (!with_bans_ && has_bans(position)) {  // set up with bans under rules that make none
        with_bans_ = true;
        std::visit([](auto& team) { team.reset(); }, team_);
        team_ = team_for(rules_, max_bytes_, true);
    }
    return std::visit(
        [&]<int N>(const Board<N>& board) {
            Team<N>& team = *std::get<TeamPointer<N>>(team_);
            return Inquiry<N>(board, team, book_, task, control).answer();
        },
        position);
}

std::optional<Solution> Solver::solve_at_once(const AnyBoard& position, Task& task,
                                              Control& control) {
    if (!std::holds_alternative<Board<1>>(position)) return std::nullopt;
    std::uint64_t nodes = AtOnceTuning::nodes;
    if (task.nodes > 0) nodes = std::min(nodes, task.nodes);
    if (task.seconds > 0)
        nodes = std::min(nodes, static_cast<std::uint64_t>(
                                    1 + AtOnceTuning::nodes_a_second_of_limit * task.seconds));
    Task first = task;
    first.nodes = nodes;
    control.renew();
    Solution found = solve(position, first, control);
    if (found.solved || first.nodes == task.nodes) return found;
    task.spent = found.nodes;
    return std::nullopt;
}

void Solver::clear() {
    std::visit([](auto& team) { team->clear(); }, team_);
}

std::size_t Solver::table_bytes() const {
    return std::visit([](const auto& team) { return team->table_bytes(); }, team_);
}

Report Solution::report() const {
    Report report;
    report.nodes = nodes;
    report.line = line;
    report.from_book = from_book;
    const auto worth = [](const ColumnScore& c) {  // by proof, else by estimate
        return std::clamp(c.estimate, static_cast<double>(sign(c.score.lower)),
                          static_cast<double>(sign(c.score.upper)));
    };
    const auto rank = [&](const ColumnScore& c) {
        const bool proven = std::count(best.begin(), best.end(), c.column) > 0;
        return std::tuple(proven, worth(c), c.score.lower, c.score.upper,
                          -std::abs(2 * c.column - (board_columns - 1)));
    };
    for (const ColumnScore& c : columns) {
        ColumnReport& entry = report.columns.emplace_back();
        entry.column = c.column;
        entry.value_for_mover = worth(c);
        entry.exact = exact(c.score);
    }
    const auto chosen =
        std::max_element(columns.begin(), columns.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    if (chosen != columns.end()) report.best = chosen->column;
    return report;
}

}  // namespace dropfour

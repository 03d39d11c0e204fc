#include "solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "inquiry.hpp"
#include "search/cpu.hpp"
#include "tuning.hpp"

namespace dropfour {

namespace {

AnyWords<EnginePointer> engine_for(const AnyBoard& board, std::size_t bytes, bool with_bans) {
    return std::visit(
        [&]<int N>(const Board<N>& b) -> AnyWords<EnginePointer> {
#if defined(__x86_64__)
            if constexpr (N <= 2)
                if (has_avx2()) return make_engine_avx2(b.geometry, bytes, with_bans);
#endif
            return make_engine(b.geometry, bytes, with_bans);
        },
        board);
}

bool has_bans(const AnyBoard& board) {
    return read(board, [](const auto& geometry, const auto& position) {
        return geometry.bonus.any() || position.banning || position.bans(geometry).any();
    });
}

int free_cells(const AnyBoard& board) {
    return read(board, [](const auto& geometry, const auto& position) {
        return geometry.free_cells(position.occupied);
    });
}

}  // namespace

std::size_t useful_table_bytes(std::size_t max_bytes, const Task& task) {
    using T = TableTuning;
    double useful = static_cast<double>(max_bytes);
    if (task.nodes > 0)
        useful = std::min(useful, T::bytes_a_node * static_cast<double>(task.nodes));
    if (task.seconds > 0)
        useful =
            std::min(useful, T::bytes_a_node * T::nodes_a_second * task.threads * task.seconds);
    return std::max(T::smallest_bytes, static_cast<std::size_t>(useful));
}

std::size_t useful_table_bytes(std::size_t max_bytes, const Task& task, const AnyBoard& position) {
    using T = TableTuning;
    const auto [by_points, bonus] = read(position, [](const auto& geometry, const auto&) {
        return std::pair(geometry.ending == Ending::full_board, geometry.bonus.any());
    });
    const int columns = static_cast<int>(legal_columns(position).size());
    const int easy_cells = (by_points ? T::easy_cells_by_points : T::easy_cells) -
                           std::max(0, columns - T::easy_columns) - (bonus ? T::bonus_as_cells : 0);
    const int doublings = std::clamp((free_cells(position) - easy_cells) * 2 / 3, 0, 40);
    return useful_table_bytes(std::min(max_bytes, T::smallest_bytes << doublings), task);
}

Solver::Solver(const AnyBoard& rules, std::size_t table_bytes, const Book* book)
    : rules_(rules),
      max_bytes_(table_bytes),
      book_(book),
      with_bans_(has_bans(rules)),
      engine_(engine_for(rules_, max_bytes_, with_bans_)) {}

Solver::~Solver() = default;

Solution Solver::solve(const AnyBoard& position, const Task& task, Control& control) {
    if (!with_bans_ && has_bans(position)) {  // set up with bans under rules that make none
        with_bans_ = true;
        std::visit([](auto& engine) { engine.reset(); }, engine_);
        engine_ = engine_for(rules_, max_bytes_, true);
    }
    return std::visit(
        [&]<int N>(const Board<N>& board) {
            Engine<N>& engine = *std::get<EnginePointer<N>>(engine_);
            return Inquiry<N>(board, engine, book_, task, control).answer();
        },
        position);
}

std::optional<Solution> Solver::solve_at_once(const AnyBoard& position, Task& task,
                                              Control& control) {
    const bool limited = task.nodes != 0 || task.seconds > 0;
    const bool quick = std::holds_alternative<Board<1>>(position) &&
                       (free_cells(position) <= AtOnceTuning::free_cells ||
                        (!limited && table_bytes() <= AtOnceTuning::table_bytes));
    if (!quick) return std::nullopt;
    Task first = task;
    first.nodes = std::min(task.nodes == 0 ? AtOnceTuning::nodes : task.nodes, AtOnceTuning::nodes);
    control.renew();
    Solution found = solve(position, first, control);
    if (found.solved || first.nodes == task.nodes) return found;
    task.spent = found.nodes;
    return std::nullopt;
}

void Solver::clear() {
    std::visit([](auto& engine) { engine->clear(); }, engine_);
}

std::size_t Solver::table_bytes() const {
    return std::visit([](const auto& engine) { return engine->table_bytes(); }, engine_);
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
        entry.exact = result_of(c.score, left, ending, weak);
    }
    const auto chosen =
        std::max_element(columns.begin(), columns.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    if (chosen != columns.end()) report.best = chosen->column;
    return report;
}

}  // namespace dropfour

#include "solver.hpp"

#include <algorithm>
#include <cstdlib>

#include "engines.hpp"

namespace dropfour {

bool has_avx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

namespace {

std::unique_ptr<Solver::Engine> engine_for(const AnyBoard& board, std::size_t bytes,
                                           bool with_bans) {
    return std::visit(
        [&]<int N>(const Board<N>& b) {
#if defined(__x86_64__)
            if constexpr (N <= 2)
                if (has_avx2()) return engine_avx2(b.geometry, bytes, with_bans);
#endif
            return engine<N>(b.geometry, bytes, with_bans);
        },
        board);
}

bool has_bans(const AnyBoard& board) {
    return std::visit(
        []<int N>(const Board<N>& b) {
            return b.geometry->bonus.any() || b.position.banning ||
                   b.position.bans(*b.geometry).any();
        },
        board);
}

}  // namespace

Solver::Solver(const AnyBoard& rules, std::size_t table_bytes)
    : max_bytes_(table_bytes), rules_(rules), with_bans_(has_bans(rules)) {
    engine_ = engine_for(rules_, max_bytes_, with_bans_);
}

Solver::~Solver() = default;

Solution Solver::solve(const AnyBoard& position, const Task& task, Control& control) {
    if (!with_bans_ && has_bans(position)) {  // set up with bans under rules that make none
        with_bans_ = true;
        engine_.reset();
        engine_ = engine_for(rules_, max_bytes_, true);
    }
    return engine_->solve(position, task, control);
}

void Solver::clear() {
    engine_->clear();
}

std::size_t Solver::table_bytes() const {
    return engine_->table_bytes();
}

Report Solution::report() const {
    Report report;
    report.nodes = nodes;
    report.line = line;
    const ColumnScore* best = nullptr;
    const auto worth = [&](const ColumnScore& c) {  // proven wins by speed, the rest by estimate
        return std::clamp(c.estimate, static_cast<double>(sign(c.score.lower)),
                          static_cast<double>(sign(c.score.upper)));
    };
    const auto better = [&](const ColumnScore& a, const ColumnScore& b) {
        if (worth(a) != worth(b)) return worth(a) > worth(b);
        if (a.score.lower != b.score.lower) return a.score.lower > b.score.lower;
        if (a.score.upper != b.score.upper) return a.score.upper > b.score.upper;
        return std::abs(2 * a.column - (board_columns - 1)) <
               std::abs(2 * b.column - (board_columns - 1));
    };
    for (const ColumnScore& c : columns) {
        ColumnReport entry;
        entry.column = c.column;
        entry.value_for_mover = worth(c);
        entry.exact = result_of(c.score, left, ending, weak);
        report.columns.push_back(entry);
        const bool proven = std::count(this->best.begin(), this->best.end(), c.column) > 0;
        const bool best_proven =
            best != nullptr && std::count(this->best.begin(), this->best.end(), best->column) > 0;
        if (best == nullptr || (proven && !best_proven) ||
            (proven == best_proven && better(c, *best)))
            best = &c;
    }
    if (best != nullptr) report.best = best->column;
    return report;
}

}  // namespace dropfour

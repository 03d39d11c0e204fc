// One call of the solver: the score of a position, then its best columns and a line of best play.
#pragma once

#include "open_lines.hpp"
#include "schedule.hpp"
#include "solver.hpp"

namespace dropfour {

template <class L, class Table, class Search>
class Inquiry {
  public:
    static constexpr int N = L::words;

    Inquiry(const L& lattice, Table& table, const Task& task, Control& control)
        : lattice_(lattice),
          task_(task),
          control_(control),
          team_(lattice, table, control, task.nodes != 0 ? 1 : task.threads, task.nodes) {
        team_.chief().on_poll = [this] {
            if (control_.report_wanted()) publish();
        };
    }

    Solution answer(const Position<N>& root) {
        solution_.ending = lattice_.ending;
        solution_.board_columns = lattice_.columns;
        solution_.left = lattice_.free(root.occupied).count();
        solution_.weak = task_.weak && !root.over();
        if (root.over()) {
            const int score = final_score(root, root.turn);
            solution_.score = {score, score};
            solution_.solved = true;
            return solution_;
        }
        try {
            look_at(root);
            // 1. The score, question by question.
            team_.narrow(root, solution_.score, task_.weak, [] {});
            // 2. Columns.
            if (task_.every_column) score_columns(root);
            if (task_.best)
                find_best(root, columns_in_order(root));
            else
                find_one_best(root);
            // 3. A line of best play.
            if (task_.best && !task_.weak) follow_line(root);
            solution_.solved = true;
        } catch (const Stopped&) {
        }
        solution_.nodes = team_.nodes();
        return solution_;
    }

  private:
    Position<N> after(const Position<N>& position, int column) const {
        Position<N> next = position;
        next.play(*lattice_.geometry,
                  position.landing(*lattice_.geometry) & lattice_.column(column));
        return next;
    }

    // The score of a finished game for a player.
    int final_score(const Position<N>& position, int player) const {
        if (lattice_.ending == Ending::full_board)
            return lattice_.count(position.discs[player] & lattice_.counting) -
                   lattice_.count(position.discs[player ^ 1] & lattice_.counting);
        const int winner = winner_of(position.result);
        const int score = winner < 0 ? 0 : lattice_.free(position.occupied).count() + 1;
        return winner == player ? score : -score;
    }

    // What is known of a position for a player.
    Range known(const Position<N>& position, int player) {
        if (position.over()) {
            const int score = final_score(position, player);
            return {score, score};
        }
        const Range range = team_.search().known(position).range;
        return position.turn == player ? range : -range;
    }

    // What needs no search: what is known of the root and of every column.
    void look_at(const Position<N>& root) {
        for_each_bit(root.landing(*lattice_.geometry), [&](int bit) {
            const int column = lattice_.geometry->cell(bit).column;
            const Position<N> child = after(root, column);
            solution_.columns.push_back(
                {column, known(child, root.turn), estimate(child, root.turn)});
        });
        solution_.score = team_.search().known(root).range;
        int lower = -no_score, upper = -no_score;
        for (const ColumnScore& c : solution_.columns) {
            lower = std::max(lower, c.score.lower);
            upper = std::max(upper, c.score.upper);
        }
        solution_.score.narrow(Bound::lower, lower);
        solution_.score.narrow(Bound::upper, upper);
    }

    // The difference of the patterns open to both, as a share of all of them.
    double estimate(const Position<N>& position, int player) const {
        const Bits<N> hopes = lattice_.counting & ~position.occupied;
        const auto open = [&](int who) {
            return lattice_.count((position.discs[who] & lattice_.counting) | hopes);
        };
        const double own = open(player), theirs = open(player ^ 1);
        return 0.9 * (own - theirs) / (own + theirs + 1);
    }

    // Columns to try, the one the table recommends first.
    std::vector<int> columns_in_order(const Position<N>& position) {
        return columns_in_order(position, team_.search().known(position).move);
    }

    // Columns to try, this one first, then the centre.
    std::vector<int> columns_in_order(const Position<N>& position, int hint) const {
        const Bits<N> landing = position.landing(*lattice_.geometry);
        std::vector<int> columns;
        const auto add = [&](int c) {
            if ((landing & lattice_.column(c)).any()) columns.push_back(c);
        };
        if (hint < lattice_.columns) add(hint);
        for (int i = 0; i < lattice_.columns; ++i)
            if (lattice_.centre_first[i] != hint) add(lattice_.centre_first[i]);
        return columns;
    }

    // Whether a column is worth at least this much to a player; `range` learns from the answer.
    bool reaches(const Position<N>& child, int player, int score, Range& range) {
        if (range.lower >= score) return true;
        if (range.upper < score) return false;
        const bool same = child.turn == player;
        const int answer =
            same ? team_.value(child, score - 1, score) : -team_.value(child, -score, 1 - score);
        range.narrow(bound_of(answer, score - 1, score), answer);
        return answer >= score;
    }

    // The least score that a best column must have.
    int goal() const {
        const int score = solution_.score.lower;
        if (!task_.weak) return score;
        return solution_.score.upper < 0 ? -no_score : sign(score);
    }

    ColumnScore& entry(int column) {
        return *std::find_if(solution_.columns.begin(), solution_.columns.end(),
                             [&](const ColumnScore& c) { return c.column == column; });
    }

    bool is_best(const Position<N>& root, int column) {
        Range& range = entry(column).score;
        return reaches(after(root, column), root.turn, goal(), range);
    }

    void find_best(const Position<N>& root, const std::vector<int>& order) {
        for (const int column : order)
            if (is_best(root, column)) solution_.best.push_back(column);
        std::sort(solution_.best.begin(), solution_.best.end());
    }

    void find_one_best(const Position<N>& root) {
        for (const int column : columns_in_order(root))
            if (is_best(root, column)) {
                solution_.best = {column};
                return;
            }
    }

    void score_columns(const Position<N>& root) {
        for (const int column : columns_in_order(root)) {
            Range& range = entry(column).score;
            const Position<N> child = after(root, column);
            if (child.over()) continue;
            const bool same = child.turn == root.turn;
            Range seen = same ? range : -range;
            team_.narrow(child, seen, task_.weak, [&] { range = same ? seen : -seen; });
        }
    }

    // The centre-most best column at every step, whatever the table recommends: the line of a
    // position is always the same.
    void follow_line(const Position<N>& root) {
        const auto is_one = [&](int c) {
            return std::count(solution_.best.begin(), solution_.best.end(), c) > 0;
        };
        int column = solution_.best.front();
        for (int i = lattice_.columns - 1; i >= 0; --i)
            if (is_one(lattice_.centre_first[i])) column = lattice_.centre_first[i];
        Position<N> position = after(root, column);
        solution_.line = {column};
        while (!position.over()) {
            const int score =
                position.turn == root.turn ? solution_.score.lower : -solution_.score.lower;
            for (const int next : columns_in_order(position, Found::no_move)) {
                const Position<N> child = after(position, next);
                Range range = known(child, position.turn);
                if (!reaches(child, position.turn, score, range)) continue;
                solution_.line.push_back(next);
                position = child;
                break;
            }
        }
    }

    void publish() {
        solution_.nodes = team_.nodes();
        control_.publish(solution_.report());
    }

    static constexpr int no_score = 1 << 20;

    const L& lattice_;
    const Task task_;
    Control& control_;
    Team<Search> team_;
    Solution solution_;
};

}  // namespace dropfour

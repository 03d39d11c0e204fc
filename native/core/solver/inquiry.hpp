// One call of the solver: the score of a position, then its best columns and a line of best play.
#pragma once

#include "book/book.hpp"
#include "solver.hpp"
#include "team.hpp"

namespace dropfour {

template <int N>
class Inquiry {
  public:
    // `book` may be none.
    Inquiry(const Board<N>& board, Team<N>& team, const Book* book, const Task& task,
            Control& control)
        : geometry_(*board.geometry),
          root_(board.position),
          book_(book),
          task_(task),
          control_(control),
          team_(team) {
        team_.begin(control, task);
        team_.chief().on_poll = [this] {
            if (control_.report_wanted()) publish();
        };
    }

    Solution answer() {
        solution_.weak = task_.weak && !root_.over();
        solution_.every_column = task_.every_column;
        solution_.ending = geometry_.ending;
        solution_.board_columns = geometry_.columns;
        solution_.left = geometry_.free_cells(root_.occupied);
        if (root_.over()) {
            const int score = final_score(geometry_, root_, root_.turn);
            solution_.score = {score, score};
            solution_.solved = true;
            return std::move(solution_);
        }
        try {
            look_at_columns();
            if (task_.keep)
                find_keeper(*task_.keep);
            else
                find_all();
            solution_.solved = true;
        } catch (const Stopped&) {
            estimate_columns();
        }
        solution_.nodes = team_.nodes();
        return std::move(solution_);
    }

  private:
    void find_all() {
        // 1. The score, question by question.
        narrow(root_, solution_.score, [] {});
        // 2. Columns.
        if (task_.every_column) score_columns();
        find_best();
        // 3. A line of best play.
        if (task_.best && !task_.weak) follow_line();
    }

    Position<N> after(const Position<N>& position, int column) const {
        Position<N> next = position;
        next.play(geometry_, position.landing(geometry_) & geometry_.column_cells[column]);
        return next;
    }

    // What is known of a position for a player.
    Range known(const Position<N>& position, int player) const {
        if (position.over()) {
            const int score = final_score(geometry_, position, player);
            return {score, score};
        }
        const auto in_book = book_ ? book_->score(geometry_, position) : std::nullopt;
        const Range score = in_book ? Range{*in_book, *in_book} : team_.known(position).score;
        return position.turn == player ? score : -score;
    }

    // What needs no search: what is known of the root and of every column.
    void look_at_columns() {
        solution_.columns.reserve(geometry_.columns);
        Range best{-no_score, -no_score};
        for_each_bit(root_.landing(geometry_), [&](int bit) {
            const int column = geometry_.cell(bit).column;
            const Position<N> child = after(root_, column);
            const Range score = known(child, root_.turn);
            solution_.columns.push_back({column, score});
            best = {std::max(best.lower, score.lower), std::max(best.upper, score.upper)};
        });
        solution_.score = known(root_, root_.turn);
        solution_.score.narrow(best);
        solution_.from_book =
            book_ && book_->score(geometry_, root_) &&
            std::all_of(solution_.columns.begin(), solution_.columns.end(),
                        [](const ColumnScore& column) { return column.score.exact(); });
    }

    // Only for who is told before everything is proven.
    void estimate_columns() {
        for (ColumnScore& column : solution_.columns)
            column.estimate = estimate(after(root_, column.column), root_.turn);
    }

    // The difference of the patterns open to both, as a share of all of them.
    double estimate(const Position<N>& position, int player) const {
        const Bits<N> hopes = geometry_.counting & ~position.occupied;
        const auto open = [&](int who) {
            return geometry_.points((position.discs[who] & geometry_.counting) | hopes);
        };
        const double own = open(player), theirs = open(player ^ 1);
        return 0.9 * (own - theirs) / (own + theirs + 1);
    }

    bool enough(const Range& score) const {
        return score.exact() || (task_.weak && (score.lower > 0 || score.upper < 0));
    }

    // The next question is "more than this?": null windows, the sign first, then outward by one.
    // Whoever wins wants to know first; and a search of (0, 1) that says no has fewer moves to
    // refute than one of a wider window. On the empty 7 x 6 board 204 M nodes, bisection took 573 M
    // (with the techniques of that day). Later in a game a win is seldom the last disc's, so some
    // questions are passed over (StepTuning).
    int next_question(const Range& score, int left) const {
        if (score.lower < 0 && score.upper > 0) return 0;
        const int known = score.lower >= 0 ? score.lower : -score.upper;
        int step = 0;
        if (score.upper - score.lower > StepTuning::from_open && geometry_.only_fours &&
            geometry_.ending == Ending::first_pattern &&
            left <= StepTuning::up_to_left(geometry_.playable))
            step = known <= StepTuning::first_up_to ? StepTuning::first : StepTuning::later;
        return score.lower >= 0 ? score.lower + step : score.upper - 1 - step;
    }

    // Does somebody win soon? A question about the next plies looks at no more of them, so these
    // come first, from the near end on, as long as they are cheap: 152 positions with 8 to 14 discs
    // that are decided within 13 plies take 160 nodes each, not 13,000.
    template <class OnAnswer>
    void look_near(const Position<N>& position, Range& score, OnAnswer on_answer) {
        if (geometry_.ending == Ending::full_board) return;
        const int left = geometry_.free_cells(position.occupied);
        const bool told = task_.soon_nodes > 0;  // that this is what is wanted
        std::uint64_t nodes = told ? task_.soon_nodes : NearTuning::nodes;
        const int last = told ? left : left / 2;
        for (int plies = NearTuning::first_plies; plies <= last; plies += NearTuning::step)
            for (const int question : {left - plies, plies - left}) {  // a win, a loss
                if (enough(score) || question < score.lower || question >= score.upper) continue;
                if (nodes == 0) return;
                const auto answer = team_.value_soon(position, question, question + 1, nodes);
                if (!answer) return;
                score.narrow(bound_of(*answer, question, question + 1), *answer);
                on_answer();
            }
    }

    // Asks until the score, or what is asked of it, is known; on_answer() after every answer.
    template <class OnAnswer>
    void narrow(const Position<N>& position, Range& score, OnAnswer on_answer) {
        look_near(position, score, on_answer);
        const int left = geometry_.free_cells(position.occupied);
        while (!enough(score)) {
            const int question = next_question(score, left);
            const int answer = team_.value(position, question, question + 1);
            score.narrow(bound_of(answer, question, question + 1), answer);
            on_answer();
        }
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

    // Columns to try, this one first, then the centre.
    std::vector<int> columns_in_order(const Position<N>& position, int first) const {
        const Bits<N> landing = position.landing(geometry_);
        std::vector<int> columns;
        columns.reserve(geometry_.columns);
        for (const int column : geometry_.centre_first)
            if ((landing & geometry_.column_cells[column]).any()) columns.push_back(column);
        const auto at = std::find(columns.begin(), columns.end(), first);
        if (at != columns.end()) std::rotate(columns.begin(), at, at + 1);
        return columns;
    }
    // The one that the table recommends first.
    std::vector<int> columns_of_root() const {
        return columns_in_order(root_, solution_.from_book ? no_move : team_.known(root_).move);
    }

    Range& score_of(int column) {
        return std::find_if(solution_.columns.begin(), solution_.columns.end(),
                            [&](const ColumnScore& c) { return c.column == column; })
            ->score;
    }

    void score_columns() {
        for (const int column : columns_of_root()) {
            Range& range = score_of(column);
            const Position<N> child = after(root_, column);
            if (child.over()) continue;
            const bool same = child.turn == root_.turn;
            Range seen = same ? range : -range;
            narrow(child, seen, [&] { range = same ? seen : -seen; });
        }
    }

    // All best columns, or one if that is enough.
    void find_best() {
        int goal = solution_.score.lower;
        if (task_.weak) goal = solution_.score.upper < 0 ? -no_score : sign(goal);
        for (const int column : columns_of_root()) {
            if (!reaches(after(root_, column), root_.turn, goal, score_of(column))) continue;
            solution_.best.push_back(column);
            if (!task_.best) return;
        }
        std::sort(solution_.best.begin(), solution_.best.end());
    }

    // A column worth at least so much, which there is: the first proven to be, or the last that is
    // not proven to be less. If time is over, `best` has all that are still open.
    void find_keeper(int goal) {
        solution_.score.lower = std::max(solution_.score.lower, goal);
        solution_.best = task_.order;
        std::vector<int>& open = solution_.best;
        std::erase_if(open, [&](int column) { return score_of(column).upper < goal; });
        const auto keeps = [&](int column) { return score_of(column).lower >= goal; };
        const auto kept = std::find_if(open.begin(), open.end(), keeps);
        if (kept != open.end()) open = {*kept};
        while (open.size() > 1) {
            const int column = open.front();
            if (reaches(after(root_, column), root_.turn, goal, score_of(column)))
                open.resize(1);
            else
                open.erase(open.begin());
        }
    }

    // The centre-most best column at every step, whatever the table recommends: the line of a
    // position is always the same. A book's answer follows it as far as the book knows.
    void follow_line() {
        const auto is_best = [&](int column) {
            return std::count(solution_.best.begin(), solution_.best.end(), column) > 0;
        };
        const auto& order = geometry_.centre_first;
        int column = *std::find_if(order.begin(), order.end(), is_best);
        Position<N> position = after(root_, column);
        solution_.line = {column};
        while (!position.over()) {
            const int score =
                position.turn == root_.turn ? solution_.score.lower : -solution_.score.lower;
            for (const int next : columns_in_order(position, no_move)) {
                const Position<N> child = after(position, next);
                Range range = known(child, position.turn);
                if (solution_.from_book && !range.exact()) return;
                if (!reaches(child, position.turn, score, range)) continue;
                solution_.line.push_back(next);
                position = child;
                break;
            }
        }
    }

    void publish() {
        estimate_columns();
        solution_.nodes = team_.nodes();
        control_.publish(solution_.report());
    }

    const Geometry<N>& geometry_;
    const Position<N> root_;
    const Book* const book_;
    const Task task_;
    Control& control_;
    Team<N>& team_;
    Solution solution_;
};

}  // namespace dropfour

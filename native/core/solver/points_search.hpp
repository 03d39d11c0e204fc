// The exact search for ending "full": fail-soft alpha-beta over the margin, own points less the
// opponent's when the board is full.
#pragma once

#include "children.hpp"
#include "engine.hpp"
#include "memory.hpp"
#include "points_bounds.hpp"

namespace dropfour {

template <class L, class Table>
class PointsSearch final : public ExactSearch<L::words> {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;

    PointsSearch(const L& lattice, Table& table, Worker& worker)
        : lattice_(lattice), memory_(lattice, table), worker_(worker) {}

    int value(const Position<N>& position, int alpha, int beta) override {
        const PointsNode<N> node = points_node(lattice_, position);
        const Range score = points_range(lattice_, node);
        if (const auto answer = score.answer(alpha, beta)) return *answer;
        rows_.reserve(node.left, lattice_.columns);
        return search(node, score, key_of(node), alpha, beta);
    }

    Known known(const Position<N>& position) const override {
        const PointsNode<N> node = points_node(lattice_, position);
        Known known{points_range(lattice_, node)};
        if (!node.banning) known.move = memory_.recall(key_of(node), known.score);
        return known;
    }

  private:
    using Key = BoardKey<Table>;

    struct Child {
        PointsNode<N> node;
        Range score;  // for the player to move in it
        Key key;
        int column;
        bool keeps_turn;  // a ban follows
    };

    Key key_of(const PointsNode<N>& node) const {
        return memory_.key(node.own, node.occupied, node.bans, node.left);
    }

    // `score` is what the bounds say; it does not decide the window.
    int search(const PointsNode<N>& node, Range score, const Key& key, int alpha, int beta) {
        // 1. What the table knows. Positions with a ban to place are not in it.
        worker_.tick();
        const bool use_table = node.left >= PointsTuning::table_from_left && !node.banning;
        int hint = no_move;
        if (use_table) {
            hint = memory_.recall(key, score);
            if (const auto answer = score.answer(alpha, beta)) return *answer;
        }

        // 2. and 3.
        const std::uint64_t before = worker_.nodes();
        const Best best = look_at_children(node, key, hint, alpha, beta);

        // 4. Remember what has been proven.
        const int value = std::clamp(best.value, score.lower, score.upper);
        if (use_table) {
            score.narrow(bound_of(value, alpha, beta), value);
            memory_.keep(key, score, best.move, worker_.nodes() - before);
        }
        return value;
    }

    Best look_at_children(const PointsNode<N>& node, const Key& key, int hint, int alpha,
                          int beta) {
        // 2. Bounds of each child: open patterns, follow-up, and what the table knows.
        Best best;
        Queue queue;
        Child* const children = rows_.row(node.left);
        const int count = make_children(node, children);
        for (int i = 0; i < count; ++i) {
            Child& child = children[i];
            if (node.left >= PointsTuning::cutoffs_from_left && !child.node.banning) {
                worker_.end_if_stopped();
                memory_.recall(child.key, child.score);
            }
            const Range range = for_parent(child);
            if (const auto answer = range.answer(alpha, beta)) {
                best.improve(*answer, child.column);
                if (range.lower >= beta) return best;
                continue;
            }
            queue.push(i, promise_of(child, hint));
        }

        // 3. Search the others, the most promising first; what another thread is at comes last.
        int floor = std::max(alpha, best.value);
        const auto visit = [&](int i) {
            const Child& child = children[i];
            const Range range = for_parent(child);
            if (range.upper <= floor) {  // a better one has been found since
                best.improve(range.upper, child.column);
                return false;
            }
            const int value = child.keeps_turn
                                  ? search(child.node, child.score, child.key, floor, beta)
                                  : -search(child.node, child.score, child.key, -beta, -floor);
            best.improve(value, child.column);
            floor = std::max(floor, value);
            return value >= beta;
        };
        if (worker_.busy != nullptr && node.left >= PointsTuning::busy_from_left) {
            const auto hash_of = [&](int i) {
                return children[i].node.banning ? 0 : memory_.hash(children[i].key);
            };
            const auto answer_of = [&]() -> std::optional<Best> {
                if (node.banning) return std::nullopt;
                return memory_.answer(key, alpha, beta);
            };
            if (const auto answer = visit_in_turn(queue, worker_, hash_of, answer_of, visit))
                best = *answer;
        } else {
            while (!queue.empty() && !visit(queue.pop())) {
            }
        }
        return best;
    }

    Range for_parent(const Child& child) const {
        return child.keeps_turn ? child.score : -child.score;
    }

    // The middle of what is possible, then the table's move, then the centre.
    int promise_of(const Child& child, int hint) const {
        const Range range = for_parent(child);
        return OrderWeights::margin * (range.lower + range.upper) +
               (child.column == hint ? OrderWeights::table_move_by_points : 0);
    }

    // The children, the centre first; returns their number.
    int make_children(const PointsNode<N>& node, Child* children) {
        const Set landing = lattice_.landing(node.occupied);
        int count = 0;
        for (int rank = 0; rank < lattice_.columns; ++rank) {
            const int column = lattice_.centre_first[rank];
            const Set cell = landing & lattice_.column_cells[column];
            if (cell.none()) continue;
            Child& child = children[count++];
            child.node = after(lattice_, node, cell);
            child.keeps_turn = child.node.banning;
            child.score = points_range(lattice_, child.node);
            child.column = column;
            if (child.node.left >= PointsTuning::table_from_left && !child.node.banning) {
                child.key = key_of(child.node);
                memory_.prefetch(child.key);
            }
        }
        return count;
    }

    const L& lattice_;
    Memory<L, Table> memory_;
    Worker& worker_;
    Rows<Child> rows_;
};

}  // namespace dropfour

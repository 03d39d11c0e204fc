// The exact search for ending "full": fail-soft alpha-beta over the margin, own points less the
// opponent's when the board is full.
#pragma once

#include "keys.hpp"
#include "node.hpp"
#include "points_bounds.hpp"
#include "queue.hpp"
#include "worker.hpp"

namespace dropfour {

// Where its parts begin to pay.
struct PointsTuning {
    static constexpr int table_from_left = 4;     // free cells; below, a probe costs more
    static constexpr int cutoffs_from_left = 10;  // children are looked up before any is searched
};

template <class L, class Table>
class PointsSearch {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;

    PointsSearch(const L& lattice, Table& table, Worker& worker)
        : lattice_(lattice), table_(table), keys_(lattice, table), worker_(worker) {}

    // The score of the position within the window (alpha, beta), fail-soft.
    int value(const Position<N>& position, int alpha, int beta) {
        const PointsNode<N> node = points_node(position);
        const Range range = points_range(lattice_, node);
        if (range.lower >= beta || range.exact()) return range.lower;
        if (range.upper <= alpha) return range.upper;
        reserve(node.left);
        return search(node, range, key_of(node), alpha, beta);
    }

    Found known(const Position<N>& position) const {
        const PointsNode<N> node = points_node(position);
        Range range = points_range(lattice_, node);
        if (node.banning) return {range};
        const auto key = key_of(node);
        Found found = table_.find(key.key);
        if (found.hit) {
            range.narrow(Bound::lower, found.range.lower);
            range.narrow(Bound::upper, found.range.upper);
        }
        found.range = range;
        found.move = keys_.column(found.move, key.mirrored);
        return found;
    }

  private:
    struct Child {
        PointsNode<N> node;
        Range range;  // of its score, for the player to move in it
        BoardKey<Table> key;
        int column;
        bool keeps_turn;  // a ban follows
    };

    PointsNode<N> points_node(const Position<N>& position) const {
        return {position.discs[position.turn] & lattice_.counting,
                position.discs[position.turn ^ 1] & lattice_.counting,
                position.occupied,
                position.bans(*lattice_.geometry),
                lattice_.free(position.occupied).count(),
                position.banning};
    }

    BoardKey<Table> key_of(const PointsNode<N>& node) const {
        return keys_.of(node.own, node.occupied, node.bans, node.left);
    }

    // `range` is what the bounds say; it does not decide the window.
    int search(const PointsNode<N>& node, Range range, const BoardKey<Table>& key, int alpha,
               int beta) {
        // 1. What the table knows. Positions with a ban to place are not in it.
        worker_.tick();
        const bool use_table = node.left >= PointsTuning::table_from_left && !node.banning;
        int hint = Found::no_move;
        if (use_table) {
            if (const Found found = table_.find(key.key); found.hit) {
                range.narrow(Bound::lower, found.range.lower);
                range.narrow(Bound::upper, found.range.upper);
                if (range.lower >= beta || range.exact()) return range.lower;
                if (range.upper <= alpha) return range.upper;
                hint = keys_.column(found.move, key.mirrored);
            }
        }

        // 2. to 4.
        const std::uint64_t before = worker_.nodes();
        int best = -no_score, best_move = Found::no_move;
        Child* const children = arena_top_;
        const int count = make_children(node);
        arena_top_ += count;
        look_at_children({children, count, hint}, alpha, beta, best, best_move);
        arena_top_ = children;

        // 5. Remember what has been proven.
        best = std::clamp(best, range.lower, range.upper);
        if (use_table) {
            range.narrow(bound_of(best, alpha, beta), best);
            table_.store(key.key, range, keys_.column(best_move, key.mirrored),
                         log_work(worker_.nodes() - before));
        }
        return best;
    }

    struct Children {
        Child* begin;
        int count;
        int hint;  // the column to try first
    };

    void look_at_children(Children children, int alpha, int beta, int& best, int& best_move) {
        const auto improve = [&](int value, int column) {
            if (value > best) {
                best = value;
                best_move = column;
            }
        };
        // 2. Bounds of each child: open patterns, follow-up, and what the table knows.
        Queue queue;
        for (int i = 0; i < children.count; ++i) {
            Child& child = children.begin[i];
            const bool look_up = child.node.left + 1 >= PointsTuning::cutoffs_from_left;
            if (look_up && !child.node.banning) {
                worker_.end_if_stopped();
                if (const Found found = table_.find(child.key.key); found.hit) {
                    child.range.narrow(Bound::lower, found.range.lower);
                    child.range.narrow(Bound::upper, found.range.upper);
                }
            }
            const Range range = for_parent(child);
            if (range.lower >= beta || range.exact()) improve(range.lower, child.column);
            if (range.lower >= beta) return;
            if (range.exact()) continue;
            if (range.upper <= alpha) {
                improve(range.upper, child.column);
                continue;
            }
            queue.push(i, promise_of(child, children.hint));
        }

        // 3. Search the others, the most promising first.
        int floor = std::max(alpha, best);
        while (!queue.empty()) {
            const Child& child = children.begin[queue.pop()];
            const Range range = for_parent(child);
            if (range.upper <= floor) {  // a better one has been found since
                improve(range.upper, child.column);
                continue;
            }
            const int value = child.keeps_turn
                                  ? search(child.node, child.range, child.key, floor, beta)
                                  : -search(child.node, child.range, child.key, -beta, -floor);
            improve(value, child.column);
            if (value >= beta) return;
            floor = std::max(floor, value);
        }
    }

    Range for_parent(const Child& child) const {
        return child.keeps_turn ? child.range : -child.range;
    }

    // The middle of what is possible, then the table's move, then the centre.
    int promise_of(const Child& child, int hint) const {
        const Range range = for_parent(child);
        return 16 * (range.lower + range.upper) + (child.column == hint ? 1 << 16 : 0) +
               disturbance(worker_.variety, child.node.left, child.column);
    }

    int make_children(const PointsNode<N>& node) {
        const Set landing = lattice_.landing(node.occupied);
        Child* child = arena_top_;
        for (int i = 0; i < lattice_.columns; ++i) {
            const int column = lattice_.centre_first[i];
            const Set cell = landing & lattice_.column(column);
            if (cell.none()) continue;
            child->node = after(lattice_, node, cell);
            child->keeps_turn = child->node.banning;
            child->range = points_range(lattice_, child->node);
            child->column = column;
            if (child->node.left >= PointsTuning::table_from_left && !child->node.banning) {
                child->key = key_of(child->node);
                table_.prefetch(child->key.key);
            }
            ++child;
        }
        return static_cast<int>(child - arena_top_);
    }

    void reserve(int left) {
        const std::size_t wanted = static_cast<std::size_t>(left + 1) * lattice_.columns + 1;
        if (wanted > arena_size_) {
            arena_ = std::make_unique<Child[]>(wanted);
            arena_size_ = wanted;
        }
        arena_top_ = arena_.get();
    }

    static constexpr int no_score = 1 << 20;

    const L& lattice_;
    Table& table_;
    Keys<L, Table> keys_;
    Worker& worker_;
    std::unique_ptr<Child[]> arena_;
    std::size_t arena_size_ = 0;
    Child* arena_top_ = nullptr;
};

}  // namespace dropfour

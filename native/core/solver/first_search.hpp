// The exact search for ending "first" while no bonus cell is free: fail-soft alpha-beta whose nodes
// have at least two moves that do not lose at once. Forced moves are played inside the parent.
#pragma once

#include <memory>

#include "followup.hpp"
#include "forced.hpp"
#include "keys.hpp"
#include "open_lines.hpp"
#include "ordering.hpp"
#include "queue.hpp"
#include "worker.hpp"

namespace dropfour {

// Where its parts begin to pay, from experiments on 7 x 6 (see docs/decisions/solver.md).
struct FirstTuning {
    static constexpr int table_from_left = 8;     // free cells; below, a probe costs more
    static constexpr int cutoffs_from_left = 11;  // children are looked up before any is searched
};

template <class L, class Table>
class FirstSearch {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;

    FirstSearch(const L& lattice, Table& table, Worker& worker)
        : lattice_(lattice), table_(table), keys_(lattice, table), worker_(worker) {}

    // The score of the position within the window (alpha, beta): `bound_of(result, alpha, beta)`
    // says what it proves. The game goes on, no bonus cell is free and no ban is being placed.
    int value(Node<N> node, const Set& bans, int alpha, int beta) {
        if (wins_at_once(lattice_, node)) return node.left;
        const Settled<N> settled = settle(lattice_, node);
        if (settled.decided) return settled.score;
        bans_ = bans;
        reserve(node.left);
        const auto key = keys_.of(node.own, node.occupied, bans_, node.left);
        if (settled.flipped) return -search(node, settled.moves, key, -beta, -alpha);
        return search(node, settled.moves, key, alpha, beta);
    }

    int value(const Position<N>& position, int alpha, int beta) {
        return value(node_of(lattice_, position), position.bans(*lattice_.geometry), alpha, beta);
    }

    // What is known without search: the range of the score, and a good move if the table has one.
    Found known(const Position<N>& position) const {
        Node<N> node = node_of(lattice_, position);
        if (wins_at_once(lattice_, node)) return {{node.left, node.left}};
        const int left = node.left;
        const Settled<N> settled = settle(lattice_, node);
        if (settled.decided) return {{settled.score, settled.score}};
        const Set bans = position.bans(*lattice_.geometry);
        const auto key = keys_.of(node.own, node.occupied, bans, node.left);
        Found found = table_.find(key.key);
        Range range = too_few_cells_settled(node.left);
        if (found.hit) {
            range.narrow(Bound::lower, found.range.lower);
            range.narrow(Bound::upper, found.range.upper);
        }
        found.move = node.left == left ? keys_.column(found.move, key.mirrored) : Found::no_move;
        found.range = settled.flipped ? -range : range;
        return found;
    }

  private:
    struct Child {
        Node<N> node;
        Set moves;
        BoardKey<Table> key;
        int column;
        bool flipped;  // the forced moves have given the turn back to the player of the parent
    };

    // What a node has found out so far.
    struct Findings {
        int best = -no_score;
        int move = Found::no_move;
        void improve(int value, int column) {
            move = value > best ? column : move;
            best = std::max(best, value);
        }
        static constexpr int no_score = 1 << 20;
    };

    int search(const Node<N>& node, const Set& moves, const BoardKey<Table>& key, int alpha,
               int beta) {
        // 1. Too few cells: wins and losses that would need more of them cannot be.
        worker_.tick();
        Range range = too_few_cells_settled(node.left);
        if (range.upper <= alpha) return range.upper;
        if (range.lower >= beta) return range.lower;

        // 2. What the table knows of this position.
        const bool use_table = node.left >= FirstTuning::table_from_left;
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

        // 3. to 6.
        const std::uint64_t before = worker_.nodes();
        Findings findings;
        Child* const children = arena_top_;
        look_at_children(node, moves, hint, use_table, alpha, beta, findings);
        arena_top_ = children;

        // 7. Remember what has been proven.
        const int value = std::clamp(findings.best, range.lower, range.upper);
        if (use_table) {
            range.narrow(bound_of(value, alpha, beta), value);
            table_.store(key.key, range, keys_.column(findings.move, key.mirrored),
                         log_work(worker_.nodes() - before));
        }
        return value;
    }

    void look_at_children(const Node<N>& node, const Set& moves, int hint, bool use_table,
                          int alpha, int beta, Findings& findings) {
        // 3. All children, settled; those decided so, or without open lines, are done.
        Child* const children = arena_top_;
        Queue queue;
        if (!make_children(node, moves, hint, use_table, alpha, beta, findings, queue)) return;
        arena_top_ += lattice_.columns;

        // 4. The follow-up bound of each.
        bool cut = false;
        queue.filter([&](int i) {
            const Child& child = children[i];
            if (cut) return false;
            worker_.end_if_stopped();
            const int upper =
                FollowUp<L>(lattice_, child.node).upper(child.flipped ? alpha : -beta);
            if (upper == no_bound) return true;
            findings.improve(child.flipped ? upper : -upper, child.column);
            cut = !child.flipped;
            return false;
        });
        if (cut) return;

        // 5. Enhanced table cut-offs: what the table knows of each.
        if (node.left >= FirstTuning::cutoffs_from_left) {
            queue.filter([&](int i) {
                const Child& child = children[i];
                if (cut) return false;
                worker_.end_if_stopped();
                const Found found = table_.find(child.key.key);
                if (!found.hit) return true;
                const Range range = child.flipped ? found.range : -found.range;
                cut = range.lower >= beta;
                if (!cut && range.upper > alpha) return true;
                findings.improve(cut ? range.lower : range.upper, child.column);
                return false;
            });
            if (cut) return;
        }

        // 6. Search the others, the most promising first.
        int floor = std::max(alpha, findings.best);
        while (!queue.empty()) {
            const Child& child = children[queue.pop()];
            const int value = child.flipped
                                  ? search(child.node, child.moves, child.key, floor, beta)
                                  : -search(child.node, child.moves, child.key, -beta, -floor);
            findings.improve(value, child.column);
            if (value >= beta) return;
            floor = std::max(floor, value);
        }
    }

    // Each child at the place of its column, the centre first. False if one of them is already good
    // enough for beta.
    bool make_children(const Node<N>& node, const Set& moves, int hint, bool use_table, int alpha,
                       int beta, Findings& findings, Queue& queue) {
        for (Set left = moves; left.any(); left = left.without_lowest()) {
            const Set cell = left & ~left.without_lowest();
            const int rank = lattice_.rank_at[left.lowest()], column = lattice_.centre_first[rank];
            Node<N> next = after(lattice_, node, cell);
            const Node<N> played = next;
            const Settled<N> settled = settle(lattice_, next);
            if (settled.decided) {
                findings.improve(-settled.score, column);
                if (findings.best >= beta) return false;
                continue;
            }
            const Range cells = too_few_cells_settled(next.left);
            const Range range = settled.flipped ? cells : -cells;
            if (range.lower >= beta || range.upper <= alpha) {
                findings.improve(range.lower >= beta ? range.lower : range.upper, column);
                if (range.lower >= beta) return false;
                continue;
            }
            Child& child = arena_top_[rank];
            if (use_table) {
                child.key = keys_.of(next.own, next.occupied, bans_, next.left);
                table_.prefetch(child.key.key);
            }
            const bool draw_will_do = beta <= 0;  // if so, can the opponent win? If not, can we?
            const Set& hopeful = draw_will_do == settled.flipped ? next.theirs : next.own;
            if ((draw_will_do || alpha >= 0) && !can_still_win(lattice_, hopeful, next.occupied)) {
                findings.improve(0, column);
                if (draw_will_do) return false;
                continue;
            }
            child.node = next;
            child.moves = settled.moves;
            child.column = column;
            child.flipped = settled.flipped;
            queue.push(rank, promise(lattice_, played) + mobility(settled) +
                                 disturbance(worker_.variety, node.left, column) +
                                 (column == hint ? OrderWeights::table_move : 0));
        }
        return true;
    }

    // Children live here, not on the stack: a game may be a thousand plies long. One place for each
    // column at every ply.
    void reserve(int left) {
        const std::size_t wanted = static_cast<std::size_t>(left) * lattice_.columns;
        if (wanted > arena_size_) {
            arena_ = std::make_unique<Child[]>(wanted);
            arena_size_ = wanted;
        }
        arena_top_ = arena_.get();
    }

    const L& lattice_;
    Table& table_;
    Keys<L, Table> keys_;
    Worker& worker_;
    Set bans_;
    std::unique_ptr<Child[]> arena_;
    std::size_t arena_size_ = 0;
    Child* arena_top_ = nullptr;
};

}  // namespace dropfour

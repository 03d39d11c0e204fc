// The exact search for ending "first" while no bonus cell is free: fail-soft alpha-beta whose nodes
// have at least two moves that do not lose at once. Forced moves are played inside the parent.
#pragma once

#include "children.hpp"
#include "engine.hpp"
#include "followup.hpp"
#include "forced.hpp"
#include "memory.hpp"
#include "ordering.hpp"
#include "soon.hpp"

namespace dropfour {

template <class L, class Table>
class FirstSearch final : public ExactSearch<L::words> {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;

    FirstSearch(const L& lattice, Table& table, Worker& worker)
        : lattice_(lattice), memory_(lattice, table), worker_(worker) {}

    void begin() override { last_right_ = {}; }

    int value(const Position<N>& position, int alpha, int beta) override {
        return value(node_of(lattice_, position), position.bans(*lattice_.geometry), alpha, beta);
    }

    // No bonus cell is free and no ban is being placed.
    int value(Node<N> node, const Set& bans, int alpha, int beta) {
        if (wins_at_once(lattice_, node)) return node.left;
        const Settled<N> settled = settle(lattice_, node);
        if (settled.decided) return settled.score;
        bans_ = bans;
        rows_.reserve(node.left, lattice_.columns);
        const Key key = key_of(node);
        if (settled.flipped) return -search(node, settled.moves, key, -beta, -alpha);
        return search(node, settled.moves, key, alpha, beta);
    }

    Known known(const Position<N>& position) const override {
        Node<N> node = node_of(lattice_, position);
        if (wins_at_once(lattice_, node)) return {{node.left, node.left}};
        const int left = node.left;
        const Settled<N> settled = settle(lattice_, node);
        if (settled.decided) return {{settled.score, settled.score}};
        Range score = too_few_cells_settled(node.left);
        const Set bans = position.bans(*lattice_.geometry);
        const int move =
            memory_.recall(memory_.key(node.own, node.occupied, bans, node.left), score);
        return {settled.flipped ? -score : score, node.left == left ? move : no_move};
    }

  private:
    using Key = BoardKey<Table>;

    struct Child {
        Node<N> node;
        Set moves;
        Key key;
        int column;
        bool flipped;  // the forced moves have given the turn back to the player of the parent
    };

    DROPFOUR_INLINE Key key_of(const Node<N>& node) const {
        return memory_.key(node.own, node.occupied, bans_, node.left);
    }

    int search(const Node<N>& node, const Set& moves, const Key& key, int alpha, int beta) {
        // 1. Too few cells: wins and losses that would need more of them cannot be.
        worker_.tick();
        Range score = too_few_cells_settled(node.left);
        if (const auto answer = score.answer(alpha, beta)) return *answer;

        // 2. What the table knows of this position.
        const bool use_table = node.left >= FirstTuning::table_from_left;
        if (use_table) {
            memory_.recall(key, score);
            if (const auto answer = score.answer(alpha, beta)) return *answer;
        }

        // 3. to 6.
        const std::uint64_t before = worker_.nodes();
        const Best best = look_at_children(node, moves, key, use_table, alpha, beta);

        // 7. Remember what has been proven.
        const int value = std::clamp(best.value, score.lower, score.upper);
        if (use_table) {
            score.narrow(bound_of(value, alpha, beta), value);
            memory_.keep(key, score, best.move, worker_.nodes() - before);
        }
        return value;
    }

    Best look_at_children(const Node<N>& node, const Set& moves, const Key& key, bool use_table,
                          int alpha, int beta) {
        // 3. All children, settled; those decided so, or by answers on top, are done.
        Best best;
        Queue queue;
        if (!make_children(node, moves, use_table, alpha, beta, best, queue)) return best;
        const Child* const children = rows_.row(node.left);

        // 4. The follow-up bound of each.
        bool cut = false;
        queue.filter([&](int i) {
            const Child& child = children[i];
            if (cut) return false;
            worker_.end_if_stopped();
            const int upper =
                FollowUp<L>(lattice_, child.node).upper(child.flipped ? alpha : -beta);
            if (upper == no_bound) return true;
            best.improve(child.flipped ? upper : -upper, child.column);
            cut = !child.flipped;
            return false;
        });
        if (cut) return best;

        // 5. Enhanced table cut-offs: what the table knows of each.
        if (node.left >= FirstTuning::cutoffs_from_left) {
            queue.filter([&](int i) {
                const Child& child = children[i];
                if (cut) return false;
                worker_.end_if_stopped();
                Range score{-no_score, no_score};
                memory_.recall(child.key, score);
                if (!child.flipped) score = -score;
                cut = score.lower >= beta;
                if (!cut && score.upper > alpha) return true;
                best.improve(cut ? score.lower : score.upper, child.column);
                return false;
            });
            if (cut) return best;
        }

        // 6. Search the others, the most promising first.
        if (worker_.busy != nullptr && node.left >= FirstTuning::busy_from_left) {
            search_together(key, children, queue, alpha, beta, best);
            return best;
        }
        int floor = std::max(alpha, best.value);
        while (!queue.empty()) {
            const Child& child = children[queue.pop()];
            const int value = value_of(child, floor, beta);
            best.improve(value, child.column);
            if (value >= beta) break;
            floor = std::max(floor, value);
        }
        return best;
    }

    // For the player of the parent.
    [[gnu::always_inline]] int value_of(const Child& child, int alpha, int beta) {
        return child.flipped ? search(child.node, child.moves, child.key, alpha, beta)
                             : -search(child.node, child.moves, child.key, -beta, -alpha);
    }

    // 6. with other threads.
    [[gnu::noinline]] void search_together(const Key& key, const Child* children, Queue& queue,
                                           int alpha, int beta, Best& best) {
        int floor = std::max(alpha, best.value);
        const auto answer = visit_in_turn(
            queue, worker_, [&](int i) { return memory_.hash(children[i].key); },
            [&] { return memory_.answer(key, alpha, beta); },
            [&](int i) {
                const int value = value_of(children[i], floor, beta);
                best.improve(value, children[i].column);
                floor = std::max(floor, value);
                return value >= beta;
            });
        if (answer) best = *answer;
    }

    // Each child at the place of its column, the centre first. False if one of them is already good
    // enough for beta.
    bool make_children(const Node<N>& node, const Set& moves, bool use_table, int alpha, int beta,
                       Best& best, Queue& queue) {
        Child* const children = rows_.row(node.left);
        for (Set left = moves; left.any(); left = left.without_lowest()) {
            const Set cell = left & ~left.without_lowest();
            const int rank = lattice_.rank_at[left.lowest()], column = lattice_.centre_first[rank];
            Node<N> next = after(lattice_, node, cell);
            const Node<N> played = next;
            const Settled<N> settled = settle(lattice_, next);
            if (settled.decided) {
                best.improve(-settled.score, column);
                if (best.value >= beta) return false;
                continue;
            }
            const Range cells = too_few_cells_settled(next.left);
            const Range range = settled.flipped ? cells : -cells;
            if (range.lower >= beta || range.upper <= alpha) {
                best.improve(range.lower >= beta ? range.lower : range.upper, column);
                if (range.lower >= beta) return false;
                continue;
            }
            if (const auto value = value_soon(next, settled, alpha, beta)) {
                best.improve(*value, column);
                if (best.value >= beta) return false;
                continue;
            }
            Child& child = children[rank];
            if (use_table) {
                child.key = key_of(next);
                memory_.prefetch(child.key);
            }
            const bool draw_will_do = beta <= 0;  // if so, can the opponent win? If not, can we?
            const Set& hopeful = draw_will_do == settled.flipped ? next.theirs : next.own;
            if ((draw_will_do || alpha >= 0) &&
                !can_beat_answers(lattice_, hopeful, next.occupied)) {
                best.improve(0, column);
                if (draw_will_do) return false;
                continue;
            }
            child.node = next;
            child.moves = settled.moves;
            child.column = column;
            child.flipped = settled.flipped;
            queue.push(rank, promise(lattice_, played) + replies(lattice_, settled));
        }
        return true;
    }

    // What a null window asks of a child if that is about the next plies only, for the player of
    // the parent.
    DROPFOUR_INLINE std::optional<int> value_soon(const Node<N>& child, const Settled<N>& settled,
                                                  int alpha, int beta) {
        const bool ours = alpha >= 0;  // the hope to win
        const int plies = child.left - (ours ? alpha : -beta);
        if (plies > FirstTuning::soon_plies || beta - alpha > 1) return std::nullopt;
        const bool mover = ours == settled.flipped;
        const bool wins =
            wins_soon(lattice_, worker_, child, settled.moves, plies, mover, last_right_);
        // Who wins does so at an odd ply if it is their turn; later if not within these.
        const int last = plies - (plies % 2 == (mover ? 0 : 1));
        const int score = std::max(0, child.left - last + 1 - (wins ? 0 : 2));
        return ours ? score : -score;
    }

    const L& lattice_;
    Memory<L, Table> memory_;
    Worker& worker_;
    Set bans_;
    Rows<Child> rows_;
    LastRight<N> last_right_{};
};

}  // namespace dropfour

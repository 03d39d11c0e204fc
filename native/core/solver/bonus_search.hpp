// The exact search for ending "first" on boards with bonus cells: plain fail-soft alpha-beta. A
// disc on a bonus cell keeps the turn for a ban, so signs follow the player, not the ply. When the
// last bonus cell is filled and no ban is due, the position is one for `FirstSearch`.
#pragma once

#include "first_search.hpp"

namespace dropfour {

template <class L, class Table>
class BonusSearch final : public ExactSearch<L::words> {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;

    BonusSearch(const L& lattice, Table& table, Worker& worker)
        : lattice_(lattice),
          memory_(lattice, table),
          worker_(worker),
          first_(lattice, table, worker) {}

    void begin() override { first_.begin(); }

    int value(const Position<N>& position, int alpha, int beta) override {
        return value(bonus_node(position), alpha, beta);
    }

    Known known(const Position<N>& position) const override {
        const BonusNode node = bonus_node(position);
        if (plain(node)) return first_.known(position);
        if (!node.banning && wins_at_once(lattice_, node.board))
            return {{node.board.left, node.board.left}};
        Known known{too_few_cells(node.board.left)};
        if (!node.banning) known.move = memory_.recall(key_of(node), known.score);
        return known;
    }

  private:
    using Key = BoardKey<Table>;

    struct BonusNode {
        Node<N> board;  // seen by the player to move, who may be placing a ban
        Set bans;
        bool banning = false;
    };

    BonusNode bonus_node(const Position<N>& position) const {
        return {node_of(lattice_, position), position.bans(*lattice_.geometry), position.banning};
    }

    bool plain(const BonusNode& node) const {
        return !node.banning && (lattice_.bonus & ~node.board.occupied).none();
    }

    Key key_of(const BonusNode& node) const {
        return memory_.key(node.board.own, node.board.occupied, node.bans, node.board.left);
    }

    int value(const BonusNode& node, int alpha, int beta) {
        if (node.board.left == 0) return 0;
        if (plain(node)) return first_.value(node.board, node.bans, alpha, beta);
        if (node.banning) return search_bans(node, alpha, beta);
        if (wins_at_once(lattice_, node.board)) return node.board.left;
        return search_discs(node, alpha, beta);
    }

    // A disc follows: nobody has won and the player to move does not win at once.
    int search_discs(const BonusNode& node, int alpha, int beta) {
        // 1. Too few cells, and the open-line bound.
        worker_.tick();
        Range score = too_few_cells(node.board.left);
        if (!can_still_win(lattice_, node.board.own, node.board.occupied)) score.upper = 0;
        if (!can_still_win(lattice_, node.board.theirs, node.board.occupied)) score.lower = 0;
        if (const auto answer = score.answer(alpha, beta)) return *answer;

        // 2. What the table knows. Positions with a ban to place are not in it.
        const Key key = key_of(node);
        memory_.recall(key, score);
        if (const auto answer = score.answer(alpha, beta)) return *answer;

        // 3. Every move. A disc that leaves the opponent a win at once, and earns no ban to prevent
        //    it, needs no search.
        const std::uint64_t before = worker_.nodes();
        const Set landing = lattice_.landing(node.board.occupied);
        const Set threats = node.board.their_wins & landing;
        const Set handing_over = lattice_.under(node.board.their_wins);
        Best best{1 - node.board.left};
        Queue queue;
        for (int i = 0; i < lattice_.columns; ++i) {
            const int column = lattice_.centre_first[i];
            const Set cell = landing & lattice_.column_cells[column];
            if (cell.none()) continue;
            const bool earns_ban = (cell & lattice_.bonus).any();
            const bool loses = (threats & ~cell).any() || (cell & handing_over).any();
            if (loses && !earns_ban) continue;
            queue.push(i, promise(lattice_, after(lattice_, node.board, cell)));
        }
        const auto cell_of = [&](int i) {
            return landing & lattice_.column_cells[lattice_.centre_first[i]];
        };
        const auto visit = [&](int i) {
            const int value = after_disc(node, cell_of(i), std::max(alpha, best.value), beta);
            best.improve(value, lattice_.centre_first[i]);
            return best.value >= beta;
        };
        if (worker_.busy != nullptr && node.board.left >= FirstTuning::busy_from_left) {
            const auto hash_of = [&](int i) -> std::uint64_t {
                const BonusNode next{after(lattice_, node.board, cell_of(i)), node.bans, false};
                return (cell_of(i) & lattice_.bonus).any() ? 0 : memory_.hash(key_of(next));
            };
            const auto answer_of = [&] { return memory_.answer(key, alpha, beta); };
            if (const auto answer = visit_in_turn(queue, worker_, hash_of, answer_of, visit))
                best = *answer;
        } else {
            while (!queue.empty() && best.value < beta && !visit(queue.pop())) {
            }
        }

        // 4. Remember what has been proven.
        const int value = std::clamp(best.value, score.lower, score.upper);
        score.narrow(bound_of(value, alpha, beta), value);
        memory_.keep(key, score, best.move, worker_.nodes() - before);
        return value;
    }

    // The score for the player who drops the disc.
    int after_disc(const BonusNode& node, const Set& cell, int alpha, int beta) {
        BonusNode next{after(lattice_, node.board, cell), node.bans, false};
        const bool goes_on = (cell & lattice_.bonus).any() && next.board.left > 0;
        if (!goes_on) return -value(next, -beta, -alpha);
        next.board = next.board.turned();
        next.banning = true;
        return value(next, alpha, beta);
    }

    int search_bans(const BonusNode& node, int alpha, int beta) {
        worker_.tick();
        const Set landing = lattice_.landing(node.board.occupied);
        int best = 1 - node.board.left;  // the opponent wins in reply
        for (int i = 0; i < lattice_.columns && best < beta; ++i) {
            const Set cell = landing & lattice_.column_cells[lattice_.centre_first[i]];
            if (cell.none()) continue;
            BonusNode next{node.board.turned(), node.bans | cell, false};
            next.board.occupied |= cell;
            --next.board.left;
            best = std::max(best, -value(next, -beta, -std::max(alpha, best)));
        }
        return best;
    }

    const L& lattice_;
    Memory<L, Table> memory_;
    Worker& worker_;
    FirstSearch<L, Table> first_;
};

}  // namespace dropfour

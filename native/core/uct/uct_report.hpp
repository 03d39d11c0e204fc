// From trees to answers: what is known of every move, which one to play, and the line expected.
#pragma once

#include "uct.hpp"
#include "uct_tree.hpp"

namespace dropfour {

// A move from some position: the playouts through it, of one tree or several, and its proof,
// seen by the player who would make it.
struct UctMove {
    int column = 0;
    std::uint64_t visits = 0, draws = 0;
    std::int64_t total = 0;  // won less lost
    Proof proof = Proof::none;
    int plies = 0;  // if won or lost: to the end from here, this move included
    bool plies_known = false;
    float order = 0;  // which to prefer if nothing is known

    double value() const {
        if (proof != Proof::none) return proof == Proof::won ? 1 : proof == Proof::lost ? -1 : 0;
        return visits == 0 ? 0 : static_cast<double>(total) / static_cast<double>(visits);
    }
};

// All legal moves, by column. A move without a node was pruned: it wins at once or loses at once.
template <int N>
std::vector<UctMove> moves_at(const Board<N>& board, const UctTree& tree,
                              const Position<N>& position, const UctNode& node, bool plain);

// Adds what another tree knows of the same moves.
void merge(std::vector<UctMove>& moves, const std::vector<UctMove>& others);

// The move to play: a proven win, the shortest; never a proven loss, unless all lose: the
// longest; a proven draw rather than a move that looks worse; otherwise as `choice` says. Ties go
// to the lower column.
const UctMove& choose(const std::vector<UctMove>& moves, FinalChoice choice);

// The moves chosen in turn from the root, the given one first, as far as they have been visited;
// a proven win or loss is shown to its end where it is near.
template <int N>
std::vector<int> expected_line(const Board<N>& board, const UctTree& tree, int first,
                               FinalChoice choice, bool plain);

template <int N>
std::vector<ColumnReport> as_columns(const Board<N>& board, const std::vector<UctMove>& moves);

// The visited nodes down to this depth, parents first.
std::vector<UctRow> table_of(const UctTree& tree, int depth);

}  // namespace dropfour

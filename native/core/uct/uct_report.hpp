// From trees to answers: what is known of every move, which one to play, and the line expected.
#pragma once

#include "uct_worker.hpp"

namespace dropfour {

// A move from some position: the playouts through it, of one tree or several, and its proof,
// seen by the player who would make it.
struct UctMove {
    int column = 0;
    std::uint64_t visits = 0, draws = 0;
    double total = 0;  // won less lost
    Proof proof = Proof::none;
    int plies = 0;  // if won or lost: to the end from here, this move included
    bool plies_known = false;
    float order = 0;        // which to prefer if nothing is known
    std::vector<int> line;  // expected from here, this move first; empty if not looked for

    double value() const {
        if (proof != Proof::none) return proof == Proof::won ? 1 : proof == Proof::lost ? -1 : 0;
        return visits == 0 ? 0 : total / static_cast<double>(visits);
    }
};

// What a worker has found out.
struct UctFindings {
    std::vector<UctMove> moves;  // all legal ones, by column; empty if it has not looked yet
    UctWork work;
};

// With the lines of all moves, or of the one to play only: they take a while.
UctFindings findings_of(const UctWorker& worker, const AnyBoard& board, const UctSettings& settings,
                        bool all_lines);

// What all of them have found out together. The move to play is a proven win, the shortest; never
// a proven loss, unless all lose: the longest; a proven draw rather than a move that looks worse;
// otherwise as `choice` says. Ties go to the lower column.
Report report_of(const std::vector<UctFindings>& all, const AnyBoard& board, FinalChoice choice);

// The visited nodes down to this depth, parents first.
std::vector<UctRow> table_of(const UctTree& tree, int depth);

}  // namespace dropfour

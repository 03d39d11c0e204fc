// A position together with its compiled rules, whatever its word count: what the bindings hold.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "position.hpp"
#include "words.hpp"

namespace dropfour {

template <int N>
struct Board {
    std::shared_ptr<const Geometry<N>> geometry;
    Position<N> position;
};

using AnyBoard = AnyWords<Board>;

// What look(geometry, position) returns.
template <class Look>
auto read(const AnyBoard& board, Look look) {
    return std::visit([&](const auto& b) { return look(*b.geometry, b.position); }, board);
}

// Content of a board as cells, the form in which positions come in and go out.
struct Content {
    std::array<std::vector<Cell>, 2> discs;
    std::vector<Cell> bans;
    int turn = 0;
    bool banning = false;
};

AnyBoard start(const Rules& rules);

// The same rules with this content: cells on the board, nothing twice, nothing floating, or
// the result is meaningless. Nothing if both players have won.
std::optional<AnyBoard> with_content(const AnyBoard& board, const Content& content);

Content content(const AnyBoard& board);

// The board after a disc or ban in this column, or nothing if it cannot go there.
std::optional<AnyBoard> play(const AnyBoard& board, int column);

std::vector<int> legal_columns(const AnyBoard& board);
std::vector<Cell> winning_cells(const AnyBoard& board, int player);
std::vector<Cell> completed_cells(const AnyBoard& board, int player);
// The completed patterns one by one, only those with this cell if there is one; no more than
// `most`.
std::vector<std::vector<Cell>> completed_patterns(const AnyBoard& board, int player,
                                                  std::optional<Cell> through, std::size_t most);
int points(const AnyBoard& board, int player);
// Own points less the opponent's; nothing if no points are counted.
std::optional<int> margin(const AnyBoard& board, int player);

AnyBoard mirrored(const AnyBoard& board);  // meaningful if the rules are symmetric
bool same_content(const AnyBoard& a, const AnyBoard& b);
std::uint64_t hash(const AnyBoard& board);
std::uint64_t perft(const AnyBoard& board, int depth);

}  // namespace dropfour

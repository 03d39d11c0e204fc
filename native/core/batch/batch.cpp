#include "batch.hpp"

#include <algorithm>
#include <type_traits>

#include "games.hpp"

namespace dropfour {
namespace {

template <int M, int N>
Bits<M> widened(const Bits<N>& bits) {
    Bits<M> result;
    std::copy(bits.word.begin(), bits.word.end(), result.word.begin());
    return result;
}

// The same rules for a set of more words: with the same places, for the stride is the board's.
template <int M, int N>
std::shared_ptr<const Geometry<M>> widened(const Geometry<N>& from) {
    auto to = std::make_shared<Geometry<M>>();
    to->columns = from.columns;
    to->rows = from.rows;
    to->stride = from.stride;
    to->playable = from.playable;
    to->ending = from.ending;
    to->symmetric = from.symmetric;
    to->board = widened<M>(from.board);
    to->floor = widened<M>(from.floor);
    to->blocked = widened<M>(from.blocked);
    to->counting = widened<M>(from.counting);
    to->bonus = widened<M>(from.bonus);
    for (const Bits<N>& cells : from.column_cells) to->column_cells.push_back(widened<M>(cells));
    to->centre_first = from.centre_first;
    to->only_fours = from.only_fours;
    to->four_steps = from.four_steps;
    for (const auto& pattern : from.patterns)
        to->patterns.push_back({pattern.shifts, widened<M>(pattern.anchors)});
    return to;
}

template <int M, int N>
Position<M> widened(const Position<N>& from) {
    return {{widened<M>(from.discs[0]), widened<M>(from.discs[1])},
            widened<M>(from.occupied),
            from.turn,
            from.banning,
            from.result};
}

// Boards of at most M words, those of the same rules still with one geometry.
template <int M>
std::vector<Board<M>> boards_of(std::span<const AnyBoard> starts) {
    std::vector<Board<M>> boards;
    std::vector<std::pair<const void*, std::shared_ptr<const Geometry<M>>>> known;
    for (const AnyBoard& start : starts)
        std::visit(
            [&]<int N>(const Board<N>& b) {
                if constexpr (N == M)
                    boards.push_back(b);
                else if constexpr (N < M) {
                    const void* const key = b.geometry.get();
                    auto found = std::find_if(known.begin(), known.end(),
                                              [&](const auto& k) { return k.first == key; });
                    if (found == known.end())
                        found = known.insert(known.end(), {key, widened<M>(*b.geometry)});
                    boards.push_back({found->second, widened<M>(b.position)});
                }
            },
            start);
    return boards;
}

int words_of(const AnyBoard& board) {
    return std::visit([]<int N>(const Board<N>&) { return N; }, board);
}

template <class Number>
void write_planes_of(const AnyBoard& board, Number* planes) {
    std::visit(
        [&]<int N>(const Board<N>& b) {
            const Geometry<N>& g = *b.geometry;
            PlaneLayout<N>(g, g.rows, g.columns, false).write(g, b.position, planes);
        },
        board);
}

}  // namespace

std::unique_ptr<Batch> Batch::of(std::span<const AnyBoard> starts, std::size_t games,
                                 const BatchSettings& settings) {
    int words = 0;
    for (const AnyBoard& start : starts) words = std::max(words, words_of(start));
    switch (words) {
#define DROPFOUR_CASE(N) \
    case N:              \
        return std::make_unique<Games<N>>(boards_of<N>(starts), games, settings);
        DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_CASE)
#undef DROPFOUR_CASE
    }
    std::abort();  // there is a start, and no board of other words
}

void write_planes(const AnyBoard& board, std::uint8_t* planes) {
    write_planes_of(board, planes);
}
void write_planes(const AnyBoard& board, float* planes) {
    write_planes_of(board, planes);
}

}  // namespace dropfour

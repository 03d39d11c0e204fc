#include "board.hpp"

#include "tactics.hpp"

namespace dropfour {
namespace {

template <int N>
std::vector<Cell> cells_of(const Geometry<N>& geometry, const Bits<N>& bits) {
    std::vector<Cell> cells;
    for_each_bit(bits, [&](int bit) { cells.push_back(geometry.cell(bit)); });
    return cells;
}

template <int N>
AnyBoard start_with_words(const Rules& rules) {
    auto geometry = std::make_shared<const Geometry<N>>(rules);
    const auto position = Position<N>::start(*geometry);
    return Board<N>{std::move(geometry), position};
}

}  // namespace

AnyBoard start(const Rules& rules) {
    const int columns = static_cast<int>(rules.heights.size());
    const int stride = *std::max_element(rules.heights.begin(), rules.heights.end()) + 1;
    switch (words_for(columns * stride)) {  // every column has its cap: carries may end there
#define DROPFOUR_CASE(N) \
    case N:              \
        return start_with_words<N>(rules);
        DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_CASE)
    }
    std::abort();  // words_for() returns nothing else
}

std::optional<AnyBoard> with_content(const AnyBoard& board, const Content& content) {
    return std::visit(
        [&]<int N>(const Board<N>& b) -> std::optional<AnyBoard> {
            auto position = Position<N>::start(*b.geometry);
            const auto put = [&](const std::vector<Cell>& cells) {
                Bits<N> bits;
                for (const Cell cell : cells) bits |= Bits<N>::one(b.geometry->bit(cell));
                position.occupied |= bits;
                return bits;
            };
            put(content.bans);
            for (int player = 0; player < 2; ++player)
                position.discs[player] = put(content.discs[player]);
            position.turn = static_cast<std::uint8_t>(content.turn);
            position.banning = content.banning;
            if (!finish_setup(*b.geometry, position)) return std::nullopt;
            return Board<N>{b.geometry, position};
        },
        board);
}

Content content(const AnyBoard& board) {
    return std::visit(
        []<int N>(const Board<N>& b) {
            const Geometry<N>& g = *b.geometry;
            const Position<N>& p = b.position;
            return Content{{cells_of(g, p.discs[0]), cells_of(g, p.discs[1])},
                           cells_of(g, p.bans(g)),
                           p.turn,
                           p.banning};
        },
        board);
}

std::optional<AnyBoard> play(const AnyBoard& board, int column) {
    return std::visit(
        [&]<int N>(const Board<N>& b) -> std::optional<AnyBoard> {
            if (column < 0 || column >= b.geometry->columns) return std::nullopt;
            const Bits<N> cell = b.position.landing(*b.geometry, column);
            if (cell.none()) return std::nullopt;
            std::optional<AnyBoard> next(b);
            std::get<Board<N>>(*next).position.play(*b.geometry, cell);
            return next;
        },
        board);
}

std::vector<int> legal_columns(const AnyBoard& board) {
    return std::visit(
        []<int N>(const Board<N>& b) {
            std::vector<int> columns;
            for_each_bit(b.position.landing(*b.geometry),
                         [&](int bit) { columns.push_back(b.geometry->cell(bit).column); });
            return columns;
        },
        board);
}

std::vector<Cell> winning_cells(const AnyBoard& board, int player) {
    return std::visit(
        [&]<int N>(const Board<N>& b) {
            return cells_of(*b.geometry, threats_of(*b.geometry, b.position, player));
        },
        board);
}

std::vector<Cell> completed_cells(const AnyBoard& board, int player) {
    return std::visit(
        [&]<int N>(const Board<N>& b) {
            const Bits<N> own = b.position.discs[player] & b.geometry->counting;
            return cells_of(*b.geometry, b.geometry->completed_cells(own));
        },
        board);
}

int points(const AnyBoard& board, int player) {
    return std::visit(
        [&]<int N>(const Board<N>& b) {
            return b.geometry->points(b.position.discs[player] & b.geometry->counting);
        },
        board);
}

std::optional<int> margin(const AnyBoard& board, int player) {
    const bool counted =
        std::visit([](const auto& b) { return b.geometry->ending == Ending::full_board; }, board);
    if (!counted) return std::nullopt;
    return points(board, player) - points(board, player ^ 1);
}

AnyBoard mirrored(const AnyBoard& board) {
    return std::visit(
        []<int N>(const Board<N>& b) -> AnyBoard {
            Board<N> result = b;
            for (Bits<N>& discs : result.position.discs) discs = b.geometry->mirrored(discs);
            result.position.occupied = b.geometry->mirrored(b.position.occupied);
            return result;
        },
        board);
}

bool same_content(const AnyBoard& a, const AnyBoard& b) {
    return std::visit(
        []<int N, int M>(const Board<N>& x, const Board<M>& y) {
            if constexpr (N == M) return x.position == y.position;
            return false;
        },
        a, b);
}

std::uint64_t hash(const AnyBoard& board) {
    return std::visit([]<int N>(const Board<N>& b) { return b.position.hash(); }, board);
}

std::uint64_t perft(const AnyBoard& board, int depth) {
    return std::visit(
        [&]<int N>(const Board<N>& b) { return perft(*b.geometry, b.position, depth); }, board);
}

}  // namespace dropfour

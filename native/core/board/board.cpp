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
#undef DROPFOUR_CASE
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
    return read(board, [](const auto& g, const auto& p) {
        return Content{{cells_of(g, p.discs[0]), cells_of(g, p.discs[1])},
                       cells_of(g, p.bans(g)),
                       p.turn,
                       p.banning};
    });
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
    return read(board, [](const auto& geometry, const auto& position) {
        std::vector<int> columns;
        for_each_bit(position.landing(geometry),
                     [&](int bit) { columns.push_back(geometry.cell(bit).column); });
        return columns;
    });
}

std::vector<Cell> winning_cells(const AnyBoard& board, int player) {
    return read(board, [&](const auto& geometry, const auto& position) {
        return cells_of(geometry, threats_of(geometry, position, player));
    });
}

std::vector<Cell> completed_cells(const AnyBoard& board, int player) {
    return read(board, [&](const auto& geometry, const auto& position) {
        const auto own = position.discs[player] & geometry.counting;
        return cells_of(geometry, geometry.completed_cells(own));
    });
}

std::vector<std::vector<Cell>> completed_patterns(const AnyBoard& board, int player,
                                                  std::optional<Cell> through, std::size_t most) {
    return read(board, [&]<int N>(const Geometry<N>& geometry, const Position<N>& position) {
        const Bits<N> own = position.discs[player] & geometry.counting;
        std::vector<std::vector<Cell>> patterns;
        for (const auto& pattern : geometry.patterns) {
            Bits<N> anchors = completions(own, pattern);
            if (through) {
                Bits<N> covering;
                for (const int shift : pattern.shifts)
                    if (const int bit = geometry.bit(*through); bit >= shift)
                        covering |= Bits<N>::one(bit - shift);
                anchors &= covering;
            }
            for_each_bit(anchors, [&](int anchor) {
                if (patterns.size() == most) return;
                auto& cells = patterns.emplace_back();
                for (const int shift : pattern.shifts)
                    cells.push_back(geometry.cell(anchor + shift));
            });
        }
        return patterns;
    });
}

int points(const AnyBoard& board, int player) {
    return read(board, [&](const auto& geometry, const auto& position) {
        return geometry.points(position.discs[player] & geometry.counting);
    });
}

std::optional<int> margin(const AnyBoard& board, int player) {
    return read(board, [&](const auto& geometry, const auto& position) -> std::optional<int> {
        if (geometry.ending != Ending::full_board) return std::nullopt;
        return margin(geometry, position, player);
    });
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
    return read(board, [](const auto&, const auto& position) { return position.hash(); });
}

std::uint64_t perft(const AnyBoard& board, int depth) {
    return read(board, [&](const auto& geometry, const auto& position) {
        return perft(geometry, position, depth);
    });
}

}  // namespace dropfour

#include "placements.hpp"

namespace dropfour {
namespace {

constexpr std::size_t most_touched = 4'000'000;  // 16 MB; all lines on 32 x 32 make 0.3 million

template <int N>
std::shared_ptr<const Placements> compile(const Geometry<N>& geometry) {
    auto result = std::make_shared<Placements>();
    Placements& all = *result;
    all.playable = geometry.playable;
    all.ending = geometry.ending;

    std::vector<Placements::Cell> cell_of(Bits<N>::capacity);  // by bit
    for (const Bits<N>& cells : geometry.column_cells) {
        const int column = static_cast<int>(all.heights.size()), height = cells.count();
        all.first_number.push_back(static_cast<int>(all.bonus.size()));
        all.heights.push_back(height);
        int index = 0;
        for_each_bit(cells, [&](int bit) {
            const Placements::Cell cell{static_cast<std::uint8_t>(column),
                                        static_cast<std::uint8_t>(index),
                                        static_cast<std::uint8_t>((height - 1 - index) & 1)};
            cell_of[bit] = cell;
            all.bonus.push_back(geometry.bonus.test(bit));
            if (geometry.bonus.test(bit)) all.bonus_cells.push_back(cell);
            ++index;
        });
    }

    for (const auto& pattern : geometry.patterns) {
        all.smallest = std::min(all.smallest, static_cast<int>(pattern.shifts.size()));
        for_each_bit(pattern.anchors, [&](int anchor) {
            all.first_cell.push_back(static_cast<std::uint32_t>(all.cells.size()));
            for (const int shift : pattern.shifts) all.cells.push_back(cell_of[anchor + shift]);
        });
    }
    all.first_cell.push_back(static_cast<std::uint32_t>(all.cells.size()));

    // By cell: those that hold it, then those that hold only cells above it.
    std::vector<std::vector<std::uint32_t>> holding(all.bonus.size()), higher(all.bonus.size());
    std::size_t total = 0;
    std::array<int, max_columns> highest;
    for (std::uint32_t id = 0; id < all.count(); ++id) {
        highest.fill(-1);
        for (auto i = all.first_cell[id]; i < all.first_cell[id + 1]; ++i) {
            const Placements::Cell cell = all.cells[i];
            holding[all.number(cell.column, cell.index)].push_back(id);
            highest[cell.column] = std::max(highest[cell.column], int{cell.index});
        }
        for (int column = 0; column < geometry.columns; ++column)
            for (int index = 0; index < highest[column]; ++index, ++total) {
                auto& list = holding[all.number(column, index)];
                if (list.empty() || list.back() != id)
                    higher[all.number(column, index)].push_back(id);
            }
        if (total > most_touched) return nullptr;
    }
    for (std::size_t number = 0; number < holding.size(); ++number) {
        const auto &here = holding[number], &above = higher[number];
        all.touched_by.push_back({static_cast<std::uint32_t>(all.touched.size()),
                                  static_cast<std::uint32_t>(here.size()),
                                  static_cast<std::uint32_t>(here.size() + above.size())});
        all.touched.insert(all.touched.end(), here.begin(), here.end());
        all.touched.insert(all.touched.end(), above.begin(), above.end());
    }
    return result;
}

}  // namespace

std::shared_ptr<const Placements> Placements::of(const AnyBoard& board) {
    return read(board, [](const auto& geometry, const auto&) { return compile(geometry); });
}

}  // namespace dropfour

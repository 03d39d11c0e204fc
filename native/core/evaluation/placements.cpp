#include "placements.hpp"

#include <bit>

namespace dropfour {
namespace {

constexpr std::size_t most_touched = 4'000'000;  // 16 MB; all lines on 32 x 32 make 0.3 million
constexpr std::size_t most_lane_bytes = std::size_t{16} << 20;

template <int N>
class Compiler {
  public:
    explicit Compiler(const Geometry<N>& geometry)
        : geometry_(geometry), cell_of_(Bits<N>::capacity) {
        all_.playable = geometry.playable;
        all_.ending = geometry.ending;
        for (const Bits<N>& cells : geometry.column_cells) add_column(cells);
        std::size_t most = 4;
        for (const auto& pattern : geometry.patterns) {
            most = std::max(most, pattern.shifts.size());
            all_.smallest = std::min(all_.smallest, static_cast<int>(pattern.shifts.size()));
        }
        all_.width = std::bit_ceil(most);
    }

    std::shared_ptr<const Placements> compile() {
        if (too_many()) return nullptr;
        count();
        lay_out();
        fill();
        return std::make_shared<Placements>(std::move(all_));
    }

  private:
    using List = Placements::List;
    using Cell = Placements::Cell;

    void add_column(const Bits<N>& cells) {
        const int column = static_cast<int>(all_.heights.size()), height = cells.count();
        all_.first_number.push_back(static_cast<int>(all_.bonus.size()));
        all_.heights.push_back(height);
        int index = 0;
        for_each_bit(cells, [&](int bit) {
            const int reach = 2 * index + ((height - 1 - index) & 1);
            const Cell cell{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(index),
                            static_cast<std::uint8_t>(reach)};
            cell_of_[bit] = cell;
            all_.bonus.push_back(geometry_.bonus.test(bit));
            if (geometry_.bonus.test(bit)) all_.bonus_cells.push_back(cell);
            ++index;
        });
    }

    // Calls visit(cells) for each placement, in the order of their numbers, until it says no.
    template <class Visit>
    bool for_each_placement(Visit visit) const {
        std::vector<Cell> cells;
        bool more = true;
        for (const auto& pattern : geometry_.patterns)
            for_each_bit(pattern.anchors, [&](int anchor) {
                if (!more) return;
                cells.clear();
                for (const int shift : pattern.shifts) cells.push_back(cell_of_[anchor + shift]);
                more = visit(cells);
            });
        return more;
    }

    // Calls visit(number, holds) for each cell that touches the placement.
    template <class Visit>
    void for_each_touching(const std::vector<Cell>& cells, Visit visit) const {
        std::array<std::uint32_t, max_columns> held{};  // by index, bits
        for (const Cell& cell : cells) held[cell.column] |= std::uint32_t{1} << cell.index;
        for (const Cell& cell : cells) {
            if (held[cell.column] >> cell.index != 1) continue;  // not the column's highest
            for (int index = 0; index <= cell.index; ++index)
                visit(all_.number(cell.column, index), held[cell.column] >> index & 1);
        }
    }

    // Counts before anything is built: rules with thousands of patterns shall cost no time.
    bool too_many() const {
        std::size_t held = 0, touched = 0;
        for (const auto& pattern : geometry_.patterns)
            held += static_cast<std::size_t>(pattern.anchors.count()) * pattern.shifts.size();
        if (held > most_touched) return true;
        return !for_each_placement([&](const std::vector<Cell>& cells) {
            std::array<std::uint8_t, max_columns> highest{};
            for (const Cell& cell : cells)
                highest[cell.column] = std::max(highest[cell.column], cell.index);
            for (const std::uint8_t index : highest) touched += index;
            return touched <= most_touched;
        });
    }

    // The lengths of the lists.
    void count() {
        all_.touched_by.resize(all_.bonus.size());
        for_each_placement([&](const std::vector<Cell>& cells) {
            for_each_touching(cells, [&](std::size_t number, bool holds) {
                all_.touched_by[number].holding += holds;
                ++all_.touched_by[number].count;
            });
            ++all_.all.count;
            all_.sizes.push_back(static_cast<std::uint8_t>(cells.size()));
            return true;
        });
    }

    // Where each list begins, and padding everywhere.
    void lay_out() {
        std::uint32_t entries = 0;
        const auto lay = [&](List& list) {
            list.first = entries;
            list.count =
                (list.count + Placements::group - 1) / Placements::group * Placements::group;
            entries += list.count;
        };
        all_.all.holding = all_.all.count;
        lay(all_.all);
        for (List& list : all_.touched_by) lay(list);
        all_.in_lanes = all_.width <= 8 && 2 * all_.width * entries <= most_lane_bytes;
        const std::size_t with_cells = all_.in_lanes ? entries : all_.all.count;
        all_.reaches.assign(with_cells * all_.width, Placements::no_cell);
        all_.columns.assign(with_cells * all_.width, Placements::no_cell);
        all_.ids.assign(entries, static_cast<std::uint32_t>(all_.sizes.size()));
        all_.sizes.push_back(0);
    }

    void fill() {
        std::vector<std::uint32_t> next_holding, next_other;  // entries, by number
        for (const List& list : all_.touched_by) {
            next_holding.push_back(list.first);
            next_other.push_back(list.first + list.holding);
        }
        std::uint32_t id = 0;
        for_each_placement([&](const std::vector<Cell>& cells) {
            for_each_touching(cells, [&](std::size_t number, bool holds) {
                fill((holds ? next_holding : next_other)[number]++, id, cells);
            });
            fill(id, id, cells);
            ++id;
            return true;
        });
    }

    void fill(std::uint32_t entry, std::uint32_t id, const std::vector<Cell>& cells) {
        all_.ids[entry] = id;
        if (!all_.in_lanes && entry >= all_.all.count) return;
        std::size_t to = entry * all_.width;
        for (const Cell& cell : cells) {
            all_.reaches[to] = cell.reach;
            all_.columns[to++] = cell.column;
        }
    }

    const Geometry<N>& geometry_;
    std::vector<Cell> cell_of_;  // by bit
    Placements all_;
};

}  // namespace

std::shared_ptr<const Placements> Placements::of(const AnyBoard& board) {
    return read(board, []<int N>(const Geometry<N>& geometry, const auto&) {
        return Compiler<N>(geometry).compile();
    });
}

}  // namespace dropfour

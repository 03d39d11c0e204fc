#include "inputs.hpp"

#include <array>

namespace dropfour {
namespace {

using inputs::Whose;

// The definition, cell by cell. Players use what evaluator.hpp keeps up instead.
template <int N>
class Inputs {
  public:
    Inputs(const Geometry<N>& geometry, const Position<N>& position)
        : geometry_(geometry), position_(position), own_(position.turn) {
        free_ = geometry.free_cells(position.occupied);
        for (const auto& pattern : geometry.patterns)
            for_each_bit(pattern.anchors, [&](int anchor) { look_at(pattern, anchor); });
        for (int column = 0; column < geometry.columns; ++column) look_at(column);
        for_each_bit(geometry.bonus & ~position.occupied, [&](int bit) {
            const int reach = inputs::capped(this->reach(bit, own_), inputs::most_depth);
            found_.push_back(inputs::first_bonus + reach);
        });
        look_at_board();
        std::sort(found_.begin(), found_.end());
    }

    std::vector<int> found_;

  private:
    int free_in(const Bits<N>& cells) const {
        return (cells & geometry_.board & ~position_.occupied).count();
    }
    Bits<N> above(int bit) const {
        Bits<N> cells = geometry_.column_cells[geometry_.cell(bit).column];
        for (int b = 0; b <= bit; ++b) cells &= ~Bits<N>::one(b);
        return cells;
    }
    Bits<N> below(int bit) const {
        return geometry_.column_cells[geometry_.cell(bit).column] & ~above(bit) &
               ~Bits<N>::one(bit);
    }

    // The n-th next move is the mover's if n is odd; this cell is filled by number free - above.
    int reach(int bit, int player) const {
        const bool movers = (free_ - free_in(above(bit))) % 2 != 0;
        return inputs::reach(free_in(below(bit)), movers == (player == position_.turn));
    }

    void look_at(const CompiledPattern<N>& pattern, int anchor) {
        int furthest = 0, nearest = 1 << 20, missing = 0, discs = 0, owner = -1, hole = 0;
        for (const int shift : pattern.shifts) {
            const int bit = anchor + shift;
            if (!position_.occupied.test(bit)) {
                ++missing;
                hole = bit;
                continue;
            }
            const int player = position_.discs[0].test(bit) ? 0 : 1;
            const bool ban = !position_.discs[player].test(bit);
            if (ban || (discs > 0 && player != owner)) return;
            owner = player;
            ++discs;
        }
        if (discs == 0 || missing == 0) return;
        for (const int shift : pattern.shifts) {
            if (position_.occupied.test(anchor + shift)) continue;
            const int far = reach(anchor + shift, owner);
            furthest = std::max(furthest, far);
            nearest = std::min(nearest, far);
        }
        if (missing == 1) threats_[owner] |= Bits<N>::one(hole);
        const int first = owner == own_ ? inputs::own_patterns : inputs::other_patterns;
        found_.push_back(first + inputs::pattern(missing, furthest, nearest));
    }

    Whose threat(int bit) const {
        const bool own = threats_[own_].test(bit), other = threats_[own_ ^ 1].test(bit);
        return own && other ? Whose::both : own ? Whose::own : other ? Whose::other : Whose::nobody;
    }

    void look_at(int column) {
        const Bits<N> free = geometry_.column_cells[column] & ~position_.occupied;
        bool seen = false;
        std::array<int, 2> lowest_kept{inputs::no_threat, inputs::no_threat};
        for_each_bit(free, [&](int bit) {
            const Whose whose = threat(bit);
            if (whose != Whose::nobody && !seen) {
                seen = true;
                const Bits<N> next = above(bit);
                const Whose higher = next.any() ? threat(next.lowest()) : Whose::nobody;
                found_.push_back(inputs::first_stack +
                                 inputs::stack(whose, reach(bit, own_), higher));
            }
            for (const int player : {own_, own_ ^ 1}) {
                const int far = reach(bit, player);
                int& lowest = lowest_kept[player == own_ ? 0 : 1];
                if (threats_[player].test(bit) && far % 2 == 0 && lowest == inputs::no_threat)
                    lowest = std::min(far / 2, inputs::most_depth);
            }
        });
        if (lowest_kept[0] != inputs::no_threat || lowest_kept[1] != inputs::no_threat)
            found_.push_back(inputs::first_duel + inputs::duel(lowest_kept[0], lowest_kept[1]));
    }

    void look_at_board() {
        std::size_t smallest = max_pattern_cells;
        for (const auto& pattern : geometry_.patterns)
            smallest = std::min(smallest, pattern.shifts.size());
        found_.push_back(inputs::first_size + inputs::size(static_cast<int>(smallest)));
        const int full = geometry_.ending == Ending::full_board ? 1 : 0;
        found_.push_back(inputs::first_amount + full * inputs::amounts + inputs::amount(free_));
        int odd = 0, open = 0;
        for (const Bits<N>& cells : geometry_.column_cells) {
            const int free = free_in(cells);
            odd += free % 2;
            open += free > 0 ? 1 : 0;
        }
        found_.push_back(inputs::first_odd + std::min(odd, inputs::odd_columns - 1));
        found_.push_back(inputs::first_open + std::min(open, inputs::open_columns) - 1);
        if (free_ % 2 != 0) found_.push_back(inputs::last_is_own);
        if (position_.banning) found_.push_back(inputs::ban_is_next);
    }

    const Geometry<N>& geometry_;
    const Position<N>& position_;
    const int own_;
    int free_ = 0;
    std::array<Bits<N>, 2> threats_{};  // by player
};

}  // namespace

std::vector<int> active_inputs(const AnyBoard& board) {
    return read(board, []<int N>(const Geometry<N>& geometry, const Position<N>& position) {
        return Inputs<N>(geometry, position).found_;
    });
}

}  // namespace dropfour

#include "evaluator.hpp"

namespace dropfour {
namespace {

using inputs::Whose;

Whose whose(std::uint32_t own, std::uint32_t other, int index) {
    return static_cast<Whose>((own >> index & 1) | (other >> index & 1) << 1);
}

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const Network> network,
                     std::shared_ptr<const Placements> placements, const Network::Code& code)
    : network_(std::move(network)),
      placements_(std::move(placements)),
      code_(code),
      seen_(placements_->count()),
      column_inputs_(placements_->heights.size()) {}

void Evaluator::set(const AnyBoard& board) {
    const Placements& all = *placements_;
    const Content now = content(board);
    filled_.fill(0);
    points_ = {};
    threats_ = {};
    sums_ = {};
    threat_counts_ = {};
    changes_.clear();
    frames_.clear();
    std::fill(column_inputs_.begin(), column_inputs_.end(), ColumnInputs{});

    // Who has what in each cell, by number: cells fill from below, so a column's discs and bans
    // sorted by row are its cells in order.
    std::vector<std::uint8_t> owners(all.bonus.size());
    std::vector<std::pair<Cell, std::uint8_t>> content;
    for (const Cell cell : now.discs[0]) content.emplace_back(cell, 1);
    for (const Cell cell : now.discs[1]) content.emplace_back(cell, 2);
    for (const Cell cell : now.bans) content.emplace_back(cell, 3);
    std::sort(content.begin(), content.end());
    for (const auto& [cell, owner] : content)
        owners[all.number(cell.column, filled_[cell.column]++)] = owner;

    free_ = all.playable - static_cast<int>(content.size());
    turn_ = static_cast<std::uint8_t>(now.turn);
    banning_ = now.banning;
    last_getter_ = static_cast<std::uint8_t>(turn_ ^ ((free_ + 1) & 1));
    std::fill(seen_.begin(), seen_.end(), Seen{});
    for (std::uint32_t id = 0; id < all.count(); ++id) {
        std::uint8_t both = 0;
        for (auto i = all.first_cell[id]; i < all.first_cell[id + 1]; ++i)
            both |= owners[all.number(all.cells[i].column, all.cells[i].index)];
        replace(id, look_at(id, both));
    }
    changes_.clear();
    update_columns(~0u);
}

// What a placement is now, if these players have something in it.
Evaluator::Seen Evaluator::look_at(std::uint32_t placement, std::uint8_t owners) const {
    Seen now;
    now.owners = owners;
    if (owners == 0 || owners == 3) return now;
    const Placements& all = *placements_;
    const int getter_of_kept = owners >> 1;
    int missing = 0, furthest = 0, nearest = 1 << 20;
    for (auto i = all.first_cell[placement]; i < all.first_cell[placement + 1]; ++i) {
        const Placements::Cell cell = all.cells[i];
        const int depth = cell.index - filled(cell.column);
        if (depth < 0) continue;
        const int reach = inputs::reach(depth, getter(cell) == getter_of_kept);
        furthest = std::max(furthest, reach);
        nearest = std::min(nearest, reach);
        now.hole = static_cast<std::uint16_t>(cell.column * most_rows + cell.index);
        ++missing;
    }
    now.points = missing == 0;
    if (missing != 0)
        now.input = static_cast<std::uint16_t>(inputs::pattern(missing, furthest, nearest));
    if (missing != 1) now.hole = 0;
    return now;
}

// Lets a placement be seen as `now`, remembers what it was, and collects what changes by it.
void Evaluator::replace(std::uint32_t placement, const Seen& now) {
    Seen& seen = seen_[placement];
    changes_.push_back({placement, seen});
    count(seen, -1);
    count(now, +1);
    const auto collect = [&](const Seen& which, auto& lists) {
        if (which.input == nothing) return;
        const int owner = which.owners >> 1;
        lists[owner].push_back(static_cast<std::uint16_t>(inputs::own_patterns + which.input));
        lists[owner ^ 1].push_back(
            static_cast<std::uint16_t>(inputs::other_patterns + which.input));
    };
    if (seen.input != now.input || seen.owners != now.owners) {
        collect(seen, removed_);
        collect(now, added_);
    }
    seen = now;
}

// Points and threats of one placement, come or gone.
void Evaluator::count(const Seen& seen, int sign) {
    if (seen.points) points_[seen.owners >> 1] += sign;
    if (seen.input >= inputs::reaches) return;  // more than one cell is missing, or nothing seen
    const int owner = seen.owners >> 1;
    std::uint16_t& count = threat_counts_[owner][seen.hole];
    const bool was = count != 0;
    count = static_cast<std::uint16_t>(count + sign);
    if (was == (count != 0)) return;
    const int column = seen.hole / most_rows;
    threats_[owner][column] ^= std::uint32_t{1} << seen.hole % most_rows;
    columns_changed_ |= std::uint32_t{1} << column;
}

void Evaluator::play(int column) {
    const Placements& all = *placements_;
    const std::size_t number = all.number(column, filled(column));
    frames_.push_back({sums_, changes_.size(), column, 0, turn_, last_getter_, banning_, points_});
    columns_changed_ = std::uint32_t{1} << column;

    const auto mark = static_cast<std::uint8_t>(banning_ ? 3 : 1 << turn_);
    ++filled_[column];
    --free_;
    banning_ = !banning_ && all.bonus[number] != 0;
    if (!banning_) turn_ ^= 1;
    const auto last_getter = static_cast<std::uint8_t>(turn_ ^ ((free_ + 1) & 1));

    if (last_getter == last_getter_) {
        const Placements::Touched touched = all.touched_by[number];
        for (std::uint32_t i = 0; i < touched.count; ++i) {
            const std::uint32_t id = all.touched[touched.first + i];
            const Seen& seen = seen_[id];
            if (seen.owners == 3) continue;
            const auto owners =
                static_cast<std::uint8_t>(i < touched.holding ? seen.owners | mark : seen.owners);
            if (owners == 0) continue;
            const Seen now = look_at(id, owners);
            if (now.input != seen.input || now.owners != seen.owners || now.points != seen.points)
                replace(id, now);
        }
    } else {  // every cell has another getter now
        const Placements::Touched touched = all.touched_by[number];
        last_getter_ = last_getter;
        for (std::uint32_t i = 0; i < touched.holding; ++i) {
            const std::uint32_t id = all.touched[touched.first + i];
            replace(id, look_at(id, seen_[id].owners | mark));
        }
        for (std::uint32_t id = 0; id < all.count(); ++id)
            if (seen_[id].input != nothing) replace(id, look_at(id, seen_[id].owners));
        columns_changed_ = ~0u;
    }
    update_columns(columns_changed_);
    frames_.back().columns_changed = columns_changed_;
}

// Looks at these columns again, and lets all that has changed change the sums.
void Evaluator::update_columns(std::uint32_t columns) {
    const int count = static_cast<int>(column_inputs_.size());
    for (int column = 0; column < count; ++column) {
        if ((columns >> column & 1) == 0) continue;
        const ColumnInputs now = look_at_column(column);
        ColumnInputs& seen = column_inputs_[column];
        for (int player = 0; player < 2; ++player) {
            for (const std::uint16_t gone : {seen.stack[player], seen.duel[player]})
                if (gone != nothing) removed_[player].push_back(gone);
            for (const std::uint16_t come : {now.stack[player], now.duel[player]})
                if (come != nothing) added_[player].push_back(come);
        }
        seen = now;
    }
    for (int player = 0; player < 2; ++player) {
        code_.change(*network_, added_[player], removed_[player], sums_[player]);
        added_[player].clear();
        removed_[player].clear();
    }
}

Evaluator::ColumnInputs Evaluator::look_at_column(int column) const {
    ColumnInputs found;
    const std::uint32_t first = threats_[0][column], second = threats_[1][column];
    if ((first | second) == 0) return found;
    const int height = placements_->heights[column];
    const auto cell_getter = [&](int index) { return last_getter_ ^ ((height - 1 - index) & 1); };
    // Of each player: the lowest that he gets himself. Every second cell is the first player's.
    const std::uint32_t of_last = (height - 1) % 2 == 0 ? 0x55555555u : 0xAAAAAAAAu;
    const auto lowest_kept = [&](int player) {
        const std::uint32_t kept =
            threats_[player][column] & (last_getter_ == player ? of_last : ~of_last);
        if (kept == 0) return inputs::no_threat;
        return std::min(std::countr_zero(kept) - filled(column), inputs::most_depth);
    };
    const int lowest = std::countr_zero(first | second);
    for (int player = 0; player < 2; ++player) {
        const std::uint32_t own = threats_[player][column], other = threats_[player ^ 1][column];
        const int reach = inputs::reach(lowest - filled(column), cell_getter(lowest) == player);
        const Whose above = lowest + 1 < height ? whose(own, other, lowest + 1) : Whose::nobody;
        found.stack[player] = static_cast<std::uint16_t>(
            inputs::first_stack + inputs::stack(whose(own, other, lowest), reach, above));
        const int own_depth = lowest_kept(player), other_depth = lowest_kept(player ^ 1);
        if (own_depth != inputs::no_threat || other_depth != inputs::no_threat)
            found.duel[player] = static_cast<std::uint16_t>(inputs::first_duel +
                                                            inputs::duel(own_depth, other_depth));
    }
    return found;
}

void Evaluator::undo() {
    const Frame& frame = frames_.back();
    while (changes_.size() > frame.changes) {
        const Change& change = changes_.back();
        count(seen_[change.placement], -1);
        count(change.before, +1);
        seen_[change.placement] = change.before;
        changes_.pop_back();
    }
    --filled_[frame.column];
    ++free_;
    turn_ = frame.turn;
    banning_ = frame.banning;
    last_getter_ = frame.last_getter;
    points_ = frame.points;
    const int count = static_cast<int>(column_inputs_.size());
    for (int column = 0; column < count; ++column)
        if (frame.columns_changed >> column & 1) column_inputs_[column] = look_at_column(column);
    sums_ = frame.sums;
    frames_.pop_back();
}

std::uint32_t Evaluator::ready(int player) const {
    std::uint32_t columns = 0;
    const int count = static_cast<int>(column_inputs_.size());
    for (int column = 0; column < count; ++column)
        columns |= (threats_[player][column] >> filled(column) & 1) << column;
    return columns;
}

// What is not kept up but looked at when it is needed: bonus cells and the whole board.
template <class Visit>
void Evaluator::for_each_board_input(int player, Visit visit) const {
    const Placements& all = *placements_;
    for (const Placements::Cell& cell : all.bonus_cells) {
        const int depth = cell.index - filled(cell.column);
        if (depth >= 0)
            visit(inputs::first_bonus +
                  inputs::capped(inputs::reach(depth, getter(cell) == player), inputs::most_depth));
    }
    visit(inputs::first_size + inputs::size(all.smallest));
    const int full = all.ending == Ending::full_board ? 1 : 0;
    visit(inputs::first_amount + full * inputs::amounts + inputs::amount(free_));
    int odd = 0, open = 0;
    for (std::size_t column = 0; column < all.heights.size(); ++column) {
        const int free = all.heights[column] - filled_[column];
        odd += free & 1;
        open += free > 0 ? 1 : 0;
    }
    visit(inputs::first_odd + std::min(odd, inputs::odd_columns - 1));
    visit(inputs::first_open + std::min(open, inputs::open_columns) - 1);
    if (free_ % 2 != 0) visit(inputs::last_is_own);
    if (banning_) visit(inputs::ban_is_next);
}

Outlook Evaluator::outlook() const {
    std::array<std::uint16_t, 8> few;
    std::size_t count = 0;
    Network::Sums sums = sums_[turn_];
    for_each_board_input(turn_, [&](int input) {
        few[count++] = static_cast<std::uint16_t>(input);
        if (count == few.size()) {
            code_.change(*network_, few, {}, sums);
            count = 0;
        }
    });
    code_.change(*network_, std::span(few).first(count), {}, sums);
    const auto [logit, rest] = code_.outputs(*network_, sums);
    const int lead = points_[turn_] - points_[turn_ ^ 1];
    constexpr int rest_divisor = Network::unit / (Network::points_per_output * Outlook::point_unit);
    return {logit / (Network::unit / Outlook::logit_unit),
            lead * Outlook::point_unit + rest / rest_divisor};
}

std::vector<int> Evaluator::inputs() const {
    std::vector<int> found;
    for (const Seen& seen : seen_) {
        if (seen.input == nothing) continue;
        const bool own = seen.owners >> 1 == turn_;
        found.push_back((own ? inputs::own_patterns : inputs::other_patterns) + seen.input);
    }
    for (const ColumnInputs& column : column_inputs_)
        for (const std::uint16_t input : {column.stack[turn_], column.duel[turn_]})
            if (input != nothing) found.push_back(input);
    for_each_board_input(turn_, [&](int input) { found.push_back(input); });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace dropfour

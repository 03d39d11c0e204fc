#include "evaluator.hpp"

namespace dropfour {
namespace {

using inputs::Whose;

Whose whose(std::uint32_t own, std::uint32_t other, int index) {
    return static_cast<Whose>((own >> index & 1) | (other >> index & 1) << 1);
}

// Calls visit(number) for each bit that is set.
template <class Visit>
void for_each_of(std::uint32_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

constexpr std::uint16_t no_input = Network::zeros;

int amount_input(Ending ending, int free) {
    const int full = ending == Ending::full_board ? inputs::amounts : 0;
    return inputs::first_amount + full + inputs::amount(free);
}
int odd_input(int columns) {
    return inputs::first_odd + std::min(columns, inputs::odd_columns - 1);
}
int open_input(int columns) {  // at the end of a game any will do
    return inputs::first_open + std::clamp(columns, 1, inputs::open_columns) - 1;
}
int bonus_input(int reach) {
    return inputs::first_bonus + inputs::capped(reach, inputs::most_depth);
}

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const Network> network,
                     std::shared_ptr<const Placements> placements, const Kernels& kernels)
    : network_(std::move(network)),
      placements_(std::move(placements)),
      kernels_(kernels),
      tallies_(placements_->sizes.size()),
      changed_(placements_->all.count),
      close_(placements_->all.count),
      others_(2 * max_columns + placements_->bonus_cells.size() + 8) {}

void Evaluator::set(const AnyBoard& board) {
    const Placements& all = *placements_;
    const Content now = content(board);

    // Who has what in each cell, by number: cells fill from below, so a column's discs and bans
    // sorted by row are its cells in order.
    std::vector<std::uint8_t> owners(all.bonus.size());
    std::vector<std::pair<Cell, std::uint8_t>> content;
    for (const Cell cell : now.discs[0]) content.emplace_back(cell, 1);
    for (const Cell cell : now.discs[1]) content.emplace_back(cell, 2);
    for (const Cell cell : now.bans) content.emplace_back(cell, 3);
    std::sort(content.begin(), content.end());

    ply_ = 0;
    const int free = all.playable - static_cast<int>(content.size());
    states_.resize(static_cast<std::size_t>(free) + 1);
    State& state = states_[0] = {};
    for (const auto& [cell, owner] : content) {
        owners[number(state, cell.column)] = owner;
        state.twice_filled[cell.column] += 2;
    }
    for (std::size_t column = 0; column < all.heights.size(); ++column) {
        const int left = all.heights[column] - state.filled(static_cast<int>(column));
        state.odd_columns += left & 1;
        state.open_columns += left > 0 ? 1 : 0;
    }
    state.free = free;
    state.turn = static_cast<std::uint8_t>(now.turn);
    state.banning = now.banning;
    state.last_getter = static_cast<std::uint8_t>(now.turn ^ ((free + 1) & 1));

    for (std::size_t id = 0; id < tallies_.size(); ++id)
        tallies_[id] = all.sizes[id] * one_more_free;
    tallies_.back() = tally_of[3];
    for (std::size_t i = 0; i < all.all.count * all.width; ++i) {
        if (all.columns[i] == Placements::no_cell) continue;
        const std::uint8_t owner = owners[all.number(all.columns[i], all.reaches[i] / 2)];
        if (owner != 0) tallies_[i / all.width] += tally_of[owner] - one_more_free;
    }
    look_anew(state);
}

// Everything that is kept besides what lies in placements.
void Evaluator::look_anew(State& state) {
    const Placements& all = *placements_;
    state.points = {};
    state.columns = {};
    for (Column& column : state.columns) column.stack = column.duel = {no_input, no_input};
    const Drop none{all,     tallies_.data(),       state.twice_filled.data(),
                    all.all, Placements::no_column, state.last_getter,
                    0};
    const LookedCounts counts = kernels_.look(none, {changed_.data(), close_.data()});
    add_threats(state, 0, counts.close);
    for (int player = 0; player < 2; ++player) {
        look_at_columns(state, ~0u, player);
        for (const Placements::Cell& cell : all.bonus_cells) {
            const int reach = cell.reach - state.twice_filled[cell.column];
            if (reach >= 0) replace(no_input, bonus_input(reach ^ state.last_getter ^ player));
        }
        replace(no_input, inputs::first_size + inputs::size(all.smallest));
        replace(no_input, amount_input(all.ending, state.free));
        replace(no_input, odd_input(state.odd_columns));
        replace(no_input, open_input(state.open_columns));
        if (state.last_getter == player) replace(no_input, inputs::last_is_own);
        change(player, counts.changed, {}, state.sums[player]);
    }
}

// The state that follows by a disc or ban, but for sums, and for threats and points it brings.
Evaluator::State& Evaluator::after(int column) {
    const State& now = states_[ply_];
    State& next = states_[ply_ + 1];
    const Placements& all = *placements_;
    next.twice_filled = now.twice_filled;
    next.points = now.points;
    std::copy_n(now.columns.begin(), all.heights.size(), next.columns.begin());
    for (std::uint32_t& threats : next.columns[column].threats)
        threats &= ~(std::uint32_t{1} << now.filled(column));

    next.column = static_cast<std::uint8_t>(column);
    next.twice_filled[column] += 2;
    next.free = now.free - 1;
    const int left = all.heights[column] - next.filled(column);
    next.odd_columns = now.odd_columns + (left % 2 != 0 ? 1 : -1);
    next.open_columns = now.open_columns - (left == 0 ? 1 : 0);
    next.banning = !now.banning && all.bonus[number(now, column)] != 0;
    next.turn = static_cast<std::uint8_t>(next.banning ? now.turn : now.turn ^ 1);
    next.last_getter = static_cast<std::uint8_t>(next.turn ^ ((next.free + 1) & 1));
    return next;
}

void Evaluator::play(int column) {
    const State& next = after(column);
    if (next.last_getter == states_[ply_].last_getter) {
        update(states_[ply_ + 1], {true, true});
        ++ply_;
        tally(false);
    } else {  // every cell has another getter now
        ++ply_;
        tally(false);
        look_anew(states_[ply_]);
    }
}

void Evaluator::undo() {
    tally(true);
    --ply_;
}

Outlook Evaluator::outlook_after(int column) {
    State& next = after(column);
    if (next.last_getter != states_[ply_].last_getter) {
        play(column);
        const Outlook found = outlook();
        undo();
        return found;
    }
    update(next, {next.turn == 0, next.turn == 1});
    return outlook_of(next);
}

// The last move comes into the placements that hold its cell, or leaves them.
void Evaluator::tally(bool taken_back) {
    const Placements& all = *placements_;
    const State& before = states_[ply_ - 1];
    const Placements::List list = all.touched_by[number(before, states_[ply_].column)];
    const Tally more = taken_back ? -more_by(before) : more_by(before);
    for (std::uint32_t i = 0; i < list.holding; ++i) tallies_[all.ids[list.first + i]] += more;
}

// The sums of these players, threats and points of the state that follows by a drop.
void Evaluator::update(State& next, std::array<bool, 2> players) {
    const Placements& all = *placements_;
    const State& now = states_[ply_];
    const Drop drop{all,
                    tallies_.data(),
                    now.twice_filled.data(),
                    all.touched_by[number(now, next.column)],
                    next.column,
                    now.last_getter,
                    more_by(now)};
    const LookedCounts counts = kernels_.look(drop, {changed_.data(), close_.data()});
    const std::uint32_t columns =
        std::uint32_t{1} << next.column | add_threats(next, drop.more, counts.close);
    for (int player = 0; player < 2; ++player) {
        if (!players[player]) continue;
        look_at_columns(next, columns, player);
        look_at_board(now, next, player);
        change(player, counts.changed, now.sums[player], next.sums[player]);
    }
}

void Evaluator::replace(int gone, int come) {
    if (gone != come)
        others_[other_count_++] = {static_cast<std::uint16_t>(gone),
                                   static_cast<std::uint16_t>(come)};
}

// Lets the sums that this player sees change by all that was found to come and go.
void Evaluator::change(int player, std::size_t patterns, const Network::Sums& from,
                       Network::Sums& to) {
    const Changes changes{std::span(changed_).first(patterns), player,
                          std::span(others_).first(other_count_)};
    kernels_.change(*network_, changes, from, to);
    other_count_ = 0;
}

// Of the placements that were written down as close some are completed, the others are threats.
// Columns where there are more than before are returned, as bits.
std::uint32_t Evaluator::add_threats(State& state, Tally more, std::size_t close) const {
    const Placements& all = *placements_;
    std::uint32_t columns = 0;
    for (std::size_t i = 0; i < close; ++i) {
        const std::uint32_t id = close_[i];
        const int owner = ((tallies_[id] + more) & 0xFF00) != 0 ? 1 : 0;
        bool completed = true;
        for (std::size_t j = id * all.width; j < (id + 1) * all.width; ++j) {
            const std::uint8_t column = all.columns[j];
            if (column == Placements::no_cell || all.reaches[j] < state.twice_filled[column])
                continue;
            state.columns[column].threats[owner] |= std::uint32_t{1} << all.reaches[j] / 2;
            columns |= std::uint32_t{1} << column;
            completed = false;
        }
        if (completed) ++state.points[owner];
    }
    return columns;
}

void Evaluator::look_at_columns(State& state, std::uint32_t columns, int player) {
    const int count = static_cast<int>(placements_->heights.size());
    if (count < max_columns) columns &= (std::uint32_t{1} << count) - 1;
    for_each_of(columns, [&](int number) {
        Column& column = state.columns[number];
        const std::uint16_t stack = column.stack[player], duel = column.duel[player];
        look_at_column(state, number, player, column);
        replace(stack, column.stack[player]);
        replace(duel, column.duel[player]);
    });
}

void Evaluator::look_at_column(const State& state, int column, int player, Column& found) const {
    found.stack[player] = found.duel[player] = no_input;
    const std::uint32_t own = found.threats[player], other = found.threats[player ^ 1];
    if ((own | other) == 0) return;
    const int height = placements_->heights[column], filled = state.filled(column);
    // The board's last getter gets every second cell from the top.
    const std::uint32_t of_last = (height - 1) % 2 == 0 ? 0x55555555u : 0xAAAAAAAAu;
    const std::uint32_t kept = state.last_getter == player ? of_last : ~of_last;
    const int lowest = std::countr_zero(own | other);
    const int reach = inputs::reach(lowest - filled, (kept >> lowest & 1) != 0);
    const Whose above = lowest + 1 < height ? whose(own, other, lowest + 1) : Whose::nobody;
    found.stack[player] = static_cast<std::uint16_t>(
        inputs::first_stack + inputs::stack(whose(own, other, lowest), reach, above));

    const auto lowest_of = [&](std::uint32_t threats) {  // that their owner gets
        if (threats == 0) return inputs::no_threat;
        return std::min(std::countr_zero(threats) - filled, inputs::most_depth);
    };
    if (((own & kept) | (other & ~kept)) != 0)
        found.duel[player] = static_cast<std::uint16_t>(
            inputs::first_duel + inputs::duel(lowest_of(own & kept), lowest_of(other & ~kept)));
}

void Evaluator::look_at_board(const State& now, const State& next, int player) {
    const Placements& all = *placements_;
    replace(amount_input(all.ending, now.free), amount_input(all.ending, next.free));
    replace(odd_input(now.odd_columns), odd_input(next.odd_columns));
    replace(open_input(now.open_columns), open_input(next.open_columns));
    for (const Placements::Cell& cell : all.bonus_cells) {
        const int reach = cell.reach - now.twice_filled[cell.column];
        if (cell.column != next.column || reach < 0) continue;
        const int seen = reach ^ now.last_getter ^ player;
        replace(bonus_input(seen), reach < 2 ? no_input : bonus_input(seen - 2));
    }
}

std::uint32_t Evaluator::ready(int player) const {
    const State& state = states_[ply_];
    std::uint32_t columns = 0;
    const int count = static_cast<int>(placements_->heights.size());
    for (int column = 0; column < count; ++column)
        columns |= (state.columns[column].threats[player] >> state.filled(column) & 1) << column;
    return columns;
}

Outlook Evaluator::outlook_of(const State& state) const {
    const int mover = state.turn;
    const int lead = state.points[mover] - state.points[mover ^ 1];
    if (!state.banning)
        return Outlook::of(kernels_.outputs(*network_, state.sums[mover]), lead, mover);
    const Change ban{no_input, inputs::ban_is_next};
    Network::Sums sums;
    kernels_.change(*network_, {{}, mover, std::span(&ban, 1)}, state.sums[mover], sums);
    return Outlook::of(kernels_.outputs(*network_, sums), lead, mover);
}

}  // namespace dropfour

#include "slots.hpp"

#include <atomic>

#include "draws.hpp"

namespace dropfour {
namespace {

// Games whose arrays stay in the nearest cache from the first part of a step to the last.
constexpr std::size_t block = 4 * lane_group;

}  // namespace

Slots::Slots(std::size_t games, const BatchSettings& settings)
    : Batch(games),
      settings_(settings),
      padded_((games + lane_group - 1) / lane_group * lane_group),
      stream_(padded_, 1),
      legal_(padded_),
      bytes_(5 * padded_),
      crew_(static_cast<std::size_t>(std::max(1, settings.threads))) {
    second_ = bytes_.data();
    banning_ = second_ + padded_;
    over_ = banning_ + padded_;
    result_ = reinterpret_cast<std::int8_t*>(over_ + padded_);
    column_ = over_ + 2 * padded_;
    std::fill(over_, over_ + padded_, std::uint8_t{1});  // those beyond the last for good
    std::fill(column_, column_ + padded_, no_column);
}

std::size_t Slots::step(std::span<const std::int8_t> columns) {
    return step_of(columns);
}
std::size_t Slots::step(std::span<const std::int32_t> columns) {
    return step_of(columns);
}
std::size_t Slots::step(std::span<const std::int64_t> columns) {
    return step_of(columns);
}

void Slots::random_columns(std::span<std::int8_t> columns, const std::uint8_t* mask) {
    draw_all(columns, mask);
}
void Slots::random_columns(std::span<std::int32_t> columns, const std::uint8_t* mask) {
    draw_all(columns, mask);
}
void Slots::random_columns(std::span<std::int64_t> columns, const std::uint8_t* mask) {
    draw_all(columns, mask);
}

template <class Int>
std::size_t Slots::step_of(std::span<const Int> columns) {
    std::atomic<std::size_t> illegal{games_};
    on_all([&](std::size_t first, std::size_t last) {
        const std::size_t found = take_columns(columns.data(), first, last);
        std::size_t known = illegal.load();
        while (found < known && !illegal.compare_exchange_weak(known, found)) {
        }
    });
    if (illegal.load() < games_) return illegal.load();
    on_all([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; i += block) play(i, std::min(i + block, last));
    });
    return games_;
}

// Remembers the columns to play; the first game whose column is illegal, or games_.
template <class Int>
std::size_t Slots::take_columns(const Int* columns, std::size_t first, std::size_t last) {
    const bool any_if_over = settings_.autoreset == Autoreset::next_step;
    unsigned all_fine = 1;
    for (std::size_t i = first; i < last; ++i) {
        const Int column = columns[i];
        const bool on_board = column >= 0 && column < max_columns;
        const bool free = on_board & (legal_[i] >> (column & 31) & 1);
        const bool idle = column == static_cast<Int>(no_move) || (any_if_over && over_[i] != 0);
        column_[i] = free ? static_cast<std::uint8_t>(column) : no_column;
        all_fine &= static_cast<unsigned>(free | idle);
    }
    if (all_fine) return games_;
    for (std::size_t i = first; i < last; ++i)
        if (column_[i] == no_column && columns[i] != static_cast<Int>(no_move) &&
            !(any_if_over && over_[i]))
            return i;
    return games_;
}

template <class Int>
void Slots::draw_all(std::span<Int> columns, const std::uint8_t* mask) {
    GameArrays games{.legal = legal_.data(), .stream = stream_.data()};
    if (mask) {
        masked_.resize(padded_);
        games.legal = masked_.data();
    }
    on_all([&](std::size_t first, std::size_t last) {
        if (mask)
            for (std::size_t i = first; i < last; ++i) masked_[i] = mask[i] ? legal_[i] : 0;
#if defined(__x86_64__)
        if (lanes_) return draw_avx2({&lane_rules_, &games, first, last}, columns.data());
#endif
        draw(games, columns_, first, last, columns.data());
    });
}

}  // namespace dropfour

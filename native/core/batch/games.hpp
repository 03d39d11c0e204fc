// The games of a batch on boards of N words: state in arrays, one entry a game (slots.hpp).
//
// A step of some games, by lanes where there are any, else one game after the other:
//
//     begin the next of those that are over (next_step) · play · write how they ended ·
//     begin the next of those that are over (same_step) · write where they stand
#pragma once

#include <algorithm>

#include "planes.hpp"
#include "playout/lane_rules.hpp"
#include "search/rng.hpp"
#include "slots.hpp"

namespace dropfour {

template <int N>
class Games final : public Slots {
  public:
    Games(std::vector<Board<N>> starts, std::size_t games, const BatchSettings& settings)
        : Slots(games, settings),
          starts_(std::move(starts)),
          seed_(games, settings.seed),
          rounds_(games, 0),
          begun_at_(games, 0),
          words_(3 * N * padded_) {
        for (int w = 0; w < N; ++w) {
            mine_[w] = &words_[static_cast<std::size_t>(w) * padded_];
            occupied_[w] = &words_[static_cast<std::size_t>(N + w) * padded_];
            bans_[w] = &words_[static_cast<std::size_t>(2 * N + w) * padded_];
        }
        for (const Board<N>& start : starts_) {
            rows_ = std::max(rows_, start.geometry->rows);
            columns_ = std::max(columns_, start.geometry->columns);
        }
        for (const Board<N>& start : starts_) layouts_.push_back(layout_of(start));
        plan_lanes();
        reset(nullptr, nullptr);
    }

    void attach(const BatchArrays& arrays) override {
        arrays_ = arrays;
        on_all([&](std::size_t first, std::size_t last) {
            write_ends(first, last);
            write_positions(first, last);
        });
    }

    void reset(const std::uint8_t* mask, const std::uint64_t* seeds) override {
        on_all([&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (mask && mask[i] == 0) continue;
                if (seeds) {
                    seed_[i] = seeds[i];
                    rounds_[i] = 0;
                }
                begin(i);
            }
            write_ends(first, last);
            write_positions(first, last);
        });
    }

    AnyBoard board(std::size_t game) const override {
        return Board<N>{starts_[begun_at_[game]].geometry, position(game)};
    }
    std::size_t start_of(std::size_t game) const override { return begun_at_[game]; }
    std::uint64_t number_of(std::size_t game) const override {
        return number(game, rounds_[game] - 1);
    }

  private:
    using Layout = PlaneLayout<N>;

    const Geometry<N>& geometry(std::size_t game) const {
        return *starts_[begun_at_[game]].geometry;
    }

    // Starts of the same rules share a layout.
    std::shared_ptr<const Layout> layout_of(const Board<N>& start) const {
        for (std::size_t i = 0; i < layouts_.size(); ++i)
            if (starts_[i].geometry == start.geometry) return layouts_[i];
        return std::make_shared<const Layout>(*start.geometry, rows_, columns_, settings_.lanes);
    }

    std::uint64_t slot(std::size_t game) const { return settings_.first_slot + game; }
    std::uint64_t number(std::size_t game, std::uint64_t round) const {
        return round << 32 | slot(game);
    }

    Position<N> position(std::size_t game) const {
        const Geometry<N>& g = geometry(game);
        const Bits<N> occupied = get(occupied_, game), mine = get(mine_, game);
        const Bits<N> discs = g.board & ~get(bans_, game);
        Position<N> position;
        position.turn = second_[game];
        position.banning = banning_[game] != 0;
        position.occupied = occupied;
        position.discs[position.turn] = mine & discs;
        position.discs[position.turn ^ 1] = (occupied ^ mine) & discs;
        if (over_[game])
            position.result = result_[game] > 0   ? Result::first_won
                              : result_[game] < 0 ? Result::second_won
                                                  : Result::drawn;
        return position;
    }

    void put(std::size_t game, const Position<N>& position) {
        set(mine_, game, position.discs[position.turn]);
        set(occupied_, game, position.occupied);
        set(bans_, game, position.bans(geometry(game)));
        second_[game] = position.turn;
        banning_[game] = position.banning;
        over_[game] = position.over();
        const int winner = winner_of(position.result);
        result_[game] = static_cast<std::int8_t>(winner < 0 ? 0 : 1 - 2 * winner);
    }

    using Words = std::array<std::uint64_t*, N>;
    static Bits<N> get(const Words& words, std::size_t game) {
        Bits<N> bits;
        for (int w = 0; w < N; ++w) bits.word[w] = words[w][game];
        return bits;
    }
    static void set(const Words& words, std::size_t game, const Bits<N>& bits) {
        for (int w = 0; w < N; ++w) words[w][game] = bits.word[w];
    }

    // The next game of a slot.
    void begin(std::size_t game) {
        const std::uint64_t round = rounds_[game]++;
        Stream stream(seed_[game], number(game, round));
        begun_at_[game] = static_cast<std::uint32_t>((slot(game) + round) % starts_.size());
        const Board<N>& start = starts_[begun_at_[game]];
        put(game, settings_.most_plies > 0 ? later(start, stream) : start.position);
        stream_[game] = stream.state;
    }

    // Some random moves on. A game that ends on the way is tried again, the last time with as many
    // moves as it allows.
    Position<N> later(const Board<N>& start, Stream& stream) const {
        const Geometry<N>& g = *start.geometry;
        const int plies =
            settings_.least_plies + stream.below(settings_.most_plies - settings_.least_plies + 1);
        for (int tries = 10;; --tries) {
            Position<N> position = start.position;
            for (int ply = 0; ply < plies && !position.over(); ++ply) {
                Bits<N> cells = position.landing(g);
                for (int skip = stream.below(cells.count()); skip > 0; --skip)
                    cells = cells.without_lowest();
                Position<N> next = position;
                next.play(g, Bits<N>::one(cells.lowest()));
                if (tries == 0 && next.over()) break;
                position = next;
            }
            if (!position.over() || tries == 0) return position;
        }
    }

    void play(std::size_t first, std::size_t last) override {
        if (settings_.autoreset == Autoreset::next_step) begin_next(first, last);
        if (lanes_)
            play_in_lanes(first, last);
        else
            for (std::size_t i = first; i < last; ++i)
                if (column_[i] != no_column) {
                    Position<N> p = position(i);
                    p.play(geometry(i), p.landing(geometry(i), column_[i]));
                    put(i, p);
                }
        write_ends(first, last);
        if (settings_.autoreset == Autoreset::same_step) begin_next(first, last);
        write_positions(first, last);
    }

    void begin_next(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            if (over_[i]) begin(i);
    }

    void write_ends(std::size_t first, std::size_t last) {
        const std::size_t count = last - first;
        if (arrays_.ended) std::copy_n(over_ + first, count, arrays_.ended + first);
        if (arrays_.result) std::copy_n(result_ + first, count, arrays_.result + first);
        if (!arrays_.margin) return;
        if (lanes_) return margins_in_lanes(first, last);
        for (std::size_t i = first; i < last; ++i)
            arrays_.margin[i] = static_cast<std::int16_t>(margin(geometry(i), position(i), 0));
    }

    void write_positions(std::size_t first, std::size_t last) {
        const std::size_t count = last - first;
        if (arrays_.turn) std::copy_n(second_ + first, count, arrays_.turn + first);
        if (arrays_.banning) std::copy_n(banning_ + first, count, arrays_.banning + first);
        if (lanes_) return positions_in_lanes(first, last);
        const auto size = static_cast<std::size_t>(plane_count * rows_ * columns_);
        for (std::size_t i = first; i < last; ++i) {
            const Layout& layout = *layouts_[begun_at_[i]];
            const Geometry<N>& g = geometry(i);
            legal_[i] = over_[i] ? 0 : layout.columns_of(g.landing(get(occupied_, i)));
            if (arrays_.legal)
                for (int c = 0; c < columns_; ++c)
                    arrays_.legal[i * static_cast<std::size_t>(columns_) + c] = legal_[i] >> c & 1;
            if (arrays_.planes) layout.write(g, position(i), arrays_.planes + i * size);
            if (arrays_.float_planes) layout.write(g, position(i), arrays_.float_planes + i * size);
        }
    }

    // Lanes play games of one board only.
    void plan_lanes() {
#if defined(__x86_64__)
        if constexpr (N <= LaneRules::max_words) {
            const Geometry<N>& g = *starts_[0].geometry;
            for (const Board<N>& start : starts_)
                if (start.geometry != starts_[0].geometry) return;
            if (!layouts_[0]->lanes()) return;
            lanes_ = true;
            lane_rules_ = lane_rules(g, lane_patterns_);
            for (int w = 0; w < N; ++w) {
                arrays_of_lanes_.mine[w] = mine_[w];
                arrays_of_lanes_.occupied[w] = occupied_[w];
                arrays_of_lanes_.bans[w] = bans_[w];
            }
            arrays_of_lanes_.second = second_;
            arrays_of_lanes_.banning = banning_;
            arrays_of_lanes_.over = over_;
            arrays_of_lanes_.result = result_;
            arrays_of_lanes_.legal = legal_.data();
            arrays_of_lanes_.stream = stream_.data();
            arrays_of_lanes_.column = column_;
            std::vector<int> caps;
            Bits<N> below;
            for (int c = 0; c < g.columns; ++c) {
                caps.push_back(g.bit({c, g.rows}));
                for (int row = 0; row < g.rows; ++row) below |= Bits<N>::one(g.bit({c, row}));
            }
            lane_caps_.spread = lane_spread(caps);
            copy_words(below, lane_caps_.below);
        }
#endif
    }

#if defined(__x86_64__)
    LaneTask lane_task(std::size_t first, std::size_t last) const {
        return {&lane_rules_, &arrays_of_lanes_, first, last};
    }
    void play_in_lanes(std::size_t first, std::size_t last) { play_avx2(lane_task(first, last)); }
    void margins_in_lanes(std::size_t first, std::size_t last) {
        margins_avx2(lane_task(first, last), arrays_.margin);
    }
    void positions_in_lanes(std::size_t first, std::size_t last) {
        const LaneTask task = lane_task(first, last);
        legal_avx2(task, lane_caps_, arrays_.legal);
        if (arrays_.planes)
            planes_avx2(task, layouts_[0]->spread(), layouts_[0]->template fixed<std::uint8_t>(),
                        arrays_.planes);
        if (arrays_.float_planes)
            planes_avx2(task, layouts_[0]->spread(), layouts_[0]->template fixed<float>(),
                        arrays_.float_planes);
    }
#else
    void play_in_lanes(std::size_t, std::size_t) {}
    void margins_in_lanes(std::size_t, std::size_t) {}
    void positions_in_lanes(std::size_t, std::size_t) {}
#endif

    const std::vector<Board<N>> starts_;
    std::vector<std::shared_ptr<const Layout>> layouts_;  // by start

    std::vector<std::uint64_t> seed_;
    std::vector<std::uint64_t> rounds_;  // games begun
    std::vector<std::uint32_t> begun_at_;
    std::vector<std::uint64_t> words_;
    Words mine_, occupied_, bans_;

    std::vector<LanePattern> lane_patterns_;
    GameArrays arrays_of_lanes_;
    LaneCaps lane_caps_;
};

}  // namespace dropfour

// The games of a batch in lanes of AVX2, four to a vector; the same as Games in games.hpp.
#if defined(__x86_64__)
#include "batch_lanes.hpp"
#include "draws.hpp"
#include "playout/lane_avx2.hpp"
#include "playout/lane_goals.hpp"

namespace dropfour {
namespace {

using V = Avx2::V;
using M = Avx2::M;
constexpr std::size_t lanes = Avx2::size;

// A byte for each lane, 0 or 1, and back.
struct LaneBytes {
    std::uint32_t of[16];
    constexpr LaneBytes() : of{} {
        for (std::uint32_t set = 0; set < 16; ++set)
            for (int lane = 0; lane < 4; ++lane) of[set] |= (set >> lane & 1) << 8 * lane;
    }
};
constexpr LaneBytes lane_bytes;

[[gnu::always_inline]] inline std::uint32_t bytes(M mask) {
    return lane_bytes.of[Avx2::bits(mask)];
}
[[gnu::always_inline]] inline std::uint32_t load_bytes(const void* from) {
    std::uint32_t four;
    __builtin_memcpy(&four, from, 4);
    return four;
}
[[gnu::always_inline]] inline void store_bytes(void* to, std::uint32_t four) {
    __builtin_memcpy(to, &four, 4);
}
[[gnu::always_inline]] inline V numbers(const void* from) {
    return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(static_cast<int>(load_bytes(from))));
}
[[gnu::always_inline]] inline void store(std::uint64_t* to, V lanes_of_64) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), lanes_of_64);
}

template <int N>
using Set = Words<Avx2, N>;

template <int N>
[[gnu::always_inline]] inline Set<N> load(std::uint64_t* const* words, std::size_t game) {
    Set<N> set;
    for (int w = 0; w < N; ++w) set.word[w] = Avx2::load(words[w] + game);
    return set;
}
template <int N>
[[gnu::always_inline]] inline void store(std::uint64_t* const* words, std::size_t game,
                                         const Set<N>& set) {
    for (int w = 0; w < N; ++w) store(words[w] + game, set.word[w]);
}

template <int N>
[[gnu::always_inline]] inline Set<N> only(M mask, const Set<N>& set) {
    return select(mask, set, Set<N>::zero());
}

// own discs on counting cells -> points of the mover less the opponent's, as seen by `second`.
template <int N, class Goal>
[[gnu::always_inline]] inline V margin_for_first(const Goal& goal, const Set<N>& mine,
                                                 const Set<N>& other, M second) {
    const V ahead = _mm256_sub_epi64(goal.points(mine), goal.points(other));
    return Avx2::select(second, _mm256_sub_epi64(Avx2::all(0), ahead), ahead);
}

template <int N, class Goal>
void play(const LaneTask& task) {
    const LaneRules& rules = *task.rules;
    const GameArrays& games = *task.games;
    const Goal goal(rules);
    const Avx2::Columns<N> cells_of(rules);
    const Set<N> floor = Set<N>::all(rules.floor), full_board = Set<N>::all(rules.full);
    const Set<N> counting = Set<N>::all(rules.counting), bonus = Set<N>::all(rules.bonus);
    for (std::size_t i = task.first; i < task.last; i += lanes) {
        const Set<N> mine = load<N>(games.mine, i), occupied = load<N>(games.occupied, i);
        Set<N> bans = load<N>(games.bans, i);
        const M banning = Avx2::nonzero(numbers(games.banning + i));
        const M second = Avx2::nonzero(numbers(games.second + i));

        const Set<N> cell = dropped(occupied, floor) & cells_of(numbers(games.column + i));
        const M moves = cell.any();
        const Set<N> occupied_after = occupied | cell;
        const Set<N> mine_after = mine | only(Avx2::minus(moves, banning), cell);
        bans = bans | only(banning, cell);

        // The end of the game, and who has won.
        const M full = occupied_after.equals(full_board);
        const Set<N> own = (mine_after & counting).without(bans);
        M ended, first_wins = Avx2::none(), second_wins = Avx2::none();
        if (rules.until_full) {
            ended = Avx2::both(full, moves);
            if (Avx2::bits(ended)) {
                const Set<N> other = ((occupied ^ mine) & counting).without(bans);
                const V lead = margin_for_first<N>(goal, own, other, second);
                first_wins = Avx2::both(ended, Avx2::greater(lead, Avx2::all(0)));
                second_wins = Avx2::both(ended, Avx2::greater(Avx2::all(0), lead));
            }
        } else {
            const M won = Avx2::both(goal.completed(own).any(), Avx2::minus(moves, banning));
            ended = Avx2::either(won, Avx2::both(full, moves));
            first_wins = Avx2::minus(won, second);
            second_wins = Avx2::both(won, second);
        }

        // The next player. A ban comes from the same one, unless the game is over.
        const M earned = Avx2::minus(Avx2::minus((cell & bonus).any(), banning), ended);
        const M passes = Avx2::minus(moves, earned);
        Set<N> mine_next = select(earned, mine_after, mine);
        for (int w = 0; w < N; ++w)
            mine_next.word[w] = Avx2::xor_if(passes, mine_next.word[w], occupied.word[w]);
        store<N>(games.mine, i, mine_next);
        store<N>(games.occupied, i, occupied_after);
        store<N>(games.bans, i, bans);

        const std::uint32_t was_banning = load_bytes(games.banning + i);
        store_bytes(games.second + i, load_bytes(games.second + i) ^ bytes(passes));
        store_bytes(games.banning + i, (was_banning & ~bytes(moves)) | bytes(earned));
        store_bytes(games.over + i, load_bytes(games.over + i) | bytes(ended));
        store_bytes(games.result + i,
                    load_bytes(games.result + i) | bytes(first_wins) | bytes(second_wins) * 0xFFu);
    }
}

template <int N, class Goal>
void margins(const LaneTask& task, std::int16_t* to) {
    const GameArrays& games = *task.games;
    const Goal goal(*task.rules);
    const Set<N> counting = Set<N>::all(task.rules->counting);
    for (std::size_t i = task.first; i < task.last; i += lanes) {
        const Set<N> mine = load<N>(games.mine, i), occupied = load<N>(games.occupied, i);
        const Set<N> bans = load<N>(games.bans, i);
        alignas(32) std::uint64_t margin[lanes];
        store(margin, margin_for_first<N>(goal, (mine & counting).without(bans),
                                          ((occupied ^ mine) & counting).without(bans),
                                          Avx2::nonzero(numbers(games.second + i))));
        for (std::size_t lane = 0; lane < lanes && i + lane < task.last; ++lane)
            to[i + lane] = static_cast<std::int16_t>(margin[lane]);
    }
}

// The words of one game as 16 bytes, or twice 16; word w is at words[w * apart].
template <int N>
struct BoardBytes {
    __m128i half[N > 2 ? 2 : 1];

    [[gnu::always_inline]] BoardBytes(const std::uint64_t* words, std::size_t apart) {
        const auto word = [&](std::size_t w) { return static_cast<long long>(words[w * apart]); };
        half[0] = _mm_set_epi64x(N > 1 ? word(1 % N) : 0, word(0));
        if constexpr (N > 2) half[1] = _mm_set_epi64x(word(3), word(2));
    }

    // 16 outputs: all ones where the bit is not set.
    [[gnu::always_inline]] __m128i unset(const LaneSpread& spread, int chunk) const {
        const auto load16 = [](const std::uint8_t* from) __attribute__((always_inline)) {
            return _mm_load_si128(reinterpret_cast<const __m128i*>(from));
        };
        __m128i found = _mm_shuffle_epi8(half[0], load16(spread.byte[chunk][0]));
        if constexpr (N > 2)
            found = _mm_or_si128(found, _mm_shuffle_epi8(half[1], load16(spread.byte[chunk][1])));
        return _mm_cmpeq_epi8(_mm_and_si128(found, load16(spread.bit[chunk])), _mm_setzero_si128());
    }
};

[[gnu::always_inline]] inline void store_ones(std::uint8_t* to, __m128i unset) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_andnot_si128(unset, _mm_set1_epi8(1)));
}
[[gnu::always_inline]] inline void store_ones(float* to, __m128i unset) {
    const __m256 one = _mm256_set1_ps(1.0f);
    const __m256i low = _mm256_cvtepi8_epi32(unset);
    const __m256i high = _mm256_cvtepi8_epi32(_mm_srli_si128(unset, 8));
    _mm256_storeu_ps(to, _mm256_andnot_ps(_mm256_castsi256_ps(low), one));
    _mm256_storeu_ps(to + 8, _mm256_andnot_ps(_mm256_castsi256_ps(high), one));
}

// The landing cells of games that are not over.
template <int N>
[[gnu::always_inline]] inline Set<N> open_landing(const GameArrays& games, std::size_t game,
                                                  const Set<N>& floor, const Set<N>& board) {
    const M open = Avx2::equal(numbers(games.over + game), Avx2::all(0));
    return only(open, dropped(load<N>(games.occupied, game), floor) & board);
}

template <int N>
void legal(const LaneTask& task, const LaneCaps& caps, std::uint8_t* to) {
    const GameArrays& games = *task.games;
    const Set<N> floor = Set<N>::all(task.rules->floor), board = Set<N>::all(task.rules->board);
    const Set<N> below = Set<N>::all(caps.below);
    const int columns = caps.spread.outputs;
    for (std::size_t i = task.first; i < task.last; i += lanes) {
        // A landing cell, and all bits below the cap: the sum is the cap and something below it.
        const Set<N> sum = open_landing<N>(games, i, floor, board) + below;
        alignas(32) std::uint64_t words[N][lanes];
        for (int w = 0; w < N; ++w) store(words[w], sum.word[w]);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const BoardBytes<N> bytes_of(&words[0][lane], lanes);
            alignas(16) std::uint8_t line[32];
            std::uint32_t bits = 0;
            for (int done = 0; done < columns; done += 16) {
                const __m128i unset = bytes_of.unset(caps.spread, done / 16);
                store_ones(line + done, unset);
                bits |= (~static_cast<std::uint32_t>(_mm_movemask_epi8(unset)) & 0xFFFFu) << done;
            }
            games.legal[i + lane] = bits;
            if (to == nullptr || i + lane >= task.last) continue;
            std::uint8_t* const out = to + (i + lane) * static_cast<std::size_t>(columns);
            if (columns <= 8 && i + lane + 8 <= task.last)  // the next lines cover what is too much
                __builtin_memcpy(out, line, 8);
            else
                __builtin_memcpy(out, line, static_cast<std::size_t>(columns));
        }
    }
}

// The planes of one game, whose set i begins at sets[i * N * apart]. Every plane may write a little
// into the next, which comes after it.
template <int N, class Number>
[[gnu::always_inline]] inline void write_planes(const std::uint64_t* sets, std::size_t apart,
                                                bool banning, const LaneSpread& cells,
                                                const Number* fixed, Number* to) {
    const auto size = static_cast<std::size_t>(cells.outputs);
    for (std::size_t plane = 0; plane < 4; ++plane, to += size) {
        const BoardBytes<N> bytes_of(sets + plane * N * apart, apart);
        for (int done = 0; done < cells.outputs; done += 16)
            store_ones(to + done, bytes_of.unset(cells, done / 16));
    }
    __builtin_memcpy(to, fixed, 3 * size * sizeof(Number));
    to += 3 * size;
    if (banning)
        __builtin_memcpy(to, fixed, size * sizeof(Number));
    else
        __builtin_memset(to, 0, size * sizeof(Number));
}

template <int N, class Number>
void planes(const LaneTask& task, const LaneSpread& cells, const Number* fixed, Number* to) {
    const GameArrays& games = *task.games;
    const Set<N> floor = Set<N>::all(task.rules->floor), board = Set<N>::all(task.rules->board);
    const std::size_t size = 8 * static_cast<std::size_t>(cells.outputs);
    for (std::size_t i = task.first; i < task.last; i += lanes) {
        const Set<N> mine = load<N>(games.mine, i), occupied = load<N>(games.occupied, i);
        const Set<N> bans = load<N>(games.bans, i);
        const Set<N> shown[4] = {(mine & board).without(bans),
                                 ((occupied ^ mine) & board).without(bans), bans,
                                 open_landing<N>(games, i, floor, board)};
        alignas(32) std::uint64_t sets[4][N][lanes];
        for (int plane = 0; plane < 4; ++plane)
            for (int w = 0; w < N; ++w) store(sets[plane][w], shown[plane].word[w]);
        for (std::size_t lane = 0; lane < lanes && i + lane < task.last; ++lane)
            write_planes<N>(&sets[0][0][lane], lanes, games.banning[i + lane] != 0, cells, fixed,
                            to + (i + lane) * size);
    }
}

template <int N, class Number>
void planes_of_one(const std::uint64_t (&sets)[4][LaneRules::max_words], bool banning,
                   const LaneSpread& cells, const Number* fixed, Number* to) {
    std::uint64_t close[4][N];
    for (int i = 0; i < 4; ++i)
        for (int w = 0; w < N; ++w) close[i][w] = sets[i][w];
    write_planes<N>(&close[0][0], 1, banning, cells, fixed, to);
}

// Calls do_it.operator()<N>() with the word count.
template <class Do>
void by_words(int words, Do do_it) {
    if (words == 1)
        do_it.template operator()<1>();
    else if (words == 2)
        do_it.template operator()<2>();
    else
        do_it.template operator()<4>();
}

}  // namespace

void play_avx2(const LaneTask& task) {
    by_words(task.rules->words, [&]<int N>() {
        if (task.rules->only_fours)
            play<N, LaneFours<Avx2, N>>(task);
        else
            play<N, LanePatterns<Avx2, N>>(task);
    });
}

void margins_avx2(const LaneTask& task, std::int16_t* to) {
    by_words(task.rules->words, [&]<int N>() {
        if (task.rules->only_fours)
            margins<N, LaneFours<Avx2, N>>(task, to);
        else
            margins<N, LanePatterns<Avx2, N>>(task, to);
    });
}

void legal_avx2(const LaneTask& task, const LaneCaps& caps, std::uint8_t* to) {
    by_words(task.rules->words, [&]<int N>() { legal<N>(task, caps, to); });
}

void planes_avx2(const LaneTask& task, const LaneSpread& cells, const std::uint8_t* fixed,
                 std::uint8_t* to) {
    by_words(task.rules->words, [&]<int N>() { planes<N>(task, cells, fixed, to); });
}
void planes_avx2(const LaneTask& task, const LaneSpread& cells, const float* fixed, float* to) {
    by_words(task.rules->words, [&]<int N>() { planes<N>(task, cells, fixed, to); });
}

void planes_avx2(const std::uint64_t (&sets)[4][LaneRules::max_words], int words, bool banning,
                 const LaneSpread& cells, const std::uint8_t* fixed, std::uint8_t* to) {
    by_words(words, [&]<int N>() { planes_of_one<N>(sets, banning, cells, fixed, to); });
}
void planes_avx2(const std::uint64_t (&sets)[4][LaneRules::max_words], int words, bool banning,
                 const LaneSpread& cells, const float* fixed, float* to) {
    by_words(words, [&]<int N>() { planes_of_one<N>(sets, banning, cells, fixed, to); });
}

void draw_avx2(const LaneTask& task, std::int8_t* columns) {
    draw(*task.games, task.rules->columns, task.first, task.last, columns);
}
void draw_avx2(const LaneTask& task, std::int32_t* columns) {
    draw(*task.games, task.rules->columns, task.first, task.last, columns);
}
void draw_avx2(const LaneTask& task, std::int64_t* columns) {
    draw(*task.games, task.rules->columns, task.first, task.last, columns);
}

}  // namespace dropfour
#endif

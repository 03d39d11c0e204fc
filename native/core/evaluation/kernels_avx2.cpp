// The evaluation's arithmetic for processors with AVX2: eight placements, or sixteen sums, at a
// time.
#include "kernels_avx2.hpp"

#include <bit>

#include "search/cpu.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

DROPFOUR_BEGIN(DROPFOUR_AVX2)

namespace dropfour {
namespace {

using Sums = Network::Sums;
using Lanes = __m256i;

static_assert(Network::hidden_units == 32 && Network::second_units == 32);
static_assert(Placements::group == 8);

Lanes load(const void* address) {
    return _mm256_load_si256(static_cast<const __m256i*>(address));
}
Lanes load_anywhere(const void* address) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(address));
}
Lanes all_of(std::uint32_t number) {
    return _mm256_set1_epi32(static_cast<int>(number));
}
Lanes eight_of(const Network::Row& row, int group) {
    const void* address = row.data() + 8 * group;
    return _mm256_cvtepi16_epi32(_mm_load_si128(static_cast<const __m128i*>(address)));
}

// Sums to which rows are added in 16 bits, as many as fit.
class Adder {
  public:
    Adder(const Network& network, const Sums& from)
        : a_(load(&from[0])),
          b_(load(&from[8])),
          c_(load(&from[16])),
          d_(load(&from[24])),
          changes_at_once_(network.rows_in_16_bits / 2) {
        clear();
    }

    void replace(const Network::Row& gone, const Network::Row& come) {
        low_ = _mm256_add_epi16(low_, _mm256_sub_epi16(load(&come[0]), load(&gone[0])));
        high_ = _mm256_add_epi16(high_, _mm256_sub_epi16(load(&come[16]), load(&gone[16])));
        if (--changes_left_ == 0) add();
    }

    void store(Sums& to) {
        add();
        auto* address = reinterpret_cast<__m256i*>(to.data());
        _mm256_store_si256(address, a_);
        _mm256_store_si256(address + 1, b_);
        _mm256_store_si256(address + 2, c_);
        _mm256_store_si256(address + 3, d_);
    }

  private:
    void clear() {
        low_ = high_ = _mm256_setzero_si256();
        changes_left_ = changes_at_once_;
    }
    void add() {
        a_ = _mm256_add_epi32(a_, _mm256_cvtepi16_epi32(_mm256_castsi256_si128(low_)));
        b_ = _mm256_add_epi32(b_, _mm256_cvtepi16_epi32(_mm256_extracti128_si256(low_, 1)));
        c_ = _mm256_add_epi32(c_, _mm256_cvtepi16_epi32(_mm256_castsi256_si128(high_)));
        d_ = _mm256_add_epi32(d_, _mm256_cvtepi16_epi32(_mm256_extracti128_si256(high_, 1)));
        clear();
    }

    Lanes a_, b_, c_, d_, low_, high_;
    int changes_at_once_, changes_left_;
};

void change(const Network& network, const Changes& changes, const Sums& from, Sums& to) {
    Adder adder(network, from);
    const int seen = changes.viewer == 0 ? 0 : PatternRows::others;
    for (const Change& change : changes.patterns)
        adder.replace(network.rows[pattern_rows[change.gone ^ seen]],
                      network.rows[pattern_rows[change.come ^ seen]]);
    for (const Change& change : changes.others)
        adder.replace(network.rows[change.gone], network.rows[change.come]);
    adder.store(to);
}

// Of eight placements: the furthest and the nearest reach, capped, where PatternRows has them.
struct Spans {
    Lanes old, now;
};

// Reaches by byte. Filled cells are below 0, which as a signed number is less than any reach, as an
// unsigned one more.
template <int width>
Lanes furthest_of(Lanes reaches) {
    if constexpr (width == 8) reaches = _mm256_max_epi8(reaches, _mm256_srli_epi64(reaches, 32));
    reaches = _mm256_max_epi8(reaches, _mm256_srli_epi32(reaches, 16));
    return _mm256_max_epi8(reaches, _mm256_srli_epi32(reaches, 8));
}
template <int width>
Lanes nearest_of(Lanes reaches) {
    if constexpr (width == 8) reaches = _mm256_min_epu8(reaches, _mm256_srli_epi64(reaches, 32));
    reaches = _mm256_min_epu8(reaches, _mm256_srli_epi32(reaches, 16));
    return _mm256_min_epu8(reaches, _mm256_srli_epi32(reaches, 8));
}
// Of the lowest byte of each lane; the others are of no use.
Lanes capped(Lanes reaches, int depth) {
    const Lanes odd = _mm256_and_si256(reaches, all_of(1));
    const Lanes most = _mm256_or_si256(odd, all_of(static_cast<std::uint32_t>(2 * depth)));
    return _mm256_min_epu8(_mm256_and_si256(reaches, all_of(0xFF)), most);
}
template <int width>
Lanes span_of(Lanes reaches) {
    const Lanes far = capped(furthest_of<width>(reaches), PatternRows::deepest);
    const Lanes near = capped(nearest_of<width>(reaches), PatternRows::deepest_near);
    return _mm256_or_si256(_mm256_slli_epi32(far, PatternRows::far_shift), near);
}

// The discs and bans of all columns, for looking them up by the bytes of a vector.
class Filled {
  public:
    explicit Filled(const std::uint8_t* twice)
        : low_(_mm256_broadcastsi128_si256(
              _mm_loadu_si128(reinterpret_cast<const __m128i*>(twice)))),
          high_(_mm256_broadcastsi128_si256(
              _mm_loadu_si128(reinterpret_cast<const __m128i*>(twice) + 1))) {}

    // A number with its highest bit set gives 0: for columns of the other half, and for no cell.
    Lanes operator[](Lanes columns) const {
        const Lanes in_low = _mm256_adds_epu8(columns, _mm256_set1_epi8(0x70));
        const Lanes in_high = _mm256_sub_epi8(columns, _mm256_set1_epi8(0x10));
        return _mm256_or_si256(_mm256_shuffle_epi8(low_, in_low),
                               _mm256_shuffle_epi8(high_, in_high));
    }

  private:
    Lanes low_, high_;
};

template <int width>
class Looker {
  public:
    explicit Looker(const Drop& drop)
        : drop_(drop),
          filled_(drop.twice_filled),
          column_(_mm256_set1_epi8(static_cast<char>(drop.column))) {}

    // Of the eight placements from this entry on; `flips` says in which lanes getters change
    // places.
    Spans spans(std::size_t entry, Lanes flips) const {
        if constexpr (width == 4) return spans_at(4 * entry, flips);
        const Lanes low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(flips));
        const Lanes high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(flips, 1));
        const Spans first = spans_at(8 * entry, low), second = spans_at(8 * entry + 32, high);
        return {joined(first.old, second.old), joined(first.now, second.now)};
    }

  private:
    Spans spans_at(std::size_t byte, Lanes flips) const {
        const Lanes columns = load_anywhere(&drop_.placements.columns[byte]);
        const Lanes whole = load_anywhere(&drop_.placements.reaches[byte]);
        const Lanes parity = _mm256_and_si256(flips, _mm256_set1_epi8(1));
        const Lanes old = _mm256_xor_si256(_mm256_sub_epi8(whole, filled_[columns]), parity);
        const Lanes here = _mm256_cmpeq_epi8(columns, column_);
        const Lanes now = _mm256_sub_epi8(old, _mm256_and_si256(here, _mm256_set1_epi8(2)));
        return {span_of<width>(old), span_of<width>(now)};
    }
    // The lower halves of eight lanes of 64 bits.
    static Lanes joined(Lanes first, Lanes second) {
        const __m256 both =
            _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88);
        return _mm256_permute4x64_epi64(_mm256_castps_si256(both), 0xD8);
    }

    const Drop& drop_;
    Filled filled_;
    Lanes column_;
};

// By single loads: with the instruction that gathers a move in a leaf of 12 x 12 takes 280 ns
// instead of 259 (benchmarks/evaluation_speed.cpp).
Lanes gathered(const Tally* from, const std::uint32_t* ids) {
    const auto pair = [&](int i) {
        return _mm_insert_epi32(_mm_cvtsi32_si128(static_cast<int>(from[ids[i]])),
                                static_cast<int>(from[ids[i + 1]]), 1);
    };
    const __m128i low = _mm_unpacklo_epi64(pair(0), pair(2));
    const __m128i high = _mm_unpacklo_epi64(pair(4), pair(6));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

// What lies in eight placements, before a drop and after it.
struct Tallies {
    Lanes before, after;
    Lanes was, is;  // whether they belong to one player
    Lanes seconds;  // whether it is the second; of those that no longer are his, whose they were

    Tallies(const Drop& drop, std::size_t entry, Lanes holds)
        : before(gathered(drop.tallies, &drop.placements.ids[entry])),
          after(_mm256_add_epi32(before, _mm256_and_si256(holds, all_of(drop.more)))) {
        const Lanes first_lacked = lacking(before, 0xFF), second_lacked = lacking(before, 0xFF00);
        const Lanes second_lacks = lacking(after, 0xFF00);
        was = _mm256_xor_si256(first_lacked, second_lacked);
        is = _mm256_xor_si256(lacking(after, 0xFF), second_lacks);
        // He had discs there; or nobody had, and he has now.
        seconds = inverse(
            _mm256_and_si256(second_lacked, _mm256_or_si256(inverse(first_lacked), second_lacks)));
    }

    // Those that lack one cell at most.
    Lanes close(Lanes holds) const {
        const Lanes nearly = _mm256_cmpgt_epi32(all_of(2 * one_more_free), after);
        return _mm256_and_si256(_mm256_and_si256(holds, is), nearly);
    }

  private:
    static Lanes inverse(Lanes mask) { return _mm256_xor_si256(mask, all_of(~0u)); }
    static Lanes lacking(Lanes tallies, std::uint32_t discs) {
        return _mm256_cmpeq_epi32(_mm256_and_si256(tallies, all_of(discs)), _mm256_setzero_si256());
    }
};

// Where PatternRows has eight placements, those of which something is seen.
Lanes indices(Lanes tallies, Lanes spans, Lanes whose, Lanes seen) {
    const Lanes free =
        _mm256_min_epu32(_mm256_srli_epi32(tallies, 16), all_of(PatternRows::most_free));
    const Lanes whole = _mm256_or_si256(_mm256_slli_epi32(free, PatternRows::free_shift), spans);
    return _mm256_and_si256(_mm256_or_si256(whole, whose), seen);
}

std::uint32_t lanes_in(Lanes mask) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(mask)));
}

// By eight bits: the lanes that are set, side by side.
constexpr auto set_lanes = [] {
    std::array<std::array<std::uint8_t, 8>, 256> result{};
    for (unsigned bits = 0; bits < 256; ++bits)
        for (unsigned rest = bits, i = 0; rest != 0; rest &= rest - 1)
            result[bits][i++] = static_cast<std::uint8_t>(std::countr_zero(rest));
    return result;
}();

// As the portable one, eight placements at a time.
template <int width>
LookedCounts look(const Drop& drop, const Looked& looked) {
    const Lanes anything = all_of(drop.column == Placements::no_column ? 0 : ~0u);
    const Lanes getter = all_of(drop.getter == 0 ? 0 : ~0u);
    const Looker<width> looker(drop);
    LookedCounts counts;
    for (std::uint32_t i = 0; i < drop.touched.count; i += Placements::group) {
        const std::uint32_t entry = drop.touched.first + i;
        const Lanes holds = _mm256_cmpgt_epi32(all_of(drop.touched.holding - i),
                                               _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        const Tallies tallies(drop, entry, holds);
        if (lanes_in(_mm256_or_si256(tallies.was, tallies.is)) == 0) continue;  // most, at first
        for (auto lanes = lanes_in(tallies.close(holds)); lanes != 0; lanes &= lanes - 1)
            looked.close[counts.close++] =
                drop.placements.ids[entry + static_cast<std::uint32_t>(std::countr_zero(lanes))];

        const Spans spans = looker.spans(entry, _mm256_xor_si256(tallies.seconds, getter));
        const Lanes whose = _mm256_and_si256(tallies.seconds, all_of(PatternRows::others));
        const Lanes gone =
            indices(tallies.before, spans.old, whose, _mm256_and_si256(tallies.was, anything));
        const Lanes come = indices(tallies.after, spans.now, whose, tallies.is);
        // Changes side by side without a branch, which nobody could foresee.
        const std::uint32_t changed = lanes_in(_mm256_cmpeq_epi32(gone, come)) ^ 0xFF;
        const Lanes order = _mm256_cvtepu8_epi32(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&set_lanes[changed])));
        const Lanes changes = _mm256_or_si256(gone, _mm256_slli_epi32(come, 16));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(looked.changed + counts.changed),
                            _mm256_permutevar8x32_epi32(changes, order));
        counts.changed += static_cast<std::size_t>(std::popcount(changed));
    }
    return counts;
}

LookedCounts look(const Drop& drop, const Looked& looked) {
    if (!drop.placements.in_lanes) return Kernels::portable().look(drop, looked);
    return drop.placements.width == 4 ? look<4>(drop, looked) : look<8>(drop, looked);
}

// Sixteen numbers of 32 bits, between 0 and 127, as 16 bits each.
Lanes clamped(Lanes low, Lanes high) {
    const Lanes both = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
    return _mm256_max_epi16(_mm256_min_epi16(both, _mm256_set1_epi16(127)), _mm256_setzero_si256());
}

std::int32_t sum(Lanes numbers) {
    __m128i four =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
    return _mm_cvtsi128_si32(four);
}

std::array<std::int32_t, 2> outputs(const Network& network, const Sums& sums) {
    alignas(32) std::array<std::int32_t, Network::hidden_units / 4> fours;  // of hidden units
    const auto hidden = [&](int group) {
        return _mm256_add_epi32(load(&sums[8 * group]), eight_of(network.bias, group));
    };
    const Lanes bytes =
        _mm256_packus_epi16(clamped(hidden(0), hidden(1)), clamped(hidden(2), hidden(3)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(&fours), _mm256_permute4x64_epi64(bytes, 0xD8));

    // Two products of 127 * 128 fit into 16 bits.
    const Lanes ones = _mm256_set1_epi16(1);
    const auto& bias = network.second_bias;
    Lanes a = load(&bias[0]), b = load(&bias[8]), c = load(&bias[16]), d = load(&bias[24]);
    for (std::size_t i = 0; i < fours.size(); ++i) {
        const Lanes four = _mm256_set1_epi32(fours[i]);
        const auto products = [&](int first) {
            const Lanes weights = load(&network.second_weights[i][first]);
            return _mm256_madd_epi16(_mm256_maddubs_epi16(four, weights), ones);
        };
        a = _mm256_add_epi32(a, products(0));
        b = _mm256_add_epi32(b, products(8));
        c = _mm256_add_epi32(c, products(16));
        d = _mm256_add_epi32(d, products(24));
    }
    const Lanes low = clamped(_mm256_srai_epi32(a, 6), _mm256_srai_epi32(b, 6));
    const Lanes high = clamped(_mm256_srai_epi32(c, 6), _mm256_srai_epi32(d, 6));
    std::array<std::int32_t, 2> result = network.output_bias;
    for (int k = 0; k < 2; ++k) {
        const auto& weights = network.output_weights[k];
        result[k] += sum(_mm256_add_epi32(_mm256_madd_epi16(low, load(&weights[0])),
                                          _mm256_madd_epi16(high, load(&weights[16]))));
    }
    return result;
}

constexpr Kernels kernels{look, change, outputs};

}  // namespace

const Kernels& kernels_avx2() {
    return kernels;
}

}  // namespace dropfour

DROPFOUR_END
#endif

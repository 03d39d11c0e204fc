// The network's arithmetic for processors with AVX2: eight 32-bit numbers at a time.
#include "network_avx2.hpp"

#include "search/cpu.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

DROPFOUR_BEGIN(DROPFOUR_AVX2)

namespace dropfour {
namespace {

static_assert(Network::hidden_units == 32 && Network::second_units == 32);

__m256i load(const void* address) {
    return _mm256_load_si256(static_cast<const __m256i*>(address));
}
__m256i eight_of(const Network::Row& row, int group) {
    const void* address = row.data() + 8 * group;
    return _mm256_cvtepi16_epi32(_mm_load_si128(static_cast<const __m128i*>(address)));
}

void change(const Network& network, std::span<const std::uint16_t> added,
            std::span<const std::uint16_t> removed, Network::Sums& sums) {
    __m256i a = load(&sums[0]), b = load(&sums[8]), c = load(&sums[16]), d = load(&sums[24]);
    for (const std::uint16_t input : added) {
        const Network::Row& row = network.rows[input];
        a = _mm256_add_epi32(a, eight_of(row, 0));
        b = _mm256_add_epi32(b, eight_of(row, 1));
        c = _mm256_add_epi32(c, eight_of(row, 2));
        d = _mm256_add_epi32(d, eight_of(row, 3));
    }
    for (const std::uint16_t input : removed) {
        const Network::Row& row = network.rows[input];
        a = _mm256_sub_epi32(a, eight_of(row, 0));
        b = _mm256_sub_epi32(b, eight_of(row, 1));
        c = _mm256_sub_epi32(c, eight_of(row, 2));
        d = _mm256_sub_epi32(d, eight_of(row, 3));
    }
    auto* to = reinterpret_cast<__m256i*>(sums.data());
    _mm256_store_si256(to, a);
    _mm256_store_si256(to + 1, b);
    _mm256_store_si256(to + 2, c);
    _mm256_store_si256(to + 3, d);
}

// Sixteen numbers of 32 bits, between 0 and 127, as 16 bits each.
__m256i clamped(__m256i low, __m256i high) {
    const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
    return _mm256_max_epi16(_mm256_min_epi16(both, _mm256_set1_epi16(127)), _mm256_setzero_si256());
}

std::int32_t sum(__m256i numbers) {
    __m128i four =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
    return _mm_cvtsi128_si32(four);
}

std::array<std::int32_t, 2> outputs(const Network& network, const Network::Sums& sums) {
    alignas(32) std::array<std::int32_t, Network::hidden_units / 2> pairs;  // of hidden units
    const auto hidden = [&](int group) {
        return _mm256_add_epi32(load(&sums[8 * group]), eight_of(network.bias, group));
    };
    _mm256_store_si256(reinterpret_cast<__m256i*>(&pairs[0]), clamped(hidden(0), hidden(1)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(&pairs[8]), clamped(hidden(2), hidden(3)));

    const auto& bias = network.second_bias;
    __m256i a = load(&bias[0]), b = load(&bias[8]), c = load(&bias[16]), d = load(&bias[24]);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const __m256i pair = _mm256_set1_epi32(pairs[i]);
        const auto& weights = network.second_weights[i];
        a = _mm256_add_epi32(a, _mm256_madd_epi16(pair, load(&weights[0])));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(pair, load(&weights[8])));
        c = _mm256_add_epi32(c, _mm256_madd_epi16(pair, load(&weights[16])));
        d = _mm256_add_epi32(d, _mm256_madd_epi16(pair, load(&weights[24])));
    }
    const __m256i low = clamped(_mm256_srai_epi32(a, 6), _mm256_srai_epi32(b, 6));
    const __m256i high = clamped(_mm256_srai_epi32(c, 6), _mm256_srai_epi32(d, 6));
    std::array<std::int32_t, 2> result = network.output_bias;
    for (int k = 0; k < 2; ++k) {
        const auto& weights = network.output_weights[k];
        result[k] += sum(_mm256_add_epi32(_mm256_madd_epi16(low, load(&weights[0])),
                                          _mm256_madd_epi16(high, load(&weights[16]))));
    }
    return result;
}

}  // namespace

const Network::Code& network_code_avx2() {
    static constexpr Network::Code code{change, outputs};
    return code;
}

}  // namespace dropfour

DROPFOUR_END
#endif

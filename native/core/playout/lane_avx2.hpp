// Vectors of four 64-bit lanes, for AVX2: the `S` of lane_words.hpp.
#pragma once

#include <immintrin.h>

#include "lane_words.hpp"

namespace dropfour {
namespace {

// refill_order[lanes]: for the vector permutation that moves the next numbers to these lanes.
struct RefillOrder {
    alignas(32) std::uint32_t half[16][8];
    constexpr RefillOrder() : half{} {
        for (int lanes = 0; lanes < 16; ++lanes)
            for (std::uint32_t lane = 0, next = 0; lane < 4; ++lane) {
                half[lanes][2 * lane] = 2 * next;
                half[lanes][2 * lane + 1] = 2 * next + 1;
                next += lanes >> lane & 1;
            }
    }
};
constexpr RefillOrder refill_order;

struct Avx2 {
    using V = __m256i;
    using M = __m256i;  // all ones in the lanes of the set
    static constexpr int size = 4;
    static constexpr int registers = 16;
    static constexpr unsigned all_lanes = 0xF;

    static V all(std::uint64_t x) { return _mm256_set1_epi64x(static_cast<long long>(x)); }
    static V load(const std::uint64_t* from) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    }

    static V and_(V a, V b) { return _mm256_and_si256(a, b); }
    static V or_(V a, V b) { return _mm256_or_si256(a, b); }
    static V xor_(V a, V b) { return _mm256_xor_si256(a, b); }
    static V and_not(V a, V b) { return _mm256_andnot_si256(b, a); }
    static V or_and(V a, V b, V c) { return or_(a, and_(b, c)); }

    static V add(V a, V b) { return _mm256_add_epi64(a, b); }
    // What a + b, which gave `sum`, carries out of 64 bits.
    static V carry(V a, V b, V sum) {
        return _mm256_srli_epi64(or_(and_(a, b), and_not(or_(a, b), sum)), 63);
    }
    static V product32(V a, V b) { return _mm256_mul_epu32(a, b); }
    static V high32(V a) { return _mm256_srli_epi64(a, 32); }
    static V count(V a) {  // by half-byte, from a table in a register
        const V table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        const V nibble = _mm256_set1_epi8(15);
        const V low = _mm256_shuffle_epi8(table, and_(a, nibble));
        const V high = _mm256_shuffle_epi8(table, and_(_mm256_srli_epi16(a, 4), nibble));
        return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
    }

    static V right(V a, V by) { return _mm256_srlv_epi64(a, by); }  // 64 and more: 0
    static V left(V a, V by) { return _mm256_sllv_epi64(a, by); }
    static V right_pair(V low, V high, V by) {
        return or_(right(low, by), left(high, _mm256_sub_epi64(all(64), by)));
    }
    static V left_pair(V high, V low, V by) {
        return or_(left(high, by), right(low, _mm256_sub_epi64(all(64), by)));
    }

    static M equal(V a, V b) { return _mm256_cmpeq_epi64(a, b); }
    static M nonzero(V a) { return minus(_mm256_set1_epi64x(-1), equal(a, all(0))); }
    static M greater(V a, V b) { return _mm256_cmpgt_epi64(a, b); }
    static M none() { return all(0); }
    static M lanes_if(bool condition) { return _mm256_set1_epi64x(condition ? -1 : 0); }
    static M both(M a, M b) { return and_(a, b); }
    static M either(M a, M b) { return or_(a, b); }
    static M differ(M a, M b) { return xor_(a, b); }
    static M minus(M a, M b) { return and_not(a, b); }
    static unsigned bits(M a) {
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(a)));
    }

    static V select(M lanes, V yes, V no) { return _mm256_blendv_epi8(no, yes, lanes); }
    static V xor_if(M lanes, V a, V b) { return xor_(a, and_(b, lanes)); }
    // The active ones of the ended lanes get the numbers in turn, the others any of them.
    static V refill(V old, M ended, unsigned active, const std::uint64_t* from) {
        const auto* order = reinterpret_cast<const __m256i*>(refill_order.half[active]);
        return select(ended, _mm256_permutevar8x32_epi32(load(from), _mm256_load_si256(order)),
                      old);
    }
    static V gather(const std::uint64_t* table, V index) {
        return _mm256_i64gather_epi64(reinterpret_cast<const long long*>(table), index, 8);
    }

    // The playable cells of the column in each lane: the tallest column moved there. A shift by
    // 64 or more, or by a negative number, gives 0.
    template <int N>
    class Columns {
      public:
        explicit Columns(const LaneRules& rules)
            : board_(Words<Avx2, N>::all(rules.board)),
              tallest_(all((std::uint64_t{1} << rules.rows) - 1)),
              stride_(all(static_cast<std::uint64_t>(rules.stride))) {}

        [[gnu::always_inline]] Words<Avx2, N> operator()(V column) const {
            const V place = product32(column, stride_);
            Words<Avx2, N> result;
            result.word[0] = and_(left(tallest_, place), board_.word[0]);
            for (int i = 1; i < N; ++i) {
                const V bits_before = all(64 * static_cast<std::uint64_t>(i));
                const V cells = or_(left(tallest_, _mm256_sub_epi64(place, bits_before)),
                                    right(tallest_, _mm256_sub_epi64(bits_before, place)));
                result.word[i] = and_(cells, board_.word[i]);
            }
            return result;
        }

      private:
        Words<Avx2, N> board_;
        V tallest_, stride_;
    };
};

}  // namespace
}  // namespace dropfour

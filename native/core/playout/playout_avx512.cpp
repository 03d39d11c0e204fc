// The lane kernel for AVX-512 (F, DQ, VL, BW, VBMI2, VPOPCNTDQ): eight games to a vector.
#if defined(__x86_64__)
#include <immintrin.h>

#include "lane_kernel.hpp"

namespace dropfour {
namespace {

struct Avx512 {
    using V = __m512i;
    using M = __mmask8;
    static constexpr int size = 8;
    static constexpr int registers = 32;
    static constexpr unsigned all_lanes = 0xFF;

    static V all(std::uint64_t x) { return _mm512_set1_epi64(static_cast<long long>(x)); }
    static V load(const std::uint64_t* from) { return _mm512_loadu_si512(from); }

    static V and_(V a, V b) { return _mm512_and_si512(a, b); }
    static V or_(V a, V b) { return _mm512_or_si512(a, b); }
    static V xor_(V a, V b) { return _mm512_xor_si512(a, b); }
    static V and_not(V a, V b) { return _mm512_andnot_si512(b, a); }
    static V or_and(V a, V b, V c) { return _mm512_ternarylogic_epi64(a, b, c, 0xF8); }

    static V add(V a, V b) { return _mm512_add_epi64(a, b); }
    // What a + b, which gave `sum`, carries out of 64 bits: a & b | (a | b) & ~sum at the top.
    static V carry(V a, V b, V sum) {
        return _mm512_srli_epi64(_mm512_ternarylogic_epi64(a, b, sum, 0xD4), 63);
    }
    static V product32(V a, V b) { return _mm512_mul_epu32(a, b); }
    static V high32(V a) { return _mm512_srli_epi64(a, 32); }
    static V count(V a) { return _mm512_popcnt_epi64(a); }

    static V right(V a, V by) { return _mm512_srlv_epi64(a, by); }
    static V left(V a, V by) { return _mm512_sllv_epi64(a, by); }
    static V right_pair(V low, V high, V by) { return _mm512_shrdv_epi64(low, high, by); }
    static V left_pair(V high, V low, V by) { return _mm512_shldv_epi64(high, low, by); }

    static M nonzero(V a) { return _mm512_test_epi64_mask(a, a); }
    static M equal(V a, V b) { return _mm512_cmpeq_epi64_mask(a, b); }
    static M greater(V a, V b) { return _mm512_cmpgt_epi64_mask(a, b); }
    static M none() { return 0; }
    static M lanes_if(bool condition) { return condition ? M{0xFF} : M{0}; }
    static M both(M a, M b) { return static_cast<M>(a & b); }
    static M either(M a, M b) { return static_cast<M>(a | b); }
    static M differ(M a, M b) { return static_cast<M>(a ^ b); }
    static M minus(M a, M b) { return static_cast<M>(a & ~b); }
    static unsigned bits(M a) { return a; }

    static V select(M lanes, V yes, V no) { return _mm512_mask_mov_epi64(no, lanes, yes); }
    static V xor_if(M lanes, V a, V b) { return _mm512_mask_xor_epi64(a, lanes, a, b); }
    static V refill(V old, M, unsigned lanes, const std::uint64_t* from) {
        return _mm512_mask_expand_epi64(old, static_cast<M>(lanes), load(from));
    }
    static V gather(const std::uint64_t* table, V index) {
        return _mm512_i64gather_epi64(index, table, 8);
    }

    // The playable cells of the column in each lane.
    template <int N>
    class Columns {
      public:
        explicit Columns(const LaneRules& rules)
            : table_(rules.column_cells), few_(rules.columns <= 16) {
            for (int i = 0; i < N; ++i) {
                low_[i] = load(rules.column_cells[i]);
                high_[i] = load(rules.column_cells[i] + 8);
            }
        }
        [[gnu::always_inline]] Words<Avx512, N> operator()(V column) const {
            Words<Avx512, N> result;
            for (int i = 0; i < N; ++i)
                result.word[i] = few_ ? _mm512_permutex2var_epi64(low_[i], column, high_[i])
                                      : gather(table_[i], column);
            return result;
        }

      private:
        V low_[N], high_[N];
        const std::uint64_t (*table_)[32];
        bool few_;
    };
};

}  // namespace

LaneWins lanes_avx512(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, int count) {
    return run_lanes<Avx512>(plan, seed, first, count);
}

}  // namespace dropfour
#endif

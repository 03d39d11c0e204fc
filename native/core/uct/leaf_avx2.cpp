// Leaves of boards of one word on which fours win, for processors with AVX2.
#include "leaf.hpp"
#include "search/cpu.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#include <stdexcept>
#include <utility>

DROPFOUR_BEGIN(DROPFOUR_AVX2)

#include "leaf_code.hpp"

namespace dropfour {
namespace {

// holes_in_fours() for the four directions at once, one in each lane: on 7 x 6 about twice
// the playouts a second of the scalar form.
template <int N>
struct FourThreats {
    static_assert(N == 1);

    __m256i step, two, three;
    std::uint64_t counting;

    explicit FourThreats(const Geometry<1>& g)
        : step(_mm256_set_epi64x(g.four_steps[3], g.four_steps[2], g.four_steps[1],
                                 g.four_steps[0])),
          two(_mm256_add_epi64(step, step)),
          three(_mm256_add_epi64(two, step)),
          counting(g.counting.word[0]) {}

    Bits<1> operator()(const Bits<1>& discs) const {
        const __m256i own = _mm256_set1_epi64x(static_cast<long long>(discs.word[0]));
        const __m256i right = _mm256_srlv_epi64(own, step), left = _mm256_sllv_epi64(own, step);
        const __m256i right_pair = _mm256_and_si256(right, _mm256_srlv_epi64(own, two));
        const __m256i left_pair = _mm256_and_si256(left, _mm256_sllv_epi64(own, two));
        const __m256i holes = _mm256_or_si256(
            _mm256_and_si256(right_pair, _mm256_or_si256(_mm256_srlv_epi64(own, three), left)),
            _mm256_and_si256(left_pair, _mm256_or_si256(_mm256_sllv_epi64(own, three), right)));
        const __m128i half =
            _mm_or_si128(_mm256_castsi256_si128(holes), _mm256_extracti128_si256(holes, 1));
        return {{(static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) |
                  static_cast<std::uint64_t>(_mm_extract_epi64(half, 1))) &
                 counting}};
    }
};

}  // namespace

EvaluateLeaf<1> leaf_evaluator_avx2(const Geometry<1>& geometry, Policy policy) {
    return evaluator<FourThreats>(geometry, policy);
}

}  // namespace dropfour

DROPFOUR_END
#endif

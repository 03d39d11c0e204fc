#include "leaf.hpp"

#include "board/words.hpp"
#include "leaf_code.hpp"
#include "search/cpu.hpp"

namespace dropfour {

template <int N>
EvaluateLeaf<N> leaf_evaluator_avx2(const Geometry<N>& geometry, Policy policy);

namespace {

template <int N>
struct AnyThreats {
    static constexpr bool by_turns = false;

    const Geometry<N>& geometry;

    explicit AnyThreats(const Geometry<N>& g) : geometry(g) {}
    Bits<N> operator()(const Bits<N>& own) const { return geometry.winning_cells(own, {}); }
};

}  // namespace

template <int N>
EvaluateLeaf<N> leaf_evaluator(const Geometry<N>& geometry, Policy policy) {
#if defined(__x86_64__)
    if constexpr (N <= 2)
        if (geometry.only_fours && (N == 1 || geometry.stride < 21) && has_avx2())
            return leaf_evaluator_avx2(geometry, policy);
#endif
    return evaluator<AnyThreats>(geometry, policy);
}

#define DROPFOUR_INSTANTIATE(N) \
    template EvaluateLeaf<N> leaf_evaluator<N>(const Geometry<N>&, Policy);
DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_INSTANTIATE)

}  // namespace dropfour

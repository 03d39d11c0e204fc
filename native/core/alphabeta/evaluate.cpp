#include "evaluate.hpp"

#include "search/cpu.hpp"

namespace dropfour {
namespace {

#if defined(__x86_64__)
// All that evaluate() calls is inlined here and compiled with the instruction.
template <int N>
__attribute__((target(DROPFOUR_POPCNT), flatten)) int evaluate_with_popcnt(
    const Geometry<N>& geometry, const Position<N>& position, int player) {
    return evaluate(geometry, position, player);
}
#endif

}  // namespace

template <int N>
Evaluate<N> fastest_evaluate() {
#if defined(__x86_64__)
    if (has_popcnt()) return evaluate_with_popcnt<N>;
#endif
    return evaluate<N>;
}

int evaluate(const AnyBoard& board, int player) {
    return read(board, [&](const auto& geometry, const auto& position) {
        return evaluate(geometry, position, player);
    });
}

#define DROPFOUR_INSTANTIATE(N) template Evaluate<N> fastest_evaluate<N>();
DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_INSTANTIATE)

}  // namespace dropfour

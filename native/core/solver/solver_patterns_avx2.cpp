// The solver for what lanes.hpp does not fit, on boards of one and two words, for processors with
// AVX2.
#define DROPFOUR_INLINE  // see lattice.hpp
#include <limits>

#include "children.hpp"
#include "engine.hpp"
#include "search/cpu.hpp"

#if defined(__x86_64__)
DROPFOUR_BEGIN(DROPFOUR_AVX2)

// As in solver_avx2.cpp.
#include "engine_for.hpp"

namespace dropfour {
namespace {

struct Avx2;

}  // namespace

template <int N>
std::unique_ptr<Engine<N>> make_pattern_engine_avx2(
    const std::shared_ptr<const Geometry<N>>& geometry, std::size_t bytes, bool with_bans) {
    return engine_over<Lattice<N, Avx2>>(geometry, bytes, with_bans);
}
DROPFOUR_ENGINE(make_pattern_engine_avx2, 1)
DROPFOUR_ENGINE(make_pattern_engine_avx2, 2)

}  // namespace dropfour

DROPFOUR_END
#endif

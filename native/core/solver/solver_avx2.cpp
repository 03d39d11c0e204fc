// The solver for lines of four on boards of one and two words, for processors with AVX2.
#include <limits>

#include "children.hpp"
#include "engine.hpp"
#include "search/cpu.hpp"

#if defined(__x86_64__)
DROPFOUR_BEGIN(DROPFOUR_AVX2)

// All of it templates over a lattice of this file, so that nothing can end up elsewhere.
#include "engine_for.hpp"
#include "lanes.hpp"

namespace dropfour {
namespace {

struct Avx2;

}  // namespace

template <int N>
std::unique_ptr<Engine<N>> make_engine_avx2(const std::shared_ptr<const Geometry<N>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    if (!LaneLattice<N, Avx2>::fits(*geometry))
        return make_pattern_engine_avx2(geometry, bytes, with_bans);
    return engine_over<LaneLattice<N, Avx2>>(geometry, bytes, with_bans);
}
DROPFOUR_ENGINE(make_engine_avx2, 1)
DROPFOUR_ENGINE(make_engine_avx2, 2)

}  // namespace dropfour

DROPFOUR_END
#endif

// The solver for boards of one and two words, for processors with AVX2.
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

std::unique_ptr<Engine<1>> make_engine_avx2(const std::shared_ptr<const Geometry<1>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    return engine_over<LaneLattice<1, Avx2>>(geometry, bytes, with_bans);
}

std::unique_ptr<Engine<2>> make_engine_avx2(const std::shared_ptr<const Geometry<2>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    return engine_over<LaneLattice<2, Avx2>>(geometry, bytes, with_bans);
}

}  // namespace dropfour

DROPFOUR_END
#endif

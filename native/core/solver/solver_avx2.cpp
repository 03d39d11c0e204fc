// The solver for boards of one and two words, for processors with AVX2.
#include <cstdlib>
#include <limits>

#include "children.hpp"
#include "engine.hpp"
#include "tuning.hpp"

#if defined(__x86_64__)
// Everything above is compiled for any processor and may be shared with other files. Everything
// below is a template over the lattice of this file, so that nothing of it can end up elsewhere.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "engine_for.hpp"
#include "lanes.hpp"

namespace dropfour {
namespace {

struct Avx2;

}  // namespace

std::unique_ptr<Engine<1>> make_engine_avx2(const std::shared_ptr<const Geometry<1>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    return engine_over<LaneLattice<Avx2>>(geometry, bytes, with_bans);
}

std::unique_ptr<Engine<2>> make_engine_avx2(const std::shared_ptr<const Geometry<2>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    return engine_over<Lattice<2, Avx2>>(geometry, bytes, with_bans);
}

}  // namespace dropfour
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

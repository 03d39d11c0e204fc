#include "engine.hpp"

namespace dropfour {

template <>
std::unique_ptr<Solver::Engine> engine<2>(const std::shared_ptr<const Geometry<2>>& geometry,
                                          std::size_t bytes, bool with_bans) {
    return make_engine<Lattice<2>>(geometry, bytes, with_bans);
}

}  // namespace dropfour

#include "engine.hpp"

namespace dropfour {

template <>
std::unique_ptr<Solver::Engine> engine<3>(const std::shared_ptr<const Geometry<3>>& geometry,
                                          std::size_t bytes, bool with_bans) {
    return make_engine<Lattice<3>>(geometry, bytes, with_bans);
}

template <>
std::unique_ptr<Solver::Engine> engine<4>(const std::shared_ptr<const Geometry<4>>& geometry,
                                          std::size_t bytes, bool with_bans) {
    return make_engine<Lattice<4>>(geometry, bytes, with_bans);
}

template <>
std::unique_ptr<Solver::Engine> engine<8>(const std::shared_ptr<const Geometry<8>>& geometry,
                                          std::size_t bytes, bool with_bans) {
    return make_engine<Lattice<8>>(geometry, bytes, with_bans);
}

template <>
std::unique_ptr<Solver::Engine> engine<17>(const std::shared_ptr<const Geometry<17>>& geometry,
                                           std::size_t bytes, bool with_bans) {
    return make_engine<Lattice<17>>(geometry, bytes, with_bans);
}

}  // namespace dropfour

#define DROPFOUR_INLINE  // see lattice.hpp
#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_ENGINE(make_engine, 4)
DROPFOUR_ENGINE(make_engine, 17)

}  // namespace dropfour

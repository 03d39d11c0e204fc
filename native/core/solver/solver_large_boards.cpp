#define DROPFOUR_INLINE  // see lattice.hpp
#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_ENGINE(4)
DROPFOUR_ENGINE(17)

}  // namespace dropfour

#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_ENGINE(1)
DROPFOUR_ENGINE(2)
DROPFOUR_ENGINE(4)

}  // namespace dropfour

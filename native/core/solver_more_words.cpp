#include "engine.hpp"

namespace dropfour {

DROPFOUR_ENGINE(, 3)
DROPFOUR_ENGINE(, 4)
DROPFOUR_ENGINE(, 8)
DROPFOUR_ENGINE(, 17)

}  // namespace dropfour

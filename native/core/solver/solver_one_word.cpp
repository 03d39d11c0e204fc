#include "engine.hpp"

namespace dropfour {

DROPFOUR_ENGINE(1)

}  // namespace dropfour

#include "engine.hpp"

namespace dropfour {

DROPFOUR_ENGINE(2)

}  // namespace dropfour

#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_ENGINE(1)

}  // namespace dropfour

#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_ENGINE(2)

}  // namespace dropfour

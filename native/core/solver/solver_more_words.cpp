#include "board/words.hpp"
#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_FOR_EACH_LARGE_WORD_COUNT(DROPFOUR_ENGINE)

}  // namespace dropfour

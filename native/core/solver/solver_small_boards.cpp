#if defined(__x86_64__)  // for processors without AVX2 only: the others have solver_avx2.cpp
#define DROPFOUR_INLINE  // see lattice.hpp
#endif
#include "engine_for.hpp"

namespace dropfour {

DROPFOUR_ENGINE(make_engine, 1)
DROPFOUR_ENGINE(make_engine, 2)

}  // namespace dropfour

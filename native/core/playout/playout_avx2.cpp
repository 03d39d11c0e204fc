// The lane kernel for AVX2: four games to a vector.
#if defined(__x86_64__)
#include "lane_avx2.hpp"
#include "lane_kernel.hpp"

namespace dropfour {

LaneWins lanes_avx2(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, int count) {
    return run_lanes<Avx2>(plan, seed, first, count);
}

}  // namespace dropfour
#endif

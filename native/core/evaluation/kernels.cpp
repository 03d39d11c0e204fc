#include "kernels.hpp"

#include "kernels_avx2.hpp"
#include "search/cpu.hpp"

namespace dropfour {
namespace {

using Sums = Network::Sums;

void change(const Network& network, std::span<const std::uint16_t> added,
            std::span<const std::uint16_t> removed, Sums& sums) {
    for (const std::uint16_t input : added)
        for (int i = 0; i < Network::hidden_units; ++i) sums[i] += network.rows[input][i];
    for (const std::uint16_t input : removed)
        for (int i = 0; i < Network::hidden_units; ++i) sums[i] -= network.rows[input][i];
}

// The furthest and the nearest reach of a placement's free cells.
struct Span {
    int furthest = 0, nearest = 1 << 20;
    void take(int reach, int flip) {
        if (reach < 0) return;  // filled
        furthest = std::max(furthest, reach ^ flip);
        nearest = std::min(nearest, reach ^ flip);
    }
    std::uint32_t index(Tally tally) const {
        return PatternRows::index(static_cast<int>(tally >> 16), furthest, nearest);
    }
};

bool belongs_to_one(Tally tally) {
    return ((tally & 0xFF) != 0) != ((tally & 0xFF00) != 0);
}

std::uint32_t look(const Network& network, const Drop& drop, std::array<Sums*, 2> sums,
                   std::uint32_t* close) {
    const Placements& all = drop.placements;
    const bool anew = drop.column == Placements::no_column;
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < drop.touched.count; ++i) {
        const std::uint32_t entry = drop.touched.first + i;
        const bool holds = i < drop.touched.holding;
        const Tally before = drop.tallies[all.ids[entry]];
        const Tally after = holds ? before + drop.more : before;
        const bool was = !anew && belongs_to_one(before), is = belongs_to_one(after);
        if (!was && !is) continue;
        if (holds && is && after >> 16 < 2) close[found++] = entry;

        // If it is no longer his alone, whose it was.
        const int owner = ((was ? before : after) & 0xFF00) != 0 ? 1 : 0;
        const int flip = owner ^ drop.getter;
        Span old, now;
        for (std::size_t j = entry * all.width; j < (entry + 1) * all.width; ++j) {
            const std::uint8_t column = all.columns[j];
            if (column == Placements::no_cell) break;
            const int reach = all.reaches[j] - drop.twice_filled[column];
            old.take(reach, flip);
            now.take(column == drop.column ? reach - 2 : reach, flip);
        }
        const std::uint32_t gone = was ? old.index(before) : PatternRows::nothing;
        const std::uint32_t come = is ? now.index(after) : PatternRows::nothing;
        if (gone == come) continue;
        for (int player = 0; player < 2; ++player) {
            if (sums[player] == nullptr) continue;
            const std::uint32_t whose = player == owner ? 0 : PatternRows::others;
            const Network::Row& less = network.rows[pattern_rows[gone | whose]];
            const Network::Row& more = network.rows[pattern_rows[come | whose]];
            for (int k = 0; k < Network::hidden_units; ++k) (*sums[player])[k] += more[k] - less[k];
        }
    }
    return found;
}

std::array<std::int32_t, 2> outputs(const Network& network, const Sums& sums) {
    std::array<int, Network::hidden_units> hidden;
    for (int i = 0; i < Network::hidden_units; ++i)
        hidden[i] = std::clamp(sums[i] + network.bias[i], 0, 127);
    std::array<std::int32_t, Network::second_units> second = network.second_bias;
    for (int i = 0; i < Network::hidden_units; ++i)
        for (int j = 0; j < Network::second_units; ++j)
            second[j] += network.second_weights[i / 4][j][i % 4] * hidden[i];
    std::array<std::int32_t, 2> result = network.output_bias;
    for (int j = 0; j < Network::second_units; ++j)
        for (int k = 0; k < 2; ++k)
            result[k] += network.output_weights[k][j] * std::clamp(second[j] >> 6, 0, 127);
    return result;
}

constexpr Kernels kernels{change, look, outputs};

}  // namespace

const Kernels& Kernels::portable() {
    return kernels;
}

const Kernels& Kernels::fastest([[maybe_unused]] const Network& network) {
#if defined(__x86_64__)
    static const bool possible = has_avx2();
    if (possible && network.rows_in_16_bits >= avx2_rows_at_once) return kernels_avx2();
#endif
    return portable();
}

}  // namespace dropfour

#include "kernels.hpp"

#include "kernels_avx2.hpp"
#include "search/cpu.hpp"

namespace dropfour {
namespace {

using Sums = Network::Sums;

// The furthest and the nearest reach of a placement's free cells.
struct Span {
    int furthest = 0, nearest = 1 << 20;
    void take(int reach, int flip) {
        if (reach < 0) return;  // filled
        furthest = std::max(furthest, reach ^ flip);
        nearest = std::min(nearest, reach ^ flip);
    }
    int index(Tally tally) const {
        return PatternRows::index(static_cast<int>(tally >> 16), furthest, nearest);
    }
};

bool belongs_to_one(Tally tally) {
    return ((tally & 0xFF) != 0) != ((tally & 0xFF00) != 0);
}

LookedCounts look(const Drop& drop, const Looked& looked) {
    const Placements& all = drop.placements;
    const bool anew = drop.column == Placements::no_column;
    LookedCounts counts;
    for (std::uint32_t i = 0; i < drop.touched.count; ++i) {
        const std::uint32_t id = all.ids[drop.touched.first + i];
        const bool holds = i < drop.touched.holding;
        const Tally before = drop.tallies[id];
        const Tally after = holds ? before + drop.more : before;
        const bool was = !anew && belongs_to_one(before), is = belongs_to_one(after);
        if (!was && !is) continue;
        if (holds && is && after >> 16 < 2) looked.close[counts.close++] = id;

        // If it is no longer his alone, whose it was.
        const int owner = ((was ? before : after) & 0xFF00) != 0 ? 1 : 0;
        const int flip = owner ^ drop.getter;
        Span old, now;
        for (std::size_t j = id * all.width; j < (id + 1) * all.width; ++j) {
            const std::uint8_t column = all.columns[j];
            if (column == Placements::no_cell) break;
            const int reach = all.reaches[j] - drop.twice_filled[column];
            old.take(reach, flip);
            now.take(column == drop.column ? reach - 2 : reach, flip);
        }
        const int whose = owner == 0 ? 0 : PatternRows::others;
        const int gone = was ? old.index(before) | whose : PatternRows::nothing;
        const int come = is ? now.index(after) | whose : PatternRows::nothing;
        if (gone != come)
            looked.changed[counts.changed++] = {static_cast<std::uint16_t>(gone),
                                                static_cast<std::uint16_t>(come)};
    }
    return counts;
}

void change(const Network& network, const Changes& changes, const Sums& from, Sums& to) {
    to = from;
    const auto replace = [&](std::uint16_t gone, std::uint16_t come) {
        const Network::Row &less = network.rows[gone], &more = network.rows[come];
        for (int i = 0; i < Network::hidden_units; ++i) to[i] += more[i] - less[i];
    };
    const int seen = changes.viewer == 0 ? 0 : PatternRows::others;
    for (const Change& change : changes.patterns)
        replace(pattern_rows[change.gone ^ seen], pattern_rows[change.come ^ seen]);
    for (const Change& change : changes.others) replace(change.gone, change.come);
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

constexpr Kernels kernels{look, change, outputs};

}  // namespace

const Kernels& Kernels::portable() {
    return kernels;
}

const Kernels& Kernels::fastest([[maybe_unused]] const Network& network) {
#if defined(__x86_64__)
    static const bool possible = has_avx2();
    if (possible && network.rows_in_16_bits >= 2) return kernels_avx2();
#endif
    return portable();
}

}  // namespace dropfour

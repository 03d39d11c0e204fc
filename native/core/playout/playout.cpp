#include "playout.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>

#include "lane_rules.hpp"
#include "scalar_playout.hpp"
#include "search/cpu.hpp"
#include "search/parallel.hpp"

namespace dropfour {
namespace {

// Every draw's column, for the policy `weighted`; empty if a draw is a column.
std::vector<std::uint64_t> columns_of_draws(const PlayoutSettings& settings, int columns) {
    std::vector<std::uint64_t> result;
    if (settings.policy != Policy::weighted) return result;
    for (int column = 0; column < columns; ++column) {
        const int weight = settings.weights.empty()
                               ? 1 + std::min(column, columns - 1 - column)
                               : settings.weights[static_cast<std::size_t>(column)];
        result.insert(result.end(), static_cast<std::size_t>(weight),
                      static_cast<std::uint64_t>(column));
    }
    return result;
}

// Null for the scalar one.
LaneKernel lane_kernel(Kernel wanted) {
    const std::vector<Kernel> have = kernels();
    if (wanted == Kernel::automatic) wanted = have.back();
    if (std::find(have.begin(), have.end(), wanted) == have.end())
        throw std::invalid_argument("this processor cannot run that kernel");
#if defined(__x86_64__)
    if (wanted == Kernel::avx2) return lanes_avx2;
    if (wanted == Kernel::avx512) return lanes_avx512;
#endif
    return nullptr;
}

// All playouts from one board. What it needs is worked out once, not once a playout.
template <int N>
class Source {
  public:
    Source(const Board<N>& board, const PlayoutSettings& settings,
           const std::vector<std::uint64_t>& columns_of_draws)
        : geometry_(*board.geometry),
          position_(board.position),
          seed_(settings.seed),
          take_wins_(settings.policy == Policy::wins &&
                     board.geometry->ending == Ending::first_pattern),
          columns_of_draws_(columns_of_draws) {
        if constexpr (N <= LaneRules::max_words) {
            lanes_ = lane_kernel(settings.kernel);
            if (lanes_ && !position_.over()) plan_lanes();
        }
    }

    Totals playouts(std::uint64_t first, int count) const {
        const auto number = static_cast<std::uint64_t>(count);
        if (position_.over()) return totals_of(position_.result, number);
        if (lanes_) {
            const LaneWins won = lanes_(plan_, seed_, first, count);
            return {won.wins[0], number - won.wins[0] - won.wins[1], won.wins[1]};
        }
        return take_wins_ ? scalar<true>(first, number) : scalar<false>(first, number);
    }

  private:
    static Totals totals_of(Result result, std::uint64_t count) {
        const int winner = winner_of(result);
        return {winner == 0 ? count : 0, winner < 0 ? count : 0, winner == 1 ? count : 0};
    }

    template <bool take_wins>
    Totals scalar(std::uint64_t first, std::uint64_t count) const {
        Totals totals;
        const int draws = static_cast<int>(columns_of_draws_.size());
        for (std::uint64_t number = first; number != first + count; ++number) {
            Stream stream(seed_, number);
            const Result result = play_out<take_wins>(geometry_, position_, [&]() -> std::size_t {
                if (draws == 0) return static_cast<std::size_t>(stream.below(geometry_.columns));
                return columns_of_draws_[static_cast<std::size_t>(stream.below(draws))];
            });
            totals += totals_of(result, 1);
        }
        return totals;
    }

    void plan_lanes();

    const Geometry<N>& geometry_;
    const Position<N> position_;
    const std::uint64_t seed_;
    const bool take_wins_;
    const std::vector<std::uint64_t>& columns_of_draws_;
    LaneKernel lanes_ = nullptr;
    LanePlan plan_;
    std::vector<LanePattern> patterns_;
};

template <int N>
void Source<N>::plan_lanes() {
    plan_.rules = lane_rules(geometry_, patterns_);
    copy_words(position_.discs[position_.turn], plan_.mine);
    copy_words(position_.occupied, plan_.occupied);
    copy_words(position_.bans(geometry_), plan_.bans);
    plan_.second_to_move = position_.turn == 1;
    plan_.banning = position_.banning;
    plan_.bans_matter = position_.banning || position_.bans(geometry_).any() ||
                        (geometry_.bonus & ~position_.occupied).any();
    plan_.take_wins = take_wins_;
    plan_.draw_below =
        columns_of_draws_.empty() ? geometry_.columns : static_cast<int>(columns_of_draws_.size());
    plan_.column_of_draw = columns_of_draws_.empty() ? nullptr : columns_of_draws_.data();
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) {
    first_wins += other.first_wins;
    draws += other.draws;
    second_wins += other.second_wins;
    return *this;
}

std::vector<Kernel> kernels() {
    std::vector<Kernel> result{Kernel::scalar};
#if defined(__x86_64__)
    if (has_avx2()) result.push_back(Kernel::avx2);
    if (has_avx512()) result.push_back(Kernel::avx512);
#endif
    return result;
}

int playouts_at_a_time(const AnyBoard& board) {
    const int work = std::visit(
        []<int N>(const Board<N>& b) {
            int shifts = 0;
            for (const auto& pattern : b.geometry->patterns)
                shifts += static_cast<int>(pattern.shifts.size());
            return b.geometry->playable * N * (4 + shifts / 8);
        },
        board);
    return std::clamp((1 << 20) / work, 1, max_lane_count);
}

void run(std::span<PlayoutBatch> batches, const PlayoutSettings& settings, const Control& control) {
    if (batches.empty()) return;
    if (settings.policy == Policy::blocks) throw std::invalid_argument("only UCT's playouts block");
    const int columns =
        std::visit([](const auto& b) { return b.geometry->columns; }, *batches[0].board);
    const std::vector<std::uint64_t> draws = columns_of_draws(settings, columns);
    std::vector<AnyWords<Source>> sources;
    sources.reserve(batches.size());
    std::uint64_t longest = 0, total = 0;
    for (const PlayoutBatch& batch : batches) {
        std::visit(
            [&]<int N>(const Board<N>& b) { sources.emplace_back(Source<N>(b, settings, draws)); },
            *batch.board);
        longest = std::max(longest, batch.count);
        total += batch.count;
    }

    const auto largest = static_cast<std::uint64_t>(playouts_at_a_time(*batches[0].board));
    const std::uint64_t worth_a_thread = 1 + largest / 4;
    const std::uint64_t threads = std::clamp<std::uint64_t>(
        total / worth_a_thread, 1, static_cast<std::uint64_t>(settings.threads));
    const std::uint64_t chunk = std::clamp(total / (4 * threads), worth_a_thread, largest);
    // Task t is a chunk of one batch; all batches have their first chunk before any its second.
    const std::uint64_t tasks = (longest + chunk - 1) / chunk * batches.size();
    std::atomic<std::uint64_t> next_task{0};
    std::mutex merging;
    in_parallel(threads, [&](std::size_t) {
        std::vector<Totals> found(batches.size());
        while (!control.stopped()) {
            const std::uint64_t task = next_task.fetch_add(1, std::memory_order_relaxed);
            if (task >= tasks) break;
            const PlayoutBatch& batch = batches[task % batches.size()];
            const std::uint64_t begin = task / batches.size() * chunk;
            if (begin >= batch.count) continue;
            const int count = static_cast<int>(std::min(chunk, batch.count - begin));
            found[task % batches.size()] += std::visit(
                [&](const auto& source) { return source.playouts(batch.first + begin, count); },
                sources[task % batches.size()]);
        }
        const std::lock_guard lock(merging);
        for (std::size_t i = 0; i < batches.size(); ++i) batches[i].totals += found[i];
    });
}

Totals playouts(const AnyBoard& board, const PlayoutSettings& settings, std::uint64_t first,
                std::uint64_t count, const Control& control) {
    PlayoutBatch batch{&board, first, count};
    run({&batch, 1}, settings, control);
    return batch.totals;
}

}  // namespace dropfour

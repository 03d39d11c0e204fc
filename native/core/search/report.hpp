// What a search knows, at its end or on its way; and how it is told to stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dropfour {

// A proven result for the player to move.
struct Exact {
    int value = 0;                // +1 win, 0 draw, -1 loss
    std::optional<int> plies{};   // to the end under best play, if proven
    std::optional<int> margin{};  // own points less the opponent's, if proven; ending "full" only
    friend bool operator==(const Exact&, const Exact&) = default;
};

struct ColumnReport {
    int column = 0;
    std::uint64_t visits = 0;  // of which, for the player to move at the root:
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    double value_for_mover = 0;           // the estimate, -1 (lost) to +1 (won)
    std::optional<std::int64_t> score{};  // the evaluation for the mover, of searches with one
    std::optional<Exact> exact{};
    std::vector<int> line{};  // best play from this column on, of searches that expect one
};

struct Report {
    std::vector<ColumnReport> columns;  // the legal ones, ascending
    int best = -1;
    std::vector<int> line;  // principal variation, from the best column on
    std::uint64_t playouts = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
    bool from_book = false;
    std::string evaluation{};  // the name of the network that judged positions, if one did
};

// Work a search may do; 0 means no limit. Time is not among them: whoever runs the search owns
// the clock and calls Control::stop().
struct Limits {
    std::uint64_t playouts = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
};

// The line between a running search and whoever watches it. The search polls `stopped()` and
// `report_wanted()` at least every millisecond; both cost one relaxed load.
class Control {
  public:
    void stop() { ended_.fetch_or(by_request, std::memory_order_relaxed); }
    bool stopped() const { return ended_.load(std::memory_order_relaxed) != 0; }
    bool stop_requested() const { return ended_.load(std::memory_order_relaxed) & by_request; }

    // The end of one search's time, forgotten before the next one with its last report if nobody
    // has taken that; a stop is for all that follow.
    void expire() { ended_.fetch_or(by_time, std::memory_order_relaxed); }
    void renew() {
        ended_.fetch_and(by_request, std::memory_order_relaxed);
        wanted_.store(false, std::memory_order_relaxed);
        take_report();
    }

    void want_report() { wanted_.store(true, std::memory_order_relaxed); }
    bool report_wanted() const { return wanted_.load(std::memory_order_relaxed); }

    void publish(Report report) {
        const std::lock_guard lock(mutex_);
        latest_ = std::move(report);
        wanted_.store(false, std::memory_order_relaxed);
    }
    std::optional<Report> take_report() {
        const std::lock_guard lock(mutex_);
        return std::exchange(latest_, std::nullopt);
    }

  private:
    static constexpr std::uint8_t by_request = 1, by_time = 2;

    std::atomic<std::uint8_t> ended_{0};
    std::atomic<bool> wanted_{false};
    std::mutex mutex_;
    std::optional<Report> latest_;
};

}  // namespace dropfour

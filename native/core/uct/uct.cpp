#include "uct.hpp"

#include "search/parallel.hpp"
#include "uct_report.hpp"
#include "uct_worker.hpp"

namespace dropfour {
namespace {

constexpr std::uint64_t playouts_between_reports = 4096;
constexpr std::uint32_t most_visits = 1u << 31;  // a node's `total` holds no more

// A limit's share of worker number `index`: the shares of all add up to the limit.
std::uint64_t share(std::uint64_t limit, std::size_t index, std::size_t workers) {
    if (limit == 0) return std::numeric_limits<std::uint64_t>::max();
    return limit / workers + (index < limit % workers);
}

// Playouts between two looks at the control, far less than a millisecond.
std::uint64_t at_a_time(const AnyBoard& board) {
    return read(board, [](const auto& geometry, const auto&) {
        return static_cast<std::uint64_t>(std::max(1, 512 / geometry.playable));
    });
}

bool same_rules(const AnyBoard& a, const AnyBoard& b) {
    return std::visit(
        [&]<int N>(const Board<N>& board) {
            const auto* other = std::get_if<Board<N>>(&b);
            return other && other->geometry == board.geometry;
        },
        a);
}

bool same_position(const AnyBoard& a, const AnyBoard& b) {
    return same_rules(a, b) && std::visit(
                                   [&]<int N>(const Board<N>& board) {
                                       return std::get<Board<N>>(b).position == board.position;
                                   },
                                   a);
}

}  // namespace

Uct::Uct(const UctSettings& settings) : settings_(settings) {}
Uct::~Uct() = default;

Report Uct::search(const AnyBoard& board, const Limits& limits, Control& control, bool resume) {
    const std::lock_guard lock(searching_);
    const auto threads = static_cast<std::size_t>(settings_.threads);
    if (workers_.empty() || !same_rules(board, board_)) {
        workers_.clear();  // their memory first
        for (std::size_t i = 0; i < threads; ++i)
            workers_.push_back(
                make_worker(board, settings_, settings_.memory_bytes / threads, i << 48));
    }
    const bool goes_on = resume && same_position(board, board_);
    board_ = board;
    solved_ = false;
    findings_.assign(threads, {});
    in_parallel(threads, [&](std::size_t i) {
        try {
            if (!goes_on) workers_[i]->begin(board_, control);
            run(i, limits, control);
        } catch (...) {
            solved_ = true;  // ends the others
            throw;
        }
    });
    return report();
}

void Uct::run(std::size_t index, const Limits& limits, Control& control) {
    UctWorker& worker = *workers_[index];
    const UctWork& work = worker.work();
    const std::uint64_t nodes = share(limits.nodes, index, workers_.size());
    std::uint64_t playouts = share(limits.playouts, index, workers_.size());
    // A playout may add no node: where a game is over, or when memory is full.
    if (limits.nodes != 0) playouts = std::min(playouts, 16 * nodes);
    const std::uint64_t room = most_visits - 1 - worker.tree().root().visits;
    playouts = std::min(playouts, work.playouts + room);
    worker.limit(playouts);
    std::uint64_t next_report = work.playouts + playouts_between_reports;
    while (work.playouts < playouts && work.nodes < nodes && !worker.solved() &&
           !control.stopped() && !solved_.load(std::memory_order_relaxed)) {
        worker.grow(std::min(playouts, work.playouts + at_a_time(board_)), nodes);
        const bool wanted = control.report_wanted();
        const bool others_wait = workers_.size() > 1 && work.playouts >= next_report;
        if (others_wait) next_report += playouts_between_reports;
        if (wanted || others_wait) look_up(index, wanted);
        if (wanted) control.publish(report());
    }
    look_up(index, true);
    if (worker.solved()) solved_.store(true, std::memory_order_relaxed);
}

void Uct::look_up(std::size_t index, bool all_lines) {
    UctFindings findings = findings_of(*workers_[index], board_, settings_, all_lines);
    const std::lock_guard lock(reporting_);
    findings_[index] = std::move(findings);
}

Report Uct::report() {
    const std::lock_guard lock(reporting_);
    Report report = report_of(findings_, board_, settings_.final_choice);
    if (workers_[0]->tree().judged) report.evaluation = settings_.network->name;
    return report;
}

std::vector<UctRow> Uct::table(int depth) const {
    const std::lock_guard lock(searching_);
    return workers_.empty() ? std::vector<UctRow>{} : table_of(workers_[0]->tree(), depth);
}

std::uint64_t Uct::nodes_held() const {
    const std::lock_guard lock(searching_);
    std::uint64_t nodes = 0;
    for (const auto& worker : workers_) nodes += worker->tree().size();
    return nodes;
}

std::uint64_t Uct::bytes_held() const {
    return nodes_held() * sizeof(UctNode);
}

}  // namespace dropfour

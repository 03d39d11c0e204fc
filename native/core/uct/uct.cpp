#include "uct.hpp"

#include <atomic>
#include <mutex>

#include "search/parallel.hpp"
#include "uct_plain.hpp"
#include "uct_report.hpp"
#include "uct_search.hpp"

namespace dropfour {

// One tree for each thread, of one word count and one algorithm.
class UctTrees {
  public:
    virtual ~UctTrees() = default;
    virtual bool follow(const AnyBoard& board) const = 0;  // the rules of their last position
    virtual Report search(const AnyBoard& board, const Limits& limits, Control& control) = 0;
    virtual std::vector<const UctTree*> trees() const = 0;
};

namespace {

// A limit's share of worker number `index`: the shares of all add up to the limit.
std::uint64_t share(std::uint64_t limit, std::size_t index, std::size_t workers) {
    if (limit == 0) return std::numeric_limits<std::uint64_t>::max();
    return limit / workers + (index < limit % workers);
}

template <int N, template <int> class Search>
class TreesOf final : public UctTrees {
  public:
    explicit TreesOf(const UctSettings& settings) : settings_(settings) {
        const auto workers = static_cast<std::size_t>(settings.threads);
        for (std::size_t i = 0; i < workers; ++i) {
            const std::uint64_t first_stream = std::uint64_t{i} << 48;
            workers_.push_back(std::make_unique<Search<N>>(
                settings, settings.memory_bytes / workers, first_stream));
        }
        seen_.resize(workers);
    }

    bool follow(const AnyBoard& board) const override {
        const auto* mine = std::get_if<Board<N>>(&board);
        return mine && mine->geometry == workers_[0]->board().geometry;
    }

    Report search(const AnyBoard& any, const Limits& limits, Control& control) override {
        const Board<N>& board = std::get<Board<N>>(any);
        solved_ = false;
        for (Seen& seen : seen_) seen = {};
        in_parallel(workers_.size(), [&](std::size_t i) {
            try {
                run(i, board, limits, control);
            } catch (...) {
                solved_ = true;  // ends the others
                throw;
            }
        });
        return report(board);
    }

    std::vector<const UctTree*> trees() const override {
        std::vector<const UctTree*> trees;
        for (const auto& worker : workers_) trees.push_back(&worker->tree());
        return trees;
    }

  private:
    // What a worker had found out when it last looked up.
    struct Seen {
        std::vector<UctMove> moves;
        std::vector<int> line;
        UctWork work;
    };

    static constexpr std::uint64_t playouts_between_reports = 4096;
    static constexpr std::uint32_t most_visits = 1u << 31;  // a node's `total` holds no more

    void run(std::size_t index, const Board<N>& board, const Limits& limits, Control& control) {
        Search<N>& worker = *workers_[index];
        worker.begin(board, control);
        const std::uint64_t nodes = share(limits.nodes, index, workers_.size());
        std::uint64_t playouts = share(limits.playouts, index, workers_.size());
        // A playout may add no node: where a game is over, or when memory is full.
        if (limits.nodes != 0) playouts = std::min(playouts, 16 * nodes);
        const auto finished = [&] {
            return worker.solved() || worker.work().playouts >= playouts ||
                   worker.work().nodes >= nodes || worker.tree().root().visits >= most_visits - 1;
        };
        while (!finished() && !control.stopped() && !solved_.load(std::memory_order_relaxed)) {
            worker.grow();
            const bool wanted = control.report_wanted();
            const bool others_wait =
                workers_.size() > 1 && worker.work().playouts % playouts_between_reports == 0;
            if (wanted || others_wait) look_up(index);
            if (wanted) control.publish(report(board));
        }
        look_up(index);
        if (worker.solved()) solved_.store(true, std::memory_order_relaxed);
    }

    void look_up(std::size_t index) {
        const Search<N>& worker = *workers_[index];
        Seen seen{moves_at(worker.board(), worker.tree(), worker.board().position,
                           worker.tree().root(), settings_.plain),
                  {},
                  worker.work()};
        const int best = choose(seen.moves, settings_.final_choice).column;
        seen.line = expected_line(worker.board(), worker.tree(), best, settings_.final_choice,
                                  settings_.plain);
        const std::lock_guard lock(mutex_);
        seen_[index] = std::move(seen);
    }

    Report report(const Board<N>& board) {
        const std::lock_guard lock(mutex_);
        Report report;
        std::vector<UctMove> moves;
        for (const Seen& seen : seen_) {
            if (moves.empty())
                moves = seen.moves;
            else if (!seen.moves.empty())
                merge(moves, seen.moves);
            report.playouts += seen.work.playouts;
            report.nodes += seen.work.nodes;
            report.depth = std::max(report.depth, seen.work.depth);
        }
        report.columns = as_columns(board, moves);
        report.best = choose(moves, settings_.final_choice).column;
        report.line = {report.best};
        for (const Seen& seen : seen_)
            if (seen.line.size() > report.line.size() && seen.line[0] == report.best)
                report.line = seen.line;
        return report;
    }

    UctSettings settings_;
    std::vector<std::unique_ptr<Search<N>>> workers_;
    std::atomic<bool> solved_{false};
    std::mutex mutex_;
    std::vector<Seen> seen_;  // by worker
};

std::unique_ptr<UctTrees> make_trees(const AnyBoard& board, const UctSettings& settings) {
    return std::visit(
        [&]<int N>(const Board<N>&) -> std::unique_ptr<UctTrees> {
            if (settings.plain) return std::make_unique<TreesOf<N, PlainUct>>(settings);
            return std::make_unique<TreesOf<N, UctSearch>>(settings);
        },
        board);
}

}  // namespace

Uct::Uct(const UctSettings& settings) : settings_(settings) {}
Uct::~Uct() = default;

Report Uct::search(const AnyBoard& board, const Limits& limits, Control& control) {
    const std::lock_guard lock(mutex_);
    if (!trees_ || !trees_->follow(board)) {
        trees_.reset();  // their memory first
        trees_ = make_trees(board, settings_);
    }
    return trees_->search(board, limits, control);
}

std::vector<UctRow> Uct::table(int depth) const {
    const std::lock_guard lock(mutex_);
    if (!trees_) return {};
    return table_of(*trees_->trees()[0], depth);
}

std::uint64_t Uct::nodes_held() const {
    const std::lock_guard lock(mutex_);
    std::uint64_t nodes = 0;
    if (trees_)
        for (const UctTree* tree : trees_->trees()) nodes += tree->size();
    return nodes;
}

std::uint64_t Uct::bytes_held() const {
    return nodes_held() * sizeof(UctNode);
}

}  // namespace dropfour

#include "montecarlo.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace dropfour {
namespace {

constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();

struct MonteCarloTuning {
    // UCB1: playouts at a time, 1 / 64 of a candidate's mean so far: the choice stays nearly as
    // fine as one by one, at the speed of many.
    static constexpr std::uint64_t ucb1_share = 64;
    static constexpr std::uint64_t ucb1_least = 16;  // two AVX-512 vectors full
    // Halving under a time limit: playouts per candidate of the first pass; each further one
    // doubles.
    static constexpr std::uint64_t halving_first_pass = 256;
    // `even`: one round takes about this many milliseconds per candidate.
    static constexpr std::uint64_t even_round = 8;
};

struct Candidate {
    int column;
    AnyBoard after;
    std::uint64_t first_number = 0;
    std::uint64_t given = 0;  // playouts, of which `totals` counts those that were made
    Totals totals{};
    bool alive = true;
    std::optional<Exact> exact{};

    std::uint64_t visits() const { return totals.count(); }
};

class MonteCarlo {
  public:
    MonteCarlo(const AnyBoard& board, const MonteCarloSettings& settings, Control& control);

    Report search() {
        if (!won_at_once_ || !settings_.win_at_once) {
            switch (settings_.allocation) {
                case Allocation::even:
                    share_evenly();
                    break;
                case Allocation::ucb1:
                    follow_bounds();
                    break;
                case Allocation::halving:
                    halve_repeatedly();
                    break;
            }
        }
        return report();
    }

  private:
    struct Share {
        Candidate* candidate;
        std::uint64_t playouts;
    };

    void number_playouts(bool one_after_the_other);
    void share_evenly();
    void follow_bounds();
    void halve_repeatedly();
    void halve(std::uint64_t effort);
    void give(const std::vector<Share>& shares);

    double win_rate(const Candidate& c) const {
        const std::uint64_t visits = c.visits();
        return visits == 0
                   ? 0.0
                   : static_cast<double>(c.totals.wins(mover_)) / static_cast<double>(visits);
    }
    bool better(const Candidate& a, const Candidate& b) const;
    const Candidate& best() const;
    ColumnReport column_report(const Candidate& candidate) const;
    Report report() const;

    const MonteCarloSettings& settings_;
    Control& control_;
    std::vector<Candidate> candidates_;  // by column, ascending
    std::uint64_t limit_;                // playouts of all candidates together
    int mover_;
    int middle_;
    bool won_at_once_ = false;
};

MonteCarlo::MonteCarlo(const AnyBoard& board, const MonteCarloSettings& settings, Control& control)
    : settings_(settings), control_(control) {
    read(board, [&](const auto& geometry, const auto& position) {
        mover_ = position.turn;
        middle_ = geometry.columns / 2;
    });
    for (const int column : legal_columns(board)) {
        Candidate& c = candidates_.emplace_back(Candidate{column, *play(board, column)});
        const Result result = read(c.after, [](auto&, auto& position) { return position.result; });
        if (result == Result::open) continue;
        const int winner = winner_of(result);
        const int value = winner < 0 ? 0 : winner == mover_ ? 1 : -1;
        c.exact = Exact{value, 1, margin(c.after, mover_)};
        won_at_once_ |= value > 0;
    }
    const std::uint64_t count = candidates_.size();
    limit_ = settings.per_candidate != 0 ? settings.per_candidate * count
             : settings.total != 0       ? std::max(settings.total, count)
                                         : no_limit;
}

// Step 1 of all allocations: which playout numbers belong to whom.
void MonteCarlo::number_playouts(bool one_after_the_other) {
    const std::uint64_t count = candidates_.size();
    const std::uint64_t distance = limit_ == no_limit    ? std::uint64_t{1} << 40
                                   : one_after_the_other ? limit_ / count
                                                         : limit_;
    const std::uint64_t one_more = limit_ % count;  // so many candidates get one more
    for (std::uint64_t i = 0; i < count; ++i) {
        candidates_[i].first_number = i * distance;
        if (one_after_the_other && limit_ != no_limit)
            candidates_[i].first_number += std::min(i, one_more);
    }
}

void MonteCarlo::share_evenly() {
    number_playouts(true);
    const std::uint64_t count = candidates_.size();
    const std::uint64_t round =
        MonteCarloTuning::even_round * static_cast<std::uint64_t>(settings_.playouts.threads) *
        static_cast<std::uint64_t>(playouts_at_a_time(candidates_[0].after));
    std::uint64_t left = limit_;
    while (left > 0 && !control_.stopped()) {
        std::vector<Share> shares;
        const std::uint64_t now = std::min(left, round * count);
        for (std::uint64_t i = 0; i < count; ++i)
            shares.push_back({&candidates_[i], now / count + (i < now % count)});
        give(shares);
        if (left != no_limit) left -= now;
    }
}

void MonteCarlo::follow_bounds() {
    number_playouts(false);
    const std::uint64_t count = candidates_.size();
    const std::uint64_t least =
        std::clamp<std::uint64_t>(limit_ / (4 * count), 1, MonteCarloTuning::ucb1_least);
    std::uint64_t total = 0;
    while (total < limit_ && !control_.stopped()) {
        const auto bound = [&](const Candidate& c) {
            if (c.visits() == 0) return std::numeric_limits<double>::infinity();
            const auto visits = static_cast<double>(c.visits());
            return win_rate(c) + std::sqrt(2.0 * std::log(static_cast<double>(total)) / visits);
        };
        Candidate* chosen = &candidates_[0];
        for (Candidate& c : candidates_)
            if (bound(c) > bound(*chosen)) chosen = &c;
        const std::uint64_t pull = std::max(least, total / (MonteCarloTuning::ucb1_share * count));
        const std::uint64_t now = std::min(pull, limit_ - total);
        give({{chosen, now}});
        total += now;
    }
}

// Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits, ICML 2013. Earlier
// results are kept. Without a limit, passes of double effort follow each other.
void MonteCarlo::halve_repeatedly() {
    number_playouts(false);
    if (limit_ != no_limit) return halve(limit_);
    std::uint64_t effort = MonteCarloTuning::halving_first_pass * candidates_.size();
    for (; !control_.stopped(); effort *= 2) {
        for (Candidate& c : candidates_) c.alive = true;
        halve(effort);
    }
}

void MonteCarlo::halve(std::uint64_t effort) {
    std::vector<Candidate*> alive;
    for (Candidate& c : candidates_) alive.push_back(&c);
    int rounds = std::max(1, static_cast<int>(std::bit_width(alive.size() - 1)));
    for (; rounds > 0 && !control_.stopped(); --rounds) {
        const std::uint64_t count = alive.size();
        const std::uint64_t now =
            std::max(effort / static_cast<std::uint64_t>(rounds), std::min(effort, count));
        std::vector<Share> shares;
        for (std::uint64_t i = 0; i < count; ++i)
            shares.push_back({alive[i], now / count + (i < now % count)});
        give(shares);
        effort -= now;
        if (control_.stopped()) return;  // an unfinished round rules nobody out
        std::sort(alive.begin(), alive.end(), [&](auto* a, auto* b) { return better(*a, *b); });
        for (; alive.size() > (count + 1) / 2; alive.pop_back()) alive.back()->alive = false;
    }
}

void MonteCarlo::give(const std::vector<Share>& shares) {
    std::vector<PlayoutBatch> batches;
    for (const auto& [candidate, count] : shares) {
        batches.push_back({&candidate->after, candidate->first_number + candidate->given, count});
        candidate->given += count;
    }
    run(batches, settings_.playouts, control_);
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i].candidate->totals += batches[i].totals;
    if (control_.report_wanted()) control_.publish(report());
}

bool MonteCarlo::better(const Candidate& a, const Candidate& b) const {
    const auto proven_win = [](const Candidate& c) { return c.exact && c.exact->value > 0; };
    if (proven_win(a) != proven_win(b)) return proven_win(a);
    if (a.alive != b.alive) return a.alive;
    if (win_rate(a) != win_rate(b)) return win_rate(a) > win_rate(b);
    const int from_a = std::abs(a.column - middle_), from_b = std::abs(b.column - middle_);
    return from_a != from_b ? from_a < from_b : a.column < b.column;
}

const Candidate& MonteCarlo::best() const {
    return *std::min_element(candidates_.begin(), candidates_.end(),
                             [&](auto& a, auto& b) { return better(a, b); });
}

ColumnReport MonteCarlo::column_report(const Candidate& candidate) const {
    ColumnReport result;
    result.column = candidate.column;
    result.visits = candidate.visits();
    result.wins = candidate.totals.wins(mover_);
    result.draws = candidate.totals.draws;
    result.losses = candidate.totals.wins(1 - mover_);
    result.exact = candidate.exact;
    if (candidate.exact)
        result.value_for_mover = candidate.exact->value;
    else if (result.visits > 0)
        result.value_for_mover =
            (static_cast<double>(result.wins) - static_cast<double>(result.losses)) /
            static_cast<double>(result.visits);
    return result;
}

Report MonteCarlo::report() const {
    Report result;
    for (const Candidate& c : candidates_) {
        result.columns.push_back(column_report(c));
        result.playouts += c.visits();
    }
    result.best = best().column;
    result.line = {result.best};
    return result;
}

}  // namespace

Report monte_carlo(const AnyBoard& board, const MonteCarloSettings& settings, Control& control) {
    return MonteCarlo(board, settings, control).search();
}

}  // namespace dropfour

#include "alphabeta.hpp"

#include <cmath>
#include <tuple>

#include "board/tactics.hpp"
#include "evaluate.hpp"
#include "evaluation/follower.hpp"
#include "move_order.hpp"
#include "transpositions.hpp"

namespace dropfour {
namespace {

constexpr int infinity = win_score + 1;
constexpr int least_win = win_score - 10'000;  // no game has as many plies, no evaluation as much

constexpr bool is_proven_win(int score) {
    return score >= least_win;
}
constexpr bool is_proven_loss(int score) {
    return score <= -least_win;
}

// A guess at the positions worth remembering, for a small table is faster: with perfect pruning one
// player has but one move in each position.
std::uint64_t useful_entries(const Limits& limits, int columns) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    std::uint64_t entries = limits.depth != 0 ? 1 : most;
    for (int ply = 0; ply < limits.depth / 2 + 1 && entries < most; ++ply)
        entries *= static_cast<std::uint64_t>(columns);
    return limits.nodes != 0 ? std::min(entries, limits.nodes) : entries;
}

struct RootMove {
    int column = 0;
    int bit = 0;
    int score = -infinity;
    Bound bound = Bound::none;  // what `score` says about the column's value
};

template <int N>
class Search {
  public:
    Search(const Board<N>& board, const Limits& limits, const AlphaBetaSettings& settings,
           Control& control);

    Report run();

  private:
    struct Ahead {
        std::optional<int> value;  // if it is known without search
        Bits<N> moves;             // cells, among them one of the best moves
    };

    void search_root(int depth);
    bool search_root_move(RootMove& move, int depth, const RootMove* best);
    int after_move(const Position<N>& position, int bit, int depth, int ply, int alpha, int beta);
    int search(const Position<N>& position, int depth, int ply, int alpha, int beta);
    static bool answers(const Transposition<N>& entry, int depth, int alpha, int beta);
    int value_at_end(const Position<N>& position, int ply) const;
    int value_at_horizon(const Position<N>& position, int ply, int alpha, int beta);
    Ahead look_ahead(const Position<N>& position, int depth, int ply) const;
    void remember_line(int ply, int column);
    bool interrupted();
    bool is_final(int depth) const;
    const RootMove& best_root_move() const;
    Report report() const;
    ColumnReport column_report(const RootMove& move) const;

    const Geometry<N>& geometry_;
    const Position<N> root_;
    const Limits limits_;
    const AlphaBetaSettings settings_;
    Control& control_;
    const int plies_left_;  // every move fills one cell
    const Evaluate<N> evaluate_ = fastest_evaluate<N>();
    std::unique_ptr<Follower> learned_;  // judges at the horizon, if there is a network for it
    Transpositions<N> table_;
    MoveOrder<N> order_;

    std::uint64_t nodes_ = 0;
    bool may_stop_ = false;  // there is something to report
    bool stopped_ = false;
    std::vector<std::vector<int>> lines_;  // by ply, the best columns from there on
    std::vector<RootMove> moves_;          // of the running iteration, in the order of the search
    std::vector<RootMove> known_;          // of the last one that was completed
    std::vector<int> known_line_;
    int known_depth_ = 0;
};

template <int N>
Search<N>::Search(const Board<N>& board, const Limits& limits, const AlphaBetaSettings& settings,
                  Control& control)
    : geometry_(*board.geometry),
      root_(board.position),
      limits_(limits),
      settings_(settings),
      control_(control),
      plies_left_(geometry_.free_cells(root_.occupied)),
      table_(settings.table_megabytes, useful_entries(limits, geometry_.columns)),
      order_(geometry_),
      lines_(plies_left_ + 2) {
    if (settings.network != nullptr) learned_ = Follower::of(settings.network, board);
    for_each_bit(root_.landing(geometry_), [&](int bit) {
        moves_.push_back({.column = geometry_.cell(bit).column, .bit = bit});
    });
}

template <int N>
Report Search<N>::run() {
    const int deepest = limits_.depth != 0 ? std::min(limits_.depth, plies_left_) : plies_left_;
    for (int depth = 1; depth <= deepest; ++depth) {
        search_root(depth);
        if (stopped_ && depth > 1) break;
        known_ = moves_;
        known_line_ = lines_[0];
        known_depth_ = depth;
        if (stopped_ || is_final(depth)) break;
    }
    return report();
}

// One iteration. If it is stopped, some columns have no score; the first iteration always scores
// one, though, which is then all that is known.
template <int N>
void Search<N>::search_root(int depth) {
    // The best column of the last iteration first, then the others by what is known of them.
    std::stable_sort(moves_.begin(), moves_.end(), [](const RootMove& a, const RootMove& b) {
        return std::tuple(a.score, a.bound) > std::tuple(b.score, b.bound);
    });
    order_.age();
    for (RootMove& move : moves_) move.bound = Bound::none;

    const RootMove* best = nullptr;
    for (RootMove& move : moves_) {
        if (!search_root_move(move, depth, best)) return;
        may_stop_ = true;
        const bool better = best == nullptr || move.score > best->score ||
                            (move.score == best->score && move.column < best->column);
        if (move.bound != Bound::upper && better) {
            best = &move;
            remember_line(0, move.column);
        }
    }
}

// Scores one column; false if that was stopped. After the first, a column must beat the best one
// so far, or equal it from further left; otherwise its score is an upper bound only.
template <int N>
bool Search<N>::search_root_move(RootMove& move, int depth, const RootMove* best) {
    int score;
    if (best == nullptr || settings_.every_column) {
        score = after_move(root_, move.bit, depth - 1, 1, -infinity, infinity);
        move.bound = Bound::exact;
    } else {
        const int needed = move.column < best->column ? best->score : best->score + 1;
        score = after_move(root_, move.bit, depth - 1, 1, needed - 1, needed);
        move.bound = Bound::upper;
        if (!stopped_ && score >= needed) {
            score = after_move(root_, move.bit, depth - 1, 1, needed - 1, infinity);
            move.bound = Bound::exact;
        }
    }
    if (stopped_) {
        move.bound = Bound::none;
        return false;
    }
    move.score = score;
    return true;
}

// The value, for the player to move in `position`, of the move that fills the cell `bit`.
template <int N>
int Search<N>::after_move(const Position<N>& position, int bit, int depth, int ply, int alpha,
                          int beta) {
    Position<N> next = position;
    next.play(geometry_, Bits<N>::one(bit));
    if (learned_) learned_->enter(geometry_.cell(bit).column);
    // A ban is dropped by the player whose disc came before: then the sign stays.
    const int value = next.turn == position.turn ? search(next, depth, ply, alpha, beta)
                                                 : -search(next, depth, ply, -beta, -alpha);
    if (learned_) learned_->leave();
    return value;
}

// The value for the player to move if it lies between alpha and beta; at most alpha, it is an
// upper bound of the value, and at least beta, a lower bound. Meaningless once `stopped_`.
template <int N>
int Search<N>::search(const Position<N>& position, int depth, int ply, int alpha, int beta) {
    // Step 1. Count the node, and see whether to go on.
    ++nodes_;
    lines_[ply].clear();
    if (interrupted()) return 0;

    // Step 2. The end of the game and the horizon.
    if (position.over()) return value_at_end(position, ply);
    if (depth == 0) return value_at_horizon(position, ply, alpha, beta);

    // Step 3. No win can come before the next ply.
    const int best_possible = win_score - (ply + 1);
    if (alpha >= best_possible) return best_possible;

    // Step 4. What is known already. On the principal variation everything is searched all the
    // same, so that it can be told in full.
    const bool principal = beta - alpha > 1;
    const TranspositionKey<N> key(geometry_, position);
    const Transposition<N>* entry = table_.find(key);
    if (entry != nullptr && !principal && answers(*entry, depth, alpha, beta)) return entry->score;
    const int table_column = entry != nullptr ? entry->column : -1;

    // Step 5. Immediate wins and forced moves.
    const Ahead ahead = look_ahead(position, depth, ply);
    if (ahead.value && !principal) return *ahead.value;

    // Step 6. Search the moves: the first with the full window, the others only to see whether
    // they are better, and again if one is.
    int best = -infinity, best_column = 0;
    int floor = alpha;
    const MoveList list = order_.ordered(position, ahead.moves, table_column);
    for (int i = 0; i < list.size; ++i) {
        const int bit = list.moves[i].bit;
        const bool probe = principal && i > 0;
        int value = after_move(position, bit, depth - 1, ply + 1, floor, probe ? floor + 1 : beta);
        if (probe && value > floor && value < beta && !stopped_)
            value = after_move(position, bit, depth - 1, ply + 1, floor, beta);
        if (stopped_) return 0;
        if (value <= best) continue;
        best = value;
        best_column = geometry_.cell(bit).column;
        if (best <= floor) continue;
        floor = best;
        if (principal) remember_line(ply, best_column);
        if (best >= beta) {
            order_.reward(position, bit, depth);
            break;
        }
    }

    // Step 7. Remember what has been found out.
    table_.store(key, depth, best, bound_of(best, alpha, beta), best_column);
    return best;
}

// Whether an entry decides a search with this depth and window. One of the same depth is this very
// search; one of less depth counts if it proves the end of the game, for what lay within its
// horizon, or was forced behind it, is seen by ours too.
template <int N>
bool Search<N>::answers(const Transposition<N>& entry, int depth, int alpha, int beta) {
    const bool same = entry.depth == depth;
    return (at_least(entry.bound) && entry.score >= beta && (same || is_proven_win(entry.score))) ||
           (at_most(entry.bound) && entry.score <= alpha && (same || is_proven_loss(entry.score)));
}

template <int N>
int Search<N>::value_at_end(const Position<N>& position, int ply) const {
    if (geometry_.ending == Ending::full_board)
        return evaluate_(geometry_, position, position.turn);
    const int winner = winner_of(position.result);
    if (winner < 0) return 0;
    return winner == position.turn ? win_score - ply : -(win_score - ply);
}

// Pattern potentials judge a position as it is. The network has learned from positions in which
// nobody wins at once: where only one move does not lose it looks behind that.
template <int N>
int Search<N>::value_at_horizon(const Position<N>& position, int ply, int alpha, int beta) {
    if (!learned_) return evaluate_(geometry_, position, position.turn);
    static_assert(Outlook::point_unit == Potential::completed);  // as at the end of the game
    if (geometry_.ending == Ending::full_board) return learned_->here().outlook().margin;
    const Ahead ahead = look_ahead(position, 0, ply);
    if (ahead.value) return *ahead.value;
    if (!ahead.moves.several())
        return after_move(position, ahead.moves.lowest(), 0, ply + 1, alpha, beta);
    return learned_->here().outlook().logit;
}

// Ending "first" only: a win with the next disc; two threats of the opponent, of which one stays;
// or the one move that stops a threat: all others lose as fast as one can lose.
template <int N>
typename Search<N>::Ahead Search<N>::look_ahead(const Position<N>& position, int depth,
                                                int ply) const {
    const Bits<N> cells = position.landing(geometry_);
    if (geometry_.ending != Ending::first_pattern || position.banning) return {{}, cells};
    const Bits<N> winning = threats_of(geometry_, position, position.turn) & cells;
    if (winning.any()) return {win_score - (ply + 1), winning};
    // With depth 1 the opponent's win is beyond the horizon, unless the network has it looked
    // behind; a ban may stop a second threat.
    if ((depth < 2 && !learned_) || geometry_.bonus.any()) return {{}, cells};
    const Bits<N> threats = threats_of(geometry_, position, position.turn ^ 1) & cells;
    if (threats.several()) return {-(win_score - (ply + 2)), threats};
    return {{}, threats.any() ? threats : cells};
}

// The line from `ply` on is this column and then the line of the next ply.
template <int N>
void Search<N>::remember_line(int ply, int column) {
    lines_[ply].assign(1, column);
    lines_[ply].insert(lines_[ply].end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

template <int N>
bool Search<N>::interrupted() {
    const bool enough = limits_.nodes != 0 && nodes_ > limits_.nodes;
    if (may_stop_ && (enough || control_.stopped())) stopped_ = true;
    if (control_.report_wanted() && known_depth_ > 0) control_.publish(report());
    return stopped_;
}

// Whether a deeper search would find the same.
template <int N>
bool Search<N>::is_final(int depth) const {
    if (depth >= plies_left_) return true;
    // A network may see a win behind the horizon; a deeper search may find a shorter one.
    const auto proven = [&](const RootMove& move) {
        return win_score - std::abs(move.score) <= depth + 1;
    };
    return settings_.every_column ? std::all_of(known_.begin(), known_.end(), proven)
                                  : proven(best_root_move());
}

template <int N>
const RootMove& Search<N>::best_root_move() const {
    return *std::max_element(known_.begin(), known_.end(), [](const auto& a, const auto& b) {
        const bool a_exact = a.bound == Bound::exact, b_exact = b.bound == Bound::exact;
        return std::tuple(a_exact, a.score, -a.column) < std::tuple(b_exact, b.score, -b.column);
    });
}

template <int N>
Report Search<N>::report() const {
    Report report;
    for (const RootMove& move : known_) report.columns.push_back(column_report(move));
    std::sort(report.columns.begin(), report.columns.end(),
              [](const auto& a, const auto& b) { return a.column < b.column; });
    report.best = best_root_move().column;
    report.line = known_line_;
    report.nodes = nodes_;
    report.depth = known_depth_;
    if (learned_) report.evaluation = settings_.network->name;
    return report;
}

template <int N>
ColumnReport Search<N>::column_report(const RootMove& move) const {
    ColumnReport report{.column = move.column};
    if (move.bound == Bound::none) return report;
    const int sign = move.score > 0 ? 1 : move.score < 0 ? -1 : 0;
    const bool exact = move.bound == Bound::exact;
    if (exact) report.score = move.score;
    if (is_proven_win(move.score) || is_proven_loss(move.score)) {
        report.value_for_mover = sign;
        const int plies = win_score - std::abs(move.score);
        if (exact) report.exact = Exact{sign};
        // Behind the horizon only forced moves are looked at: there may be a shorter way.
        if (exact && (!learned_ || plies <= known_depth_ + 1)) report.exact->plies = plies;
        // At most a loss is a loss, but it may come sooner.
        if (!exact && sign < 0) report.exact = Exact{sign};
    } else if (known_depth_ >= plies_left_) {
        report.value_for_mover = sign;
        if (exact) {
            report.exact = Exact{sign, plies_left_};
            if (geometry_.ending == Ending::full_board)
                report.exact->margin = move.score / Potential::completed;
        }
    } else if (learned_ && geometry_.ending == Ending::first_pattern) {
        report.value_for_mover = double{Outlook{.logit = move.score}.value(geometry_.ending)};
    } else {
        // To be ahead by one pattern is 0.5.
        report.value_for_mover =
            move.score / static_cast<double>(std::abs(move.score) + Potential::completed);
    }
    return report;
}

}  // namespace

Report alphabeta(const AnyBoard& board, const Limits& limits, const AlphaBetaSettings& settings,
                 Control& control) {
    return std::visit(
        [&]<int N>(const Board<N>& b) {
            const auto search = std::make_unique<Search<N>>(b, limits, settings, control);
            return search->run();
        },
        board);
}

}  // namespace dropfour

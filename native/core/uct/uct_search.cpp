// UCT at full strength. What it adds to the textbook's:
//
//   proofs      a leaf that one look decides is proven, and proofs climb the tree: MCTS-Solver
//               (Winands, Bjornsson, Saito: Monte-Carlo tree search solver, CG 2008)
//   pruning     moves that lose to the opponent's next move get no node; a forced block is the
//               only child
//   leaves      judged by the learned evaluation, all children at once; or
//   playouts    that win at once when they can, see leaf.hpp
//   the tree    of the last search is kept if the new position lies in it
//
//     grow = select, expanding on the way -> look, judgement or playout -> backup -> climb
#include <array>
#include <bit>

#include "evaluation/follower.hpp"
#include "leaf.hpp"
#include "uct_worker.hpp"

namespace dropfour {
namespace {

// c * sqrt(max(2 ln N, share * N)) by table: the step of N is 1/16 of itself, where the error is
// below one percent, or three where the share decides, and N below 32 is exact. One logarithm a
// level would cost a tenth of the time.
class ExplorationTable {
  public:
    ExplorationTable(double exploration, double share) {
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const double n = std::bit_cast<float>(static_cast<std::uint32_t>(i + offset) << shift);
            entries_[i] =
                static_cast<float>(exploration * std::sqrt(std::max(2 * std::log(n), share * n)));
        }
    }

    float operator()(std::uint32_t visits) const {
        const float n = visits == 0 ? 1.0f : static_cast<float>(visits);
        const auto bits = std::bit_cast<std::uint32_t>(n);
        return entries_[(bits >> shift) - offset];
    }

  private:
    static constexpr int shift = 23 - 4;  // four bits of the mantissa
    static constexpr std::uint32_t offset = std::bit_cast<std::uint32_t>(1.0f) >> shift;
    std::array<float, 33 * 16> entries_;
};

template <int N>
class UctSearch final : public UctWorker {
  public:
    UctSearch(const UctSettings& settings, std::size_t bytes, std::uint64_t first_stream,
              std::unique_ptr<Follower> learned)
        : UctWorker(bytes),
          settings_(settings),
          learned_(std::move(learned)),
          exploration_(explored(settings.tuning), 0),
          first_exploration_(explored(settings.tuning), settings.tuning.first_share),
          first_stream_(first_stream),
          stream_(first_stream) {
        tree_.judged = learned_ != nullptr;
    }

    void begin(const AnyBoard& any, const Control& control) override {
        const Board<N>& board = std::get<Board<N>>(any);
        work_ = {};
        cut_short_ = false;
        if (board_.geometry == nullptr) prepare(board);
        const std::uint32_t found = settings_.keep_tree ? find(board.position) : 0;
        board_ = board;
        if (found == 0) {
            tree_.clear();
            stream_ = first_stream_;
        } else {
            tree_.keep_only(found, [&] { return control.stopped(); });
        }
        if (learned_) learned_->set(board);
        open_root();
    }

    void grow(std::uint64_t playouts, std::uint64_t nodes) override {
        while (work_.playouts < playouts && work_.nodes < nodes && !solved()) grow();
    }

    bool solved() const override {
        const UctNode& root = tree_.root();
        if (!root.proven() || !settings_.every_column) return root.proven();
        const UctNode* child = &tree_[root.children];
        return std::all_of(child, child + root.child_count(), [](auto& c) { return c.proven(); });
    }

  private:
    double explored(const UctTuning& tuning) const {
        return learned_ ? tuning.judged_exploration : tuning.exploration;
    }

    void grow() {
        if (cut_short_) return play_out(leaf_, leaf_position_);
        path_.clear();
        steps_to_a_draw_ = -1;
        Position<N> position = board_.position;
        const std::uint32_t leaf = select(position);
        if (learned_) {
            judge(leaf, position);
            learned_->back();
            ++work_.playouts;
        } else {
            play_out(leaf, position);
        }
    }

    // At once all playouts that a leaf needs before it may have children, so that it is found and
    // looked at only once; a proof counts as one. What a limit cuts off comes first if the search
    // is resumed.
    void play_out(std::uint32_t leaf, const Position<N>& position) {
        const int visits = static_cast<int>(tree_[leaf].visits);
        const int wanted = std::max(1, settings_.tuning.visits_to_expand - visits);
        const int count =
            static_cast<int>(std::min(static_cast<std::uint64_t>(wanted), limit_ - work_.playouts));
        const LeafResult result =
            evaluate_leaf_(*board_.geometry, position, {settings_.seed, stream_, count});
        cut_short_ = count < wanted && !result.proven;
        if (cut_short_) {
            leaf_ = leaf;
            leaf_position_ = position;
        }
        if (result.proven) {
            backup(1, result.winner == 0, result.winner == 1);
            climb(leaf, result);
        } else {
            stream_ += static_cast<std::uint64_t>(count);
            backup(count, result.won[0], result.won[1]);
        }
    }

    struct Step {
        std::uint32_t node;
        int chooser;
    };

    // Walks down to a node that has no children yet.
    std::uint32_t select(Position<N>& position) {
        std::uint32_t index = 0;
        while (tree_[index].children != 0 || expand(tree_[index], position)) {
            index = best_child(tree_[index]);
            path_.push_back({index, position.turn});
            if (learned_) learned_->enter(static_cast<int>(tree_[index].column));
            position.drop(*board_.geometry, cell_of(tree_[index], position));
        }
        return index;
    }

    // False if it is too early for children, or if memory has run out: then the node is played out
    // again and again.
    bool expand(UctNode& node, const Position<N>& position) {
        if (learned_ || static_cast<int>(node.visits) < settings_.tuning.visits_to_expand)
            return false;
        return add_children(node, position, tactics(*board_.geometry, position).safe);
    }

    // With an evaluation: a leaf that one look does not decide gets its children at once, each with
    // what is said of it, and counts as the best of them.
    void judge(std::uint32_t leaf, const Position<N>& position) {
        const Geometry<N>& geometry = *board_.geometry;
        const int mover = position.turn;
        if (geometry.landing(position.occupied).none())
            return judge_proven(leaf, {winner_of(result_when_full(geometry, position)), true, 0});
        const Tactics<N> now = tactics(geometry, position);
        if (now.won()) return judge_proven(leaf, {mover, true, 1});
        if (now.lost()) return judge_proven(leaf, {mover ^ 1, true, 2});
        UctNode& node = tree_[leaf];
        if (!add_children(node, position, now.safe))
            return backup(mover, learned_->here().outlook().value_for(mover, geometry.ending));
        float best = -1;
        for (int i = 0; i < node.child_count(); ++i)
            best = std::max(best, tree_[node.children + static_cast<std::uint32_t>(i)].value);
        backup(mover, best);
    }

    void judge_proven(std::uint32_t leaf, const LeafResult& result) {
        backup(std::max(result.winner, 0), result.winner < 0 ? 0.0f : 1.0f);
        climb(leaf, result);
    }

    bool add_children(UctNode& node, const Position<N>& position, const Bits<N>& moves) {
        const int count = moves.count();
        if (!tree_.has_room(count)) return false;
        UctNode* child = tree_.add_children(node, count);
        if (learned_)
            expect(child, position, moves);
        else
            for_each_bit(moves, [&](int bit) {
                const auto patterns =
                    static_cast<float>(patterns_through_[static_cast<std::size_t>(bit)]);
                (child++)->clear(board_.geometry->cell(bit).column, UctNode::untried + patterns);
            });
        work_.nodes += static_cast<std::uint64_t>(count);
        return true;
    }

    // Children with what the evaluation says of them, and a little noise.
    void expect(UctNode* child, const Position<N>& position, const Bits<N>& moves) {
        const Geometry<N>& geometry = *board_.geometry;
        Stream random(settings_.seed, stream_++);
        if (geometry.free_cells(position.occupied) == 1)  // the first visit will see the end
            return child->expect(geometry.cell(moves.lowest()).column, 0);
        Evaluator& evaluator = learned_->here();
        for_each_bit(moves, [&](int bit) {
            const int column = geometry.cell(bit).column;
            const float noise =
                settings_.tuning.judged_noise * static_cast<float>(random.below(256) - 128) / 128;
            const float value =
                evaluator.outlook_after(column).value_for(position.turn, geometry.ending);
            (child++)->expect(column, std::clamp(value + noise, -1.0f, 1.0f));
        });
    }

    // The child with the highest upper bound. If that is a proven draw there is nothing to play
    // out: a draw is counted in the nodes above, and the playout goes to the best of the others,
    // for a better move or a proof that there is none.
    std::uint32_t best_child(const UctNode& node) {
        const bool first = path_.size() < static_cast<std::size_t>(settings_.tuning.first_plies);
        const float explore = (first ? first_exploration_ : exploration_)(node.visits);
        const UctNode* child = &tree_[node.children];
        const int count = node.child_count();
        if (path_.empty() && node.proven()) return least_visited(node);
        const auto best_of = [&](bool even_drawn) {
            int best = 0;
            float best_bound = UctNode::never;
            for (int i = 0; i < count; ++i) {
                const float bound = child[i].value + explore * child[i].spread;
                if (bound > best_bound && (even_drawn || !child[i].proven())) {
                    best_bound = bound;
                    best = i;
                }
            }
            return best;
        };
        int best = best_of(true);
        if (child[best].proven()) {
            steps_to_a_draw_ = static_cast<int>(path_.size());
            best = best_of(false);
        }
        return node.children + static_cast<std::uint32_t>(best);
    }

    // Once the result is proven the other columns are looked at alike.
    std::uint32_t least_visited(const UctNode& node) const {
        std::uint32_t least = node.children;
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(node.child_count()); ++i) {
            const UctNode& child = tree_[node.children + i];
            const bool better = tree_[least].proven() || child.visits < tree_[least].visits;
            if (!child.proven() && better) least = node.children + i;
        }
        return least;
    }

    // So many playouts, of which each player has won so many.
    void backup(int playouts, int first_won, int second_won) {
        const int lead = first_won - second_won, draws = playouts - first_won - second_won;
        walk_back([&](UctNode& node, int chooser, bool drawn) {
            if (drawn)
                node.count(playouts, 0, playouts);
            else
                node.count(playouts, chooser == 0 ? lead : -lead, draws);
        });
        work_.playouts += static_cast<std::uint64_t>(playouts);
    }

    // A position was judged to have this value for the player.
    void backup(int player, float value) {
        walk_back([&](UctNode& node, int chooser, bool drawn) {
            node.judge(drawn ? 0 : chooser == player ? value : -value);
        });
    }

    // Every node of the path with its chooser, and whether this playout counts as drawn there.
    template <class Visit>
    void walk_back(Visit visit) {
        const int steps = static_cast<int>(path_.size());
        visit(tree_.root(), int{board_.position.turn}, -1 < steps_to_a_draw_);
        for (int i = 0; i < steps; ++i)
            visit(tree_[path_[i].node], path_[i].chooser, i < steps_to_a_draw_);
        work_.depth = std::max(work_.depth, steps);
    }

    // Proves the leaf, then as many nodes above it as that decides.
    void climb(std::uint32_t leaf, const LeafResult& result) {
        const int chooser = path_.empty() ? board_.position.turn : path_.back().chooser;
        const Proof proof = result.winner < 0          ? Proof::drawn
                            : result.winner == chooser ? Proof::won
                                                       : Proof::lost;
        tree_[leaf].prove(proof, result.plies, true);
        for (std::size_t i = path_.size(); i-- > 0;) {
            const bool at_root = i == 0;
            UctNode& parent = at_root ? tree_.root() : tree_[path_[i - 1].node];
            if (!prove(parent, at_root || path_[i - 1].chooser == path_[i].chooser)) return;
        }
    }

    // Proves a node from its children if they suffice. `same_player` says that its chooser also
    // moves next. A win in at most three plies cannot be beaten, for a win at once would have been
    // seen; a longer one is the shortest only if every other child is known.
    bool prove(UctNode& parent, bool same_player) {
        constexpr int far = 1 << 11;
        bool all_proven = true, drawn = false, wins_known = true, losses_known = true;
        int shortest_win = far, longest_loss = 0;
        for (int i = 0; i < parent.child_count(); ++i) {
            const UctNode& child = tree_[parent.children + static_cast<std::uint32_t>(i)];
            const int plies = static_cast<int>(child.plies);
            switch (child.proof()) {
                case Proof::none:
                    all_proven = false;
                    break;
                case Proof::drawn:
                    drawn = true;
                    break;
                case Proof::won:
                    shortest_win = std::min(shortest_win, plies);
                    wins_known = wins_known && child.plies_known;
                    break;
                case Proof::lost:
                    longest_loss = std::max(longest_loss, plies);
                    losses_known = losses_known && child.plies_known;
                    break;
            }
        }
        if (shortest_win == far && !all_proven) return false;
        const Proof for_mover = shortest_win < far ? Proof::won
                                : drawn            ? Proof::drawn
                                                   : Proof::lost;
        const int plies = 1 + (for_mover == Proof::won ? shortest_win : longest_loss);
        const bool known =
            for_mover == Proof::won ? plies <= 3 || (all_proven && wins_known) : losses_known;
        parent.prove(same_player ? for_mover : opposite(for_mover), plies, known);
        return true;
    }

    void prepare(const Board<N>& board) {
        const Geometry<N>& geometry = *board.geometry;
        evaluate_leaf_ = leaf_evaluator(geometry, settings_.tuning.policy);
        patterns_through_ = geometry.patterns_through();
        path_.reserve(static_cast<std::size_t>(geometry.playable) + 1);
    }

    // The root is looked at, and has children, before the first playout.
    void open_root() {
        const bool proven = tree_.root().proven() && !settings_.every_column;
        if (proven || tree_.root().children != 0) return;
        const Tactics<N> now = tactics(*board_.geometry, board_.position);
        const Bits<N> others = now.safe & ~now.winning;
        const auto open = [&] {
            if (now.won()) tree_.root().prove(Proof::won, 1, true);
            if (now.lost()) tree_.root().prove(Proof::lost, 2, true);
            const bool enough = others.none() || (now.won() && !settings_.every_column);
            return enough || add_children(tree_.root(), board_.position, others);
        };
        if (open()) return;
        tree_.clear();  // full with what was kept
        open();
    }

    // The most visited node of the tree at which this position stands, 0 if none does.
    std::uint32_t find(const Position<N>& wanted) const {
        constexpr int most_plies = 8;  // the orders in which that many discs came are tried
        const Position<N>& root = board_.position;
        std::uint32_t best = 0;
        for (int player = 0; player < 2; ++player)
            if ((root.discs[player] & ~wanted.discs[player]).any()) return best;
        if ((root.occupied & ~wanted.occupied).any()) return best;
        const int plies = (wanted.occupied & ~root.occupied).count();
        if (plies >= 1 && plies <= most_plies) find(0, root, wanted, plies, best);
        return best;
    }

    void find(std::uint32_t node, const Position<N>& position, const Position<N>& wanted, int plies,
              std::uint32_t& best) const {
        for (int i = 0; i < tree_[node].child_count(); ++i) {
            const std::uint32_t child = tree_[node].children + static_cast<std::uint32_t>(i);
            const Bits<N> cell = cell_of(tree_[child], position);
            const Bits<N> there = position.banning
                                      ? wanted.occupied & ~(wanted.discs[0] | wanted.discs[1])
                                      : wanted.discs[position.turn];
            if ((cell & there).none()) continue;
            Position<N> next = position;
            next.drop(*board_.geometry, cell);
            if (plies > 1)
                find(child, next, wanted, plies - 1, best);
            else if (next == wanted && (best == 0 || tree_[child].visits > tree_[best].visits))
                best = child;
        }
    }

    Bits<N> cell_of(const UctNode& node, const Position<N>& position) const {
        return board_.geometry->landing(position.occupied) &
               board_.geometry->column_cells[node.column];
    }

    UctSettings settings_;
    std::unique_ptr<Follower> learned_;  // judges leaves, if there is a network for it
    ExplorationTable exploration_, first_exploration_;  // the latter for the first plies
    Board<N> board_{};
    EvaluateLeaf<N> evaluate_leaf_ = nullptr;
    std::vector<int> patterns_through_;  // by bit
    std::vector<Step> path_;
    bool cut_short_ = false;  // the path's leaf is to be played out once more:
    std::uint32_t leaf_ = 0;
    Position<N> leaf_position_{};
    int steps_to_a_draw_ = -1;             // this playout counts as drawn above step number so many
    std::uint64_t first_stream_, stream_;  // numbers of the first and of the next that is drawn
};

}  // namespace

std::unique_ptr<UctWorker> make_worker(const AnyBoard& board, const UctSettings& settings,
                                       std::size_t bytes, std::uint64_t first_stream) {
    if (settings.plain) return make_plain_worker(board, settings, bytes);
    return std::visit(
        [&]<int N>(const Board<N>&) -> std::unique_ptr<UctWorker> {
            auto learned = settings.network ? Follower::of(settings.network, board) : nullptr;
            return std::make_unique<UctSearch<N>>(settings, bytes, first_stream,
                                                  std::move(learned));
        },
        board);
}

}  // namespace dropfour

// UCT at full strength. What it adds to the textbook's:
//
//   proofs      a leaf that one look decides is proven, and proofs climb the tree: MCTS-Solver
//               (Winands, Bjornsson, Saito: Monte-Carlo tree search solver, CG 2008)
//   pruning     moves that lose to the opponent's next move get no node; a forced block is the
//               only child
//   playouts    that win at once when they can, see leaf.hpp
//   the tree    of the last search is kept if the new position lies in it
//
//     grow = select, expanding on the way -> look or playout -> backup -> climb
#pragma once

#include <bit>

#include "uct.hpp"
#include "uct_tree.hpp"

namespace dropfour {

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
class UctSearch {
  public:
    UctSearch(const UctSettings& settings, std::size_t bytes, std::uint64_t first_stream)
        : settings_(settings),
          exploration_(settings.tuning.exploration, 0),
          first_exploration_(settings.tuning.exploration, settings.tuning.first_share),
          tree_(bytes),
          stream_(first_stream) {}

    // Takes up a new position: with what is known of it from the last search, or with nothing.
    void begin(const Board<N>& board, const Control& control);

    void grow() {
        path_.clear();
        steps_to_a_draw_ = -1;
        Position<N> position = board_.position;
        const std::uint32_t leaf = select(position);
        const LeafResult result =
            evaluate_leaf_(*board_.geometry, position, Stream(settings_.seed, stream_++));
        backup(result.winner);
        if (result.proven) climb(leaf, result);
        ++work_.playouts;
    }

    bool solved() const;
    const Board<N>& board() const { return board_; }
    const UctTree& tree() const { return tree_; }
    const UctWork& work() const { return work_; }

  private:
    struct Step {
        std::uint32_t node;
        int chooser;
    };

    // Walks down to a node that has no children yet.
    std::uint32_t select(Position<N>& position);
    bool expand(UctNode& node, const Position<N>& position);
    bool add_children(UctNode& node, const Bits<N>& moves);
    std::uint32_t best_child(const UctNode& node);
    void backup(int winner);

    // Proves the leaf, then as many nodes above it as that decides.
    void climb(std::uint32_t leaf, const LeafResult& result);
    bool prove(UctNode& parent, bool same_player);

    void open_root();
    void prepare(const Board<N>& board);

    // The most visited node of the tree at which this position stands, 0 if none does.
    std::uint32_t find(const Position<N>& wanted) const;
    void find(std::uint32_t node, const Position<N>& position, const Position<N>& wanted, int plies,
              std::uint32_t& best) const;

    Bits<N> cell_of(const UctNode& node, const Position<N>& position) const {
        return board_.geometry->landing(position.occupied) &
               board_.geometry->column_cells[node.column];
    }

    UctSettings settings_;
    ExplorationTable exploration_, first_exploration_;  // the latter for the first plies
    Board<N> board_{};
    EvaluateLeaf<N> evaluate_leaf_ = nullptr;
    std::vector<int> patterns_through_;  // by bit
    UctTree tree_;
    std::vector<Step> path_;
    int steps_to_a_draw_ = -1;  // this playout counts as drawn above step number so many
    std::uint64_t stream_;      // number of the next playout's
    UctWork work_;
};

template <int N>
inline bool UctSearch<N>::solved() const {
    const UctNode& root = tree_.root();
    if (!root.proven() || !settings_.every_column) return root.proven();
    const UctNode* child = &tree_[root.children];
    return std::all_of(child, child + root.child_count(), [](auto& c) { return c.proven(); });
}

template <int N>
inline std::uint32_t UctSearch<N>::select(Position<N>& position) {
    std::uint32_t index = 0;
    while (tree_[index].children != 0 || expand(tree_[index], position)) {
        index = best_child(tree_[index]);
        path_.push_back({index, position.turn});
        position.drop(*board_.geometry, cell_of(tree_[index], position));
    }
    return index;
}

// The child with the highest upper bound. If that is a proven draw there is nothing to play out:
// a draw is counted in the nodes above, and the playout goes to the best of the others, for a
// better move or a proof that there is none. A proven win is met at the root only, where the
// other columns are wanted too and nobody counts.
template <int N>
inline std::uint32_t UctSearch<N>::best_child(const UctNode& node) {
    const bool first = path_.size() < static_cast<std::size_t>(settings_.tuning.first_plies);
    const float explore = (first ? first_exploration_ : exploration_)(node.visits);
    const UctNode* child = &tree_[node.children];
    const int count = node.child_count();
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

template <int N>
inline void UctSearch<N>::backup(int winner) {
    const auto reward = [&](int step, int chooser) {
        return winner < 0 || step < steps_to_a_draw_ ? 0 : winner == chooser ? 1 : -1;
    };
    const int steps = static_cast<int>(path_.size());
    tree_.root().count(reward(-1, board_.position.turn));
    for (int i = 0; i < steps; ++i) tree_[path_[i].node].count(reward(i, path_[i].chooser));
    work_.depth = std::max(work_.depth, steps);
}

}  // namespace dropfour

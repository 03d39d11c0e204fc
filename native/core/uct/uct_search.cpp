#include "uct_search.hpp"

#include "board/words.hpp"

namespace dropfour {

// False if it is too early for children, or if memory has run out: then the node is played out
// again and again.
template <int N>
bool UctSearch<N>::expand(UctNode& node, const Position<N>& position) {
    if (static_cast<int>(node.visits) < settings_.tuning.visits_to_expand) return false;
    return add_children(node, tactics(*board_.geometry, position).safe);
}

template <int N>
bool UctSearch<N>::add_children(UctNode& node, const Bits<N>& moves) {
    const int count = moves.count();
    if (!tree_.has_room(count)) return false;
    UctNode* child = tree_.add_children(node, count);
    for_each_bit(moves, [&](int bit) {
        const auto patterns = static_cast<float>(patterns_through_[static_cast<std::size_t>(bit)]);
        (child++)->clear(board_.geometry->cell(bit).column, UctNode::untried + patterns);
    });
    work_.nodes += static_cast<std::uint64_t>(count);
    return true;
}

template <int N>
void UctSearch<N>::climb(std::uint32_t leaf, const LeafResult& result) {
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
template <int N>
bool UctSearch<N>::prove(UctNode& parent, bool same_player) {
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
    const Proof for_mover = shortest_win < far ? Proof::won : drawn ? Proof::drawn : Proof::lost;
    const int plies = 1 + (for_mover == Proof::won ? shortest_win : longest_loss);
    const bool known =
        for_mover == Proof::won ? plies <= 3 || (all_proven && wins_known) : losses_known;
    parent.prove(same_player ? for_mover : opposite(for_mover), plies, known);
    return true;
}

template <int N>
void UctSearch<N>::begin(const Board<N>& board, const Control& control) {
    work_ = {};
    if (board_.geometry == nullptr) prepare(board);
    const std::uint32_t found = settings_.keep_tree ? find(board.position) : 0;
    board_ = board;
    if (found == 0)
        tree_.clear();
    else
        tree_.keep_only(found, [&] { return control.stopped(); });
    open_root();
}

template <int N>
void UctSearch<N>::prepare(const Board<N>& board) {
    const Geometry<N>& geometry = *board.geometry;
    evaluate_leaf_ = leaf_evaluator(geometry, settings_.tuning.policy);
    patterns_through_ = geometry.patterns_through();
    path_.reserve(static_cast<std::size_t>(geometry.playable) + 1);
}

// The root is looked at, and has children, before the first playout.
template <int N>
void UctSearch<N>::open_root() {
    const bool proven = tree_.root().proven() && !settings_.every_column;
    if (proven || tree_.root().children != 0) return;
    const Tactics<N> now = tactics(*board_.geometry, board_.position);
    const Bits<N> others = now.safe & ~now.winning;
    const auto open = [&] {
        if (now.won()) tree_.root().prove(Proof::won, 1, true);
        if (now.lost()) tree_.root().prove(Proof::lost, 2, true);
        const bool enough = others.none() || (now.won() && !settings_.every_column);
        return enough || add_children(tree_.root(), others);
    };
    if (open()) return;
    tree_.clear();  // full with what was kept
    open();
}

template <int N>
std::uint32_t UctSearch<N>::find(const Position<N>& wanted) const {
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

template <int N>
void UctSearch<N>::find(std::uint32_t node, const Position<N>& position, const Position<N>& wanted,
                        int plies, std::uint32_t& best) const {
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

#define DROPFOUR_INSTANTIATE(N)                                         \
    template void UctSearch<N>::begin(const Board<N>&, const Control&); \
    template bool UctSearch<N>::expand(UctNode&, const Position<N>&);   \
    template void UctSearch<N>::climb(std::uint32_t, const LeafResult&);
DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_INSTANTIATE)

}  // namespace dropfour

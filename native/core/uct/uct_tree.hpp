// UCT's tree: nodes of 28 bytes in one arena. Siblings lie side by side, so that choosing among
// them reads three or four neighbouring cache lines.
//
//     index   0      1 2 3 4 5 6 7         8 9 10 ...
//           [root] [children of root]    [children of some node] [...]
//
// Every number in a node is seen by its *chooser*: the player who moved into it. That is the
// player to move at its parent, whoever moves next, so a player who moves twice in a row needs no
// special care. Nobody chose the root: of its numbers only the visits count, and whether it is
// proven at all.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "search/zeroed.hpp"

namespace dropfour {

enum class Proof : std::uint32_t { none, won, drawn, lost };

constexpr Proof opposite(Proof proof) {
    return proof == Proof::won ? Proof::lost : proof == Proof::lost ? Proof::won : proof;
}

struct UctNode {
    static constexpr float untried = 1e6f;  // above any mean: every child is tried once
    static constexpr float never = -std::numeric_limits<float>::infinity();

    float value;             // the mean reward; or `untried` plus an order; `never` if lost
    float spread;            // 1 / sqrt(visits); 0 if proven: there is nothing to explore
    std::uint32_t visits;    // playouts through this node,
    std::int32_t total;      // those won less those lost, and
    std::uint32_t draws;     // those drawn; of judged nodes both are one sum, see judge()
    std::uint32_t children;  // index of the first; 0: none
    std::uint32_t column : 5;
    std::uint32_t children_less_one : 5;
    std::uint32_t proof_ : 2;
    std::uint32_t plies_known : 1;  // else `plies` is only an upper bound
    std::uint32_t plies : 11;       // if won or lost: from this position to the end

    Proof proof() const { return static_cast<Proof>(proof_); }
    bool proven() const { return proof() != Proof::none; }
    int child_count() const { return children == 0 ? 0 : static_cast<int>(children_less_one) + 1; }

    void clear(int its_column, float its_value) {
        *this = UctNode{};
        column = static_cast<std::uint32_t>(its_column);
        value = its_value;
        spread = 1;
    }

    void prove(Proof what, int to_the_end, bool known) {
        proof_ = static_cast<std::uint32_t>(what);
        plies = static_cast<std::uint32_t>(to_the_end);
        plies_known = known;
        value = what == Proof::lost ? never : what == Proof::drawn ? 0.0f : 1.0f;
        spread = 0;
    }

    // One more playout, won (1), drawn (0) or lost (-1) by the chooser.
    void count(int reward) { count(1, reward, reward == 0); }

    // So many more: those that the chooser won less those lost, and those drawn.
    void count(int playouts, int their_total, int their_draws) {
        visits += static_cast<std::uint32_t>(playouts);
        total += their_total;
        draws += static_cast<std::uint32_t>(their_draws);
        if (proven()) return;
        const float share = 1.0f / static_cast<float>(visits);
        value = static_cast<float>(total) * share;
        spread = std::sqrt(share);
    }

    // What an evaluation says of a node before its first visit, -1 (lost) to +1 (won by the
    // chooser); it counts as one visit.
    void expect(int its_column, float its_value) {
        clear(its_column, its_value);
        add_judged(its_value);
    }

    // One more visit that an evaluation has judged.
    void judge(float reward) {
        ++visits;
        const std::int64_t sum = add_judged(reward);
        if (proven()) return;
        const double share = 1.0 / (visits + 1.0);
        value = static_cast<float>(static_cast<double>(sum) / judged_unit * share);
        spread = static_cast<float>(std::sqrt(share));
    }

  private:
    static constexpr double judged_unit = 1 << 20;

    // In 64 bits, for a mean of many visits must still move.
    std::int64_t add_judged(float reward) {
        std::uint64_t sum = std::uint64_t{static_cast<std::uint32_t>(total)} << 32 | draws;
        sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(double{reward} * judged_unit));
        total = static_cast<std::int32_t>(sum >> 32);
        draws = static_cast<std::uint32_t>(sum);
        return static_cast<std::int64_t>(sum);
    }
};
static_assert(sizeof(UctNode) == 28 && std::is_trivially_copyable_v<UctNode>);

class UctTree {
  public:
    // Memory is reserved at once but taken only as nodes are added. Huge pages make a tenth more
    // playouts a second.
    explicit UctTree(std::size_t bytes)
        : capacity_(static_cast<std::uint32_t>(std::clamp<std::size_t>(
              bytes / sizeof(UctNode), 64, std::numeric_limits<std::uint32_t>::max()))),
          nodes_(capacity_) {
        clear();
    }

    void clear() {
        size_ = 1;
        root().clear(0, 0);
    }

    bool judged = false;  // by an evaluation: nodes have a value and visits, but no total or draws

    std::uint32_t size() const { return size_; }
    bool has_room(int nodes) const { return capacity_ - size_ >= static_cast<unsigned>(nodes); }

    UctNode& operator[](std::uint32_t index) { return nodes_[index]; }
    const UctNode& operator[](std::uint32_t index) const { return nodes_[index]; }
    UctNode& root() { return (*this)[0]; }
    const UctNode& root() const { return (*this)[0]; }

    // Room for the children of a node, which the caller fills in. There must be room.
    UctNode* add_children(UctNode& parent, int count) {
        parent.children = size_;
        parent.children_less_one = static_cast<std::uint32_t>(count - 1);
        size_ += static_cast<std::uint32_t>(count);
        return &(*this)[parent.children];
    }

    // Makes a node the root and drops all that is not below it, within the same memory. False if
    // stopped on the way; the tree is then empty.
    template <class Stopped>
    bool keep_only(std::uint32_t node, Stopped stopped) {
        std::vector<std::uint64_t> live;
        if (mark(node, live, stopped) && slide(node, live, stopped)) return true;
        clear();
        return false;
    }

  private:
    static constexpr std::uint32_t nodes_between_polls = 1 << 14;  // well under a millisecond

    // Sets the bits of all nodes below this one.
    template <class Stopped>
    bool mark(std::uint32_t node, std::vector<std::uint64_t>& live, Stopped stopped) const {
        live.assign(size_ / 64 + 1, 0);
        std::vector<std::uint32_t> open{node};
        for (std::uint32_t steps = 1; !open.empty(); ++steps) {
            if (steps % nodes_between_polls == 0 && stopped()) return false;
            const UctNode& parent = (*this)[open.back()];
            open.pop_back();
            for (int i = 0; i < parent.child_count(); ++i) {
                const std::uint32_t child = parent.children + static_cast<std::uint32_t>(i);
                live[child / 64] |= std::uint64_t{1} << child % 64;
                if ((*this)[child].children != 0) open.push_back(child);
            }
        }
        return true;
    }

    // Moves the live nodes down in order of their index. A node's new index is one, for the
    // root, plus the number of live nodes before it.
    template <class Stopped>
    bool slide(std::uint32_t node, const std::vector<std::uint64_t>& live, Stopped stopped) {
        std::vector<std::uint32_t> before(live.size());
        std::uint32_t count = 1;
        for (std::size_t i = 0; i < live.size(); ++i) {
            before[i] = count;
            count += static_cast<std::uint32_t>(std::popcount(live[i]));
        }
        const auto moved = [&](UctNode kept) {
            if (kept.children != 0) {
                const std::uint64_t below = (std::uint64_t{1} << kept.children % 64) - 1;
                kept.children =
                    before[kept.children / 64] +
                    static_cast<std::uint32_t>(std::popcount(live[kept.children / 64] & below));
            }
            return kept;
        };
        root() = moved((*this)[node]);
        size_ = 1;
        for (std::size_t i = 0; i < live.size(); ++i) {
            if (i % (nodes_between_polls / 64) == 0 && stopped()) return false;
            for (std::uint64_t left = live[i]; left != 0; left &= left - 1) {
                const auto from = static_cast<std::uint32_t>(64 * i) +
                                  static_cast<std::uint32_t>(std::countr_zero(left));
                (*this)[size_++] = moved((*this)[from]);
            }
        }
        return true;
    }

    std::uint32_t capacity_;
    std::uint32_t size_ = 0;
    Zeroed<UctNode> nodes_;
};

}  // namespace dropfour

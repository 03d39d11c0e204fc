// The textbook's UCT, number for number as in dropfour.classroom.uct, of which this is the
// compiled form: one node a playout, random games, no knowledge.
#include "board/tactics.hpp"
#include "playout/scalar_playout.hpp"
#include "uct_worker.hpp"

namespace dropfour {
namespace {

template <int N>
class PlainUct final : public UctWorker {
  public:
    PlainUct(const UctSettings& settings, std::size_t bytes)
        : UctWorker(bytes), exploration_(settings.tuning.exploration), seed_(settings.seed) {}

    void begin(const AnyBoard& board, const Control&) override {
        board_ = std::get<Board<N>>(board);
        tree_.clear();
        work_ = {};
    }

    void grow(std::uint64_t playouts, std::uint64_t nodes) override {
        while (work_.playouts < playouts && work_.nodes < nodes) grow();
    }

    bool solved() const override { return false; }

  private:
    void grow() {
        Stream random(seed_, work_.playouts++);
        path_.assign(1, 0);
        Position<N> position = board_.position;
        select(position, random);
        const Geometry<N>& geometry = *board_.geometry;
        const auto draw = [&] { return random.below(geometry.columns); };
        backup(winner_of(play_out<false>(geometry, position, draw)));
    }

    // Walks down by UCB1 to a node with an untried move, and makes that move.
    void select(Position<N>& position, Stream& random) {
        while (!position.over()) {
            UctNode& node = tree_[path_.back()];
            if (node.children == 0 && !add_children(node, position)) return;
            const bool expanded = try_untried(node, random);
            if (!expanded) path_.push_back(best_child(node));
            play(position, tree_[path_.back()]);
            if (expanded) return;
        }
    }

    bool add_children(UctNode& node, const Position<N>& position) {
        const Bits<N> landing = position.landing(*board_.geometry);
        if (!tree_.has_room(landing.count())) return false;
        UctNode* child = tree_.add_children(node, landing.count());
        for_each_bit(landing, [&](int bit) {
            (child++)->clear(board_.geometry->cell(bit).column, UctNode::untried);
        });
        return true;
    }

    // Expand: one of the moves without a visit, drawn at random.
    bool try_untried(const UctNode& node, Stream& random) {
        int untried = 0;
        for (int i = 0; i < node.child_count(); ++i)
            untried += tree_[node.children + i].visits == 0;
        if (untried == 0) return false;
        int skip = untried > 1 ? random.below(untried) : 0;
        std::uint32_t child = node.children;
        while (tree_[child].visits != 0 || skip-- > 0) ++child;
        path_.push_back(child);
        ++work_.nodes;
        return true;
    }

    std::uint32_t best_child(const UctNode& node) const {
        std::uint32_t best = node.children;
        double best_bound = -std::numeric_limits<double>::infinity();
        for (int i = 0; i < node.child_count(); ++i) {
            const UctNode& child = tree_[node.children + i];
            // In exactly this form, so that the classroom's numbers agree to the last bit.
            const double bound =
                static_cast<double>(child.total) / child.visits +
                exploration_ *
                    std::sqrt(2.0 * std::log(static_cast<double>(node.visits)) / child.visits);
            if (bound > best_bound) {
                best_bound = bound;
                best = node.children + i;
            }
        }
        return best;
    }

    void play(Position<N>& position, const UctNode& move) const {
        const Geometry<N>& geometry = *board_.geometry;
        position.play(geometry, position.landing(geometry, static_cast<int>(move.column)));
    }

    // The choosers are found by walking down again: it costs little and stores nothing.
    void backup(int winner) {
        Position<N> position = board_.position;
        ++tree_.root().visits;
        for (std::size_t i = 1; i < path_.size(); ++i) {
            UctNode& node = tree_[path_[i]];
            node.count(winner < 0 ? 0 : winner == position.turn ? 1 : -1);
            position.drop(*board_.geometry,
                          position.landing(*board_.geometry, static_cast<int>(node.column)));
        }
        work_.depth = std::max(work_.depth, static_cast<int>(path_.size()) - 1);
    }

    double exploration_;
    std::uint64_t seed_;
    Board<N> board_{};
    std::vector<std::uint32_t> path_;  // the root, then a child of it, ...
};

}  // namespace

std::unique_ptr<UctWorker> make_plain_worker(const AnyBoard& board, const UctSettings& settings,
                                             std::size_t bytes) {
    return std::visit(
        [&]<int N>(const Board<N>&) -> std::unique_ptr<UctWorker> {
            return std::make_unique<PlainUct<N>>(settings, bytes);
        },
        board);
}

}  // namespace dropfour

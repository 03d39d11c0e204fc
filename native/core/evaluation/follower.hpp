// An evaluator that goes with a search down and up its tree, but moves only when it is asked: most
// positions are decided without it, and the next one is seldom far away.
#pragma once

#include <memory>

#include "evaluator.hpp"

namespace dropfour {

class Follower {
  public:
    Follower(std::shared_ptr<const Network> network, std::shared_ptr<const Placements> placements)
        : evaluator_(std::move(network), std::move(placements)) {}

    // At a position whose game is not over; nothing if the rules have too many patterns.
    static std::unique_ptr<Follower> of(std::shared_ptr<const Network> network,
                                        const AnyBoard& board) {
        auto placements = Placements::of(board);
        if (placements == nullptr) return nullptr;
        auto follower = std::make_unique<Follower>(std::move(network), std::move(placements));
        follower->set(board);
        return follower;
    }

    void set(const AnyBoard& board) {
        evaluator_.set(board);
        wanted_.clear();
        followed_.clear();
    }
    void enter(int column) { wanted_.push_back(static_cast<std::uint8_t>(column)); }
    void leave() { wanted_.pop_back(); }
    void back() { wanted_.clear(); }  // to where it was set

    // Of the position that the search is at.
    Evaluator& here() {
        std::size_t common = 0;
        const std::size_t most = std::min(wanted_.size(), followed_.size());
        while (common < most && wanted_[common] == followed_[common]) ++common;
        for (; followed_.size() > common; followed_.pop_back()) evaluator_.undo();
        while (followed_.size() < wanted_.size()) {
            followed_.push_back(wanted_[followed_.size()]);
            evaluator_.play(followed_.back());
        }
        return evaluator_;
    }

  private:
    Evaluator evaluator_;
    // The columns that lead to where the search is, and to where the evaluator is.
    std::vector<std::uint8_t> wanted_, followed_;
};

}  // namespace dropfour

// One thread's tree and how it grows: as a textbook has it (uct_plain.cpp), or with all that makes
// it strong (uct_search.cpp).
#pragma once

#include "uct.hpp"
#include "uct_tree.hpp"

namespace dropfour {

// What has been done of one search.
struct UctWork {
    std::uint64_t playouts = 0, nodes = 0;  // nodes: that were added
    int depth = 0;                          // of the deepest node
};

class UctWorker {
  public:
    explicit UctWorker(std::size_t bytes) : tree_(bytes) {}
    virtual ~UctWorker() = default;

    // Takes up a position of the same rules: with what is known of it, or with nothing.
    virtual void begin(const AnyBoard& board, const Control& control) = 0;
    // The playouts that may be made, since begin(), in all calls of grow().
    void limit(std::uint64_t playouts) { limit_ = playouts; }
    // Until so many playouts have been made or a few more within the limit, so many nodes added, or
    // the result is proven.
    virtual void grow(std::uint64_t playouts, std::uint64_t nodes) = 0;
    virtual bool solved() const = 0;

    const UctTree& tree() const { return tree_; }
    const UctWork& work() const { return work_; }

  protected:
    UctTree tree_;
    UctWork work_;  // since begin()
    std::uint64_t limit_ = 0;
};

// Draws from the random streams from `first_stream` on, unless it is plain.
std::unique_ptr<UctWorker> make_worker(const AnyBoard& board, const UctSettings& settings,
                                       std::size_t bytes, std::uint64_t first_stream);
std::unique_ptr<UctWorker> make_plain_worker(const AnyBoard& board, const UctSettings& settings,
                                             std::size_t bytes);

}  // namespace dropfour

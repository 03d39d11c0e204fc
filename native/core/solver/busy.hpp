// How threads that share a table divide the work: what each is searching right now, by hash, and
// whose question has been answered meanwhile.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "score.hpp"

namespace dropfour {

// Who comes to a child that is in work takes another one first, and finds it in the table
// afterwards (T. Kerrigan's simplified ABDADA).
class Busy {
  public:
    // Never 0, which stands for nothing.
    bool has(std::uint64_t hash) const {
        return hash != 0 && place(hash).load(std::memory_order_relaxed) == hash;
    }

    // While it lives its hash is in work, unless another one takes the place: a search that nobody
    // knows of does no harm.
    class Mark {
      public:
        Mark(Busy& busy, std::uint64_t hash) : place_(busy.place(hash)), hash_(hash) {
            place_.store(hash, std::memory_order_relaxed);
        }
        ~Mark() {
            if (place_.load(std::memory_order_relaxed) == hash_)
                place_.store(0, std::memory_order_relaxed);
        }
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;

      private:
        std::atomic<std::uint64_t>& place_;
        std::uint64_t hash_;
    };

  private:
    static constexpr std::size_t size = 1 << 12;

    const std::atomic<std::uint64_t>& place(std::uint64_t hash) const {
        return places_[hash % size];
    }
    std::atomic<std::uint64_t>& place(std::uint64_t hash) { return places_[hash % size]; }

    std::array<std::atomic<std::uint64_t>, size> places_{};
};

// A node on the way of a thread down to where it is, whose children others search as well. They may
// be done with it first; then all that is still searched below it is in vain.
class SharedNode {
  public:
    explicit SharedNode(std::vector<const SharedNode*>& way) : way_(way) { way_.push_back(this); }
    ~SharedNode() { way_.pop_back(); }
    SharedNode(const SharedNode&) = delete;
    SharedNode& operator=(const SharedNode&) = delete;

    // What the table knows by now, if that will do.
    virtual std::optional<Best> answer() const = 0;

  private:
    std::vector<const SharedNode*>& way_;
};

// Thrown out of a search below a node that another thread has answered.
struct Superseded {
    const SharedNode* node;
    Best answer;
};

}  // namespace dropfour

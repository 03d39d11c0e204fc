// Children in the order in which they are searched.
#pragma once

#include "search/rng.hpp"

namespace dropfour {

// A small disturbance, so that threads which share a table do not walk in step.
inline int disturbance(std::uint64_t variety, int left, int column) {
    if (variety == 0) return 0;
    return static_cast<int>(mix(variety + (static_cast<std::uint64_t>(left) << 8) + column) & 15);
}

// Indices of children, best promise first; equal ones stay in the order in which they came.
class Queue {
  public:
    int size() const { return size_; }
    int operator[](int place) const { return index_[place]; }

    void push(int index, int promise) {
        int place = size_++;
        for (; place > 0 && promise_[place - 1] < promise; --place) {
            index_[place] = index_[place - 1];
            promise_[place] = promise_[place - 1];
        }
        index_[place] = static_cast<std::uint8_t>(index);
        promise_[place] = promise;
    }

    // Keeps those for which keep(index) holds.
    template <class Keep>
    void filter(Keep&& keep) {
        int kept = 0;
        for (int place = 0; place < size_; ++place)
            if (keep(index_[place])) index_[kept++] = index_[place];
        size_ = kept;
    }

  private:
    int size_ = 0;
    std::uint8_t index_[32];
    int promise_[32];
};

}  // namespace dropfour

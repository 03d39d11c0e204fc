// The children of a node: where they live, in which order they are searched, what they have shown.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "score.hpp"
#include "table.hpp"
#include "worker.hpp"

namespace dropfour {

// A place for each column at every number of free cells. Not on the stack: a game may be a thousand
// plies long.
template <class Child>
class Rows {
  public:
    void reserve(int left, int columns) {
        const std::size_t wanted = static_cast<std::size_t>(left) * columns;
        if (wanted > size_) {
            children_ = std::make_unique<Child[]>(wanted);
            size_ = wanted;
        }
        columns_ = columns;
    }
    // Those of the node with this many free cells.
    Child* row(int left) const { return &children_[static_cast<std::size_t>(left - 1) * columns_]; }

  private:
    std::unique_ptr<Child[]> children_;
    std::size_t size_ = 0;
    int columns_ = 0;
};

// Indices of children. Which is the best one is hard to predict for a processor, so nothing here
// branches on it; and most nodes are done after their first child, so nothing is sorted.
class Queue {
  public:
    bool empty() const { return size_ == 0; }

    // No promise is beyond ten million: patterns have at most 262,144 places on a board.
    void push(int index, int promise) { entries_[size_++] = promise * capacity - index; }

    // Takes out the index with the best promise, the lowest one of equals.
    int pop() {
        int best = 0;
        for (int place = 1; place < size_; ++place)
            best = entries_[place] > entries_[best] ? place : best;
        const int entry = entries_[best];
        entries_[best] = entries_[--size_];
        return index_of(entry);
    }

    // Keeps those for which keep(index) holds.
    template <class Keep>
    [[gnu::always_inline]] void filter(Keep&& keep) {
        int kept = 0;
        for (int place = 0; place < size_; ++place) {
            const int entry = entries_[place];
            entries_[kept] = entry;
            kept += keep(index_of(entry)) ? 1 : 0;
        }
        size_ = kept;
    }

  private:
    static constexpr int capacity = max_columns;  // a power of two

    static int index_of(int entry) { return -entry & (capacity - 1); }

    int size_ = 0;
    int entries_[capacity];
};

// Takes the children out of the queue and calls visit(index) for each until it says stop, the most
// promising one first and those that another thread is at last. Returns what answer_of() has to say
// of their parent as soon as another thread has answered that.
template <class HashOf, class AnswerOf, class Visit>
std::optional<Best> visit_in_turn(Queue& queue, Worker& worker, const HashOf& hash_of,
                                  const AnswerOf& answer_of, const Visit& visit) {
    struct Parent final : SharedNode {
        Parent(Worker& worker, const AnswerOf& answer_of)
            : SharedNode(worker.shared_way), answer_of_(answer_of) {}
        std::optional<Best> answer() const override { return answer_of_(); }
        const AnswerOf& answer_of_;
    };
    const Parent parent(worker, answer_of);
    std::optional<Best> answer;
    const auto done_after = [&](int index) { return visit(index) || (answer = answer_of()); };
    try {
        Queue later;
        for (bool first = true; !queue.empty(); first = false) {
            const int index = queue.pop();
            const std::uint64_t hash = hash_of(index);
            if (!first && worker.busy->has(hash)) {
                later.push(index, 0);
                continue;
            }
            const Busy::Mark mark(*worker.busy, hash);
            if (done_after(index)) return answer;
        }
        while (!later.empty())
            if (done_after(later.pop())) return answer;
        return answer;
    } catch (const Superseded& by) {
        if (by.node != &parent) throw;
        return by.answer;
    }
}

}  // namespace dropfour

// One thread of a search: it counts its nodes and notices when it is to end.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <vector>

#include "busy.hpp"
#include "search/report.hpp"
#include "tuning.hpp"

namespace dropfour {

// Thrown out of a search that cannot be finished: its limit has run out, or it was told to stop.
struct Stopped {};

// Thrown out of a search whose result another thread has found.
struct Overtaken {};

// Thrown out of a search that was to be a short one.
struct TooLong {};

class Worker {
  public:
    // A limit of 0 is none; `spent` nodes of it are gone already.
    Worker(const Control& control, std::uint64_t limit, std::uint64_t spent)
        : control_(&control), limit_(limit == 0 ? ~std::uint64_t{0} : limit), nodes_(spent) {}

    std::uint64_t nodes() const { return nodes_; }

    // Counts one node; looks every few whether it is to end.
    [[gnu::always_inline]] void tick() {
        if (nodes_ >= next_check_) check();
        ++nodes_;
    }

    // Ends the search after so many nodes from here on, until told otherwise: 0 is no such end.
    void hurry(std::uint64_t nodes) {
        hurry_ = nodes == 0 ? ~std::uint64_t{0} : nodes_ + nodes;
        next_check_ = 0;
    }

    // Ends the search if it is to stop; called between steps of one node that take their time: a
    // look at a fresh page of the table a fifth of a millisecond.
    [[gnu::always_inline]] void end_if_stopped() const {
        if (stopped()) throw Stopped{};
    }
    bool stopped() const { return control_->stopped(); }

    // Called on every poll; for the thread that reports progress.
    std::function<void()> on_poll;
    // Set once another thread has finished the same work; none if nobody shares it.
    const std::atomic<bool>* overtaken = nullptr;
    // What the threads of a team are at; none if there is one only.
    Busy* busy = nullptr;
    // The way down to where the search is, of the nodes that others search too.
    std::vector<const SharedNode*> shared_way;

  private:
    [[gnu::noinline]] void check() {
        if (nodes_ >= limit_) throw Stopped{};
        end_if_stopped();
        if (nodes_ >= hurry_) throw TooLong{};
        const std::uint64_t pause = nodes_ < PollTuning::all_up_to ? 1 : PollTuning::every;
        next_check_ = std::min({limit_, hurry_, nodes_ + pause});
        if (overtaken != nullptr && overtaken->load(std::memory_order_relaxed)) throw Overtaken{};
        if (on_poll) on_poll();
        leave_what_is_answered();
    }

    // From the highest one on: what lies below it is all in vain.
    void leave_what_is_answered() const {
        for (const SharedNode* node : shared_way)
            if (const auto answer = node->answer()) throw Superseded{node, *answer};
    }

    const Control* control_;
    std::uint64_t limit_;
    std::uint64_t hurry_ = ~std::uint64_t{0};
    std::uint64_t nodes_;
    std::uint64_t next_check_ = 0;
};

}  // namespace dropfour

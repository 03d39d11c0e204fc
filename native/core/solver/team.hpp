// An engine and the searches of all threads, kept from call to call. They ask the same question,
// share what they find in the table, and each leaves aside what another one is at (busy.hpp); the
// first answer counts. Any answer is a proof, so the number of threads never changes a score.
#pragma once

#include <exception>
#include <optional>
#include <vector>

#include "engine.hpp"
#include "search/parallel.hpp"
#include "solver.hpp"

namespace dropfour {

template <int N>
class Team {
  public:
    explicit Team(std::unique_ptr<Engine<N>> engine) : engine_(std::move(engine)) {}

    // Before the first question of a call. A limit of nodes is kept by one thread, so that it
    // always ends alike.
    void begin(const Control& control, const Task& task) {
        at_work_ = task.nodes != 0 ? 1 : static_cast<std::size_t>(task.threads);
        if (together() && !busy_) busy_ = std::make_unique<Busy>();
        while (members_.size() < at_work_) members_.push_back(new_member(control));
        for (std::size_t i = 0; i < at_work_; ++i) {
            Member& member = *members_[i];
            member.worker = Worker(control, task.nodes, i == 0 ? task.spent : 0);
            member.worker.busy = together() ? busy_.get() : nullptr;
            member.search->begin();
        }
        engine_->share(together());
        others_nodes_ = 0;
    }

    void clear() { engine_->clear(); }
    std::size_t table_bytes() const { return engine_->table_bytes(); }

    Worker& chief() { return members_[0]->worker; }

    Known known(const Position<N>& position) const { return members_[0]->search->known(position); }

    std::uint64_t nodes() const { return others_nodes_ + members_[0]->worker.nodes(); }

    // The same by one thread and with so many nodes at most; they are taken off.
    std::optional<int> value_soon(const Position<N>& position, int alpha, int beta,
                                  std::uint64_t& nodes) {
        Worker& worker = chief();
        const std::uint64_t before = worker.nodes();
        std::optional<int> answer;
        worker.hurry(nodes);
        try {
            answer = members_[0]->search->value(position, alpha, beta);
        } catch (const TooLong&) {
        }
        worker.hurry(0);
        const std::uint64_t spent = worker.nodes() - before;
        if (together()) engine_->took(entries_of(spent));
        nodes -= std::min(nodes, spent);
        return answer;
    }

    int value(const Position<N>& position, int alpha, int beta) {
        if (!together()) return members_[0]->search->value(position, alpha, beta);
        for (;;) {
            if (const auto answer = value_together(position, alpha, beta)) return *answer;
            engine_->grow(chief(), at_work_);
            chief().end_if_stopped();
        }
    }

  private:
    struct alignas(apart) Member {
        Worker worker;
        std::unique_ptr<ExactSearch<N>> search;
    };

    // None if the table has to grow first: then it has all that was found.
    std::optional<int> value_together(const Position<N>& position, int alpha, int beta) {
        std::atomic<bool> ended{false};
        std::optional<int> answer;
        std::exception_ptr failure;
        const std::uint64_t entries = engine_->entries_before_growth(), before = nodes();
        const std::uint64_t limit =
            entries == 0 ? 0 : std::max<std::uint64_t>(1, nodes_of(entries) / at_work_);
        in_parallel(at_work_, [&](std::size_t i) {
            Member& member = *members_[i];
            member.worker.overtaken = &ended;
            member.worker.hurry(limit);
            try {
                const int value = member.search->value(position, alpha, beta);
                if (!ended.exchange(true)) answer = value;
            } catch (const TooLong&) {
                ended = true;
            } catch (const Overtaken&) {
            } catch (...) {  // stopped, or out of memory
                if (!ended.exchange(true)) failure = std::current_exception();
            }
        });
        others_nodes_ = 0;
        for (std::size_t i = 0; i < at_work_; ++i) {
            Worker& worker = members_[i]->worker;
            worker.overtaken = nullptr;
            worker.hurry(0);
            if (i > 0) others_nodes_ += worker.nodes();
        }
        engine_->took(entries_of(nodes() - before));
        if (failure) std::rethrow_exception(failure);
        return answer;
    }

    std::unique_ptr<Member> new_member(const Control& control) {
        auto member = std::make_unique<Member>(Member{Worker(control, 0, 0), nullptr});
        member->search = engine_->search(member->worker);
        return member;
    }

    bool together() const { return at_work_ > 1; }

    // About every second node leaves an entry.
    static std::uint64_t entries_of(std::uint64_t nodes) { return nodes / 2; }
    static std::uint64_t nodes_of(std::uint64_t entries) { return 2 * entries; }

    std::unique_ptr<Engine<N>> engine_;
    std::vector<std::unique_ptr<Member>> members_;  // the first is the chief
    std::size_t at_work_ = 0;                       // so many of them in this call
    std::unique_ptr<Busy> busy_;
    std::uint64_t others_nodes_ = 0;  // of the others
};

}  // namespace dropfour

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
        const std::size_t threads = task.nodes != 0 ? 1 : static_cast<std::size_t>(task.threads);
        if (threads > 1 && !busy_) busy_ = std::make_unique<Busy>();
        if (members_.size() > threads) members_.resize(threads);
        while (members_.size() < threads) members_.push_back(new_member(control));
        for (const auto& member : members_) {
            member->worker = Worker(control, task.nodes, member == members_[0] ? task.spent : 0);
            member->worker.busy = threads > 1 ? busy_.get() : nullptr;
            member->search->begin();
        }
        engine_->share(threads > 1);
        finished_nodes_ = 0;
    }

    void clear() { engine_->clear(); }
    std::size_t table_bytes() const { return engine_->table_bytes(); }

    Worker& chief() { return members_[0]->worker; }

    Known known(const Position<N>& position) const { return members_[0]->search->known(position); }

    std::uint64_t nodes() const { return finished_nodes_ + members_[0]->worker.nodes(); }

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
        nodes -= std::min(nodes, worker.nodes() - before);
        return answer;
    }

    int value(const Position<N>& position, int alpha, int beta) {
        if (members_.size() == 1) return members_[0]->search->value(position, alpha, beta);
        for (;;) {
            if (const auto answer = value_together(position, alpha, beta)) return *answer;
            engine_->grow();
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
        // About every second node leaves an entry.
        const std::size_t nodes = engine_->places_before_growth() / members_.size();
        in_parallel(members_.size(), [&](std::size_t i) {
            Member& member = *members_[i];
            member.worker.overtaken = &ended;
            member.worker.hurry(nodes);
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
        finished_nodes_ = 0;
        for (const auto& member : members_) {
            member->worker.overtaken = nullptr;
            member->worker.hurry(0);
            if (member != members_[0]) finished_nodes_ += member->worker.nodes();
        }
        if (failure) std::rethrow_exception(failure);
        return answer;
    }

    std::unique_ptr<Member> new_member(const Control& control) {
        auto member = std::make_unique<Member>(Member{Worker(control, 0, 0), nullptr});
        member->search = engine_->search(member->worker);
        return member;
    }

    std::unique_ptr<Engine<N>> engine_;
    std::vector<std::unique_ptr<Member>> members_;
    std::unique_ptr<Busy> busy_;
    std::uint64_t finished_nodes_ = 0;
};

}  // namespace dropfour

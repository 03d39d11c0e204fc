// The searches of all threads. They ask the same question, share what they find in the table, and
// each leaves aside what another one is at (busy.hpp); the first answer counts. Any answer is a
// proof, so the number of threads never changes a score.
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
    // A limit of nodes is kept by one thread, so that it always ends alike.
    Team(Engine<N>& engine, const Control& control, const Task& task) {
        const int threads = task.nodes != 0 ? 1 : task.threads;
        if (threads > 1) busy_ = std::make_unique<Busy>();
        for (int i = 0; i < threads; ++i) {
            Worker worker(control, task.nodes, i == 0 ? task.spent : 0);
            Member& member = *members_.emplace_back(
                std::make_unique<Member>(Member{std::move(worker), nullptr}));
            member.worker.busy = busy_.get();
            member.search = engine.search(member.worker);
        }
        engine.share(threads > 1);
    }

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
        std::atomic<bool> answered{false};
        int answer = 0;
        std::exception_ptr failure;
        in_parallel(members_.size(), [&](std::size_t i) {
            Member& member = *members_[i];
            member.worker.overtaken = &answered;
            try {
                const int value = member.search->value(position, alpha, beta);
                if (!answered.exchange(true)) answer = value;
            } catch (const Overtaken&) {
            } catch (...) {  // stopped, or out of memory
                if (!answered.exchange(true)) failure = std::current_exception();
            }
        });
        for (const auto& member : members_) member->worker.overtaken = nullptr;
        finished_nodes_ = 0;
        for (std::size_t i = 1; i < members_.size(); ++i)
            finished_nodes_ += members_[i]->worker.nodes();
        if (failure) std::rethrow_exception(failure);
        return answer;
    }

  private:
    struct alignas(apart) Member {
        Worker worker;
        std::unique_ptr<ExactSearch<N>> search;
    };

    std::vector<std::unique_ptr<Member>> members_;
    std::unique_ptr<Busy> busy_;
    std::uint64_t finished_nodes_ = 0;
};

}  // namespace dropfour

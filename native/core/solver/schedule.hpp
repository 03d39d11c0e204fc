// From yes-or-no questions to a score: null windows, the sign first, then outward by one.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "board/position.hpp"
#include "score.hpp"
#include "worker.hpp"

namespace dropfour {

constexpr bool enough(const Range& range, bool weak) {
    return range.exact() || (weak && (range.lower > 0 || range.upper < 0));
}

// The next question is "more than this?". Whoever wins wants to know first; and a search of (0, 1)
// that says no has fewer moves to refute than one of a wider window. On the empty 7 x 6 board 204 M
// nodes, bisection took 573 M (with the techniques of that day).
constexpr int next_question(const Range& range) {
    if (range.lower < 0 && range.upper > 0) return 0;
    return range.lower >= 0 ? range.lower : range.upper - 1;
}

// The searches of all threads. They ask the same question, in slightly different orders, and share
// what they find in the table; the first answer counts. Any answer is a proof, so the number of
// threads never changes a score.
template <class Search>
class Team {
  public:
    template <class L, class Table>
    Team(const L& lattice, Table& table, const Control& control, int threads, std::uint64_t nodes) {
        for (int i = 0; i < threads; ++i) {
            members_.push_back(std::make_unique<Member>(lattice, table, control, nodes));
            members_.back()->worker.variety = static_cast<std::uint64_t>(i);
        }
        table.share(threads > 1);
    }

    Worker& chief() { return members_[0]->worker; }
    Search& search() { return members_[0]->search; }

    std::uint64_t nodes() const { return finished_nodes_ + members_[0]->worker.nodes(); }

    template <class Position>
    int value(const Position& position, int alpha, int beta) {
        if (members_.size() == 1) return search().value(position, alpha, beta);
        std::atomic<bool> answered{false};
        int answer = 0;
        std::exception_ptr failure;
        const auto ask = [&](Member& member) {
            member.worker.overtaken = &answered;
            try {
                const int value = member.search.value(position, alpha, beta);
                if (!answered.exchange(true)) answer = value;
            } catch (const Overtaken&) {
            } catch (...) {  // stopped, or out of memory
                if (!answered.exchange(true)) failure = std::current_exception();
            }
        };
        std::vector<std::thread> helpers;
        try {
            for (std::size_t i = 1; i < members_.size(); ++i)
                helpers.emplace_back(ask, std::ref(*members_[i]));
        } catch (const std::system_error&) {  // no more threads to be had: fewer will do
        }
        ask(*members_[0]);
        for (std::thread& helper : helpers) helper.join();
        finished_nodes_ = 0;
        for (std::size_t i = 1; i < members_.size(); ++i)
            finished_nodes_ += members_[i]->worker.nodes();
        if (failure) std::rethrow_exception(failure);
        return answer;
    }

    // Asks until the score, or with `weak` its sign, is known; on_answer() after every answer.
    template <class Position, class OnAnswer>
    void narrow(const Position& position, Range& range, bool weak, OnAnswer&& on_answer) {
        while (!enough(range, weak)) {
            const int question = next_question(range);
            const int answer = value(position, question, question + 1);
            range.narrow(bound_of(answer, question, question + 1), answer);
            on_answer();
        }
    }

  private:
    struct Member {
        template <class L, class Table>
        Member(const L& lattice, Table& table, const Control& control, std::uint64_t nodes)
            : worker(control, nodes), search(lattice, table, worker) {}
        Worker worker;
        Search search;
    };

    std::vector<std::unique_ptr<Member>> members_;
    std::uint64_t finished_nodes_ = 0;
};

}  // namespace dropfour

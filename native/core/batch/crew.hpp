// Threads that stay and wait for the next piece of work: starting them anew for every step of a
// batch would take longer than the step.
#pragma once

#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

namespace dropfour {

class Crew {
  public:
    explicit Crew(std::size_t threads) : threads_(threads) {}
    ~Crew() { dismiss(); }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    std::size_t threads() const { return threads_; }

    // Runs work(0) on this thread and work(1), work(2), ... on the others, and returns when all
    // have ended. What the system has no thread for runs here. It must not throw.
    void run(const std::function<void(std::size_t)>& work) {
        if (threads_ > 1) hire();
        const std::size_t helpers = hands_ ? hands_->threads.size() : 0;
        if (helpers > 0) {
            hands_->work = &work;
            hands_->busy.store(helpers, std::memory_order_relaxed);
            hands_->round.fetch_add(1, std::memory_order_release);
            hands_->round.notify_all();
        }
        work(0);
        for (std::size_t i = helpers + 1; i < threads_; ++i) work(i);
        if (helpers == 0) return;
        for (std::size_t busy; (busy = hands_->busy.load(std::memory_order_acquire)) != 0;)
            await(hands_->busy, busy);
    }

  private:
    struct Hands {
        std::vector<std::thread> threads;
        std::atomic<std::uint32_t> round{0};
        std::atomic<std::size_t> busy{0};
        const std::function<void(std::size_t)>* work = nullptr;  // null: go home
    };

    // A process that was forked off has none of the threads: there they are forgotten.
    void hire() {
        const auto here = getpid();
        if (hands_ && home_ == here) return;
        (void)hands_.release();  // its threads can be neither joined nor detached
        home_ = here;
        hands_ = std::make_unique<Hands>();
        Hands* const hands = hands_.get();
        try {
            while (hands->threads.size() + 1 < threads_)
                hands->threads.emplace_back(attend, hands, hands->threads.size() + 1);
        } catch (const std::system_error&) {  // no more threads to be had
        }
    }

    // Until the number is another. For some microseconds without falling asleep: the next step of a
    // batch comes at once, and to be woken takes as long as to play thousands of moves.
    template <class Number>
    static void await(const std::atomic<Number>& number, Number old) {
        for (int tries = 100; tries > 0; --tries) {
            if (number.load(std::memory_order_acquire) != old) return;
            std::this_thread::yield();
        }
        number.wait(old, std::memory_order_acquire);
    }

    static void attend(Hands* hands, std::size_t number) {
        for (std::uint32_t seen = 0;;) {
            await(hands->round, seen);
            ++seen;
            if (hands->work == nullptr) return;
            (*hands->work)(number);
            if (hands->busy.fetch_sub(1, std::memory_order_acq_rel) == 1) hands->busy.notify_one();
        }
    }

    void dismiss() {
        if (!hands_) return;
        if (home_ != getpid()) {
            (void)hands_.release();
            return;
        }
        hands_->work = nullptr;
        hands_->round.fetch_add(1, std::memory_order_release);
        hands_->round.notify_all();
        for (std::thread& thread : hands_->threads) thread.join();
    }

    const std::size_t threads_;
    std::unique_ptr<Hands> hands_;
    pid_t home_ = 0;
};

}  // namespace dropfour

// The same work on several threads.
#pragma once

#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace dropfour {

// What two threads write lies at least so far apart: processors hand memory from core to core by
// lines, often two at once.
constexpr std::size_t apart = 128;

// Runs work(0) on this thread and work(1), work(2), ... on others, and returns when all have ended;
// what the system has no thread for runs here afterwards. Throws what one of them has thrown.
template <class Work>
void in_parallel(std::size_t threads, const Work& work) {
    std::vector<std::exception_ptr> failures(threads);
    const auto guarded = [&](std::size_t i) {
        try {
            work(i);
        } catch (...) {
            failures[i] = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    try {
        while (helpers.size() + 1 < threads) helpers.emplace_back(guarded, helpers.size() + 1);
    } catch (const std::system_error&) {  // no more threads to be had
    }
    guarded(0);
    for (std::size_t i = helpers.size() + 1; i < threads; ++i) guarded(i);
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace dropfour

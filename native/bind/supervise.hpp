// Runs a search without the GIL while the calling thread watches the clock, Ctrl-C and progress.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>

#include "bind.hpp"
#include "search/report.hpp"

namespace dropfour {

constexpr std::chrono::milliseconds heartbeat{5};  // how late Ctrl-C may be noticed

struct Watch {
    double seconds = 0;      // 0: no limit
    nb::object progress;     // called with a Report now and then, or None
    double interval = 0.05;  // seconds between two reports
};

// Returns what `search()` returns; a Python exception of a signal handler or of the progress
// callback stops the search and is raised here.
template <class Search>
auto supervise(Control& control, const Watch& watch, Search search) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    const auto begin = Clock::now();
    control.renew();
    std::optional<std::invoke_result_t<Search>> result;
    std::exception_ptr search_failed, python_failed;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;

    std::thread worker([&] {
        try {
            result.emplace(search());
        } catch (...) {
            search_failed = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        changed.notify_one();
    });

    const auto finished_within = [&](Seconds time) {
        const nb::gil_scoped_release release;
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, time, [&] { return done; });
    };
    auto next_report = begin + Seconds(watch.interval);
    for (;;) {
        Seconds wait = heartbeat;
        if (watch.seconds > 0) {
            const Seconds left = Seconds(watch.seconds) - (Clock::now() - begin);
            if (left <= Seconds(0))
                control.expire();
            else if (left < wait)
                wait = left;
        }
        if (finished_within(wait)) break;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!watch.progress.is_none()) {
                if (auto report = control.take_report()) watch.progress(*std::move(report));
                if (Clock::now() >= next_report) {
                    control.want_report();
                    next_report = Clock::now() + Seconds(watch.interval);
                }
            }
        } catch (...) {
            control.stop();
            python_failed = std::current_exception();
            while (!finished_within(heartbeat)) {
            }
            break;
        }
    }
    {
        const nb::gil_scoped_release release;
        worker.join();
    }
    if (python_failed) std::rethrow_exception(python_failed);
    if (search_failed) std::rethrow_exception(search_failed);
    return *std::move(result);
}

}  // namespace dropfour

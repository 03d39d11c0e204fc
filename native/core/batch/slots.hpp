// What the games of a batch have that does not depend on the words of their boards: columns are
// taken, checked and drawn here, once for every word count, and work is shared out to threads.
#pragma once

#include <algorithm>

#include "batch.hpp"
#include "batch_lanes.hpp"
#include "crew.hpp"

namespace dropfour {

class Slots : public Batch {
  public:
    int rows() const override { return rows_; }
    int columns() const override { return columns_; }

    std::size_t step(std::span<const std::int8_t> columns) override;
    std::size_t step(std::span<const std::int32_t> columns) override;
    std::size_t step(std::span<const std::int64_t> columns) override;

    void random_columns(std::span<std::int8_t> columns, const std::uint8_t* mask) override;
    void random_columns(std::span<std::int32_t> columns, const std::uint8_t* mask) override;
    void random_columns(std::span<std::int64_t> columns, const std::uint8_t* mask) override;

  protected:
    Slots(std::size_t games, const BatchSettings& settings);

    // Plays `column_` in each of these games, and writes what became of them.
    virtual void play(std::size_t first, std::size_t last) = 0;

    // Runs work(first, last) on all games, shared out to the threads by whole groups.
    template <class Work>
    void on_all(const Work& work) {
        const std::size_t groups = padded_ / lane_group, threads = crew_.threads();
        if (threads == 1 || groups == 1) return work(0, games_);
        crew_.run([&](std::size_t i) {
            const std::size_t first = groups * i / threads * lane_group;
            const std::size_t last = groups * (i + 1) / threads * lane_group;
            if (first < last) work(first, std::min(last, games_));
        });
    }

    const BatchSettings settings_;
    const std::size_t padded_;    // games, to whole groups
    int rows_ = 0, columns_ = 0;  // that all boards fit into

    std::vector<std::uint64_t> stream_;
    std::vector<std::uint32_t> legal_;
    std::uint8_t *second_, *banning_, *over_, *column_;  // in `bytes_`
    std::int8_t* result_;
    BatchArrays arrays_;

    bool lanes_ = false;
    LaneRules lane_rules_;

  private:
    template <class Int>
    std::size_t step_of(std::span<const Int> columns);
    template <class Int>
    std::size_t take_columns(const Int* columns, std::size_t first, std::size_t last);
    template <class Int>
    void draw_all(std::span<Int> columns, const std::uint8_t* mask);

    std::vector<std::uint32_t> masked_;
    std::vector<std::uint8_t> bytes_;
    Crew crew_;
};

}  // namespace dropfour

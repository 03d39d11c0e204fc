// The table and the search that fit a rule set, over a lattice.
#pragma once

#include "bonus_search.hpp"
#include "engine.hpp"
#include "points_search.hpp"

namespace dropfour {

template <class L, class Table, template <class, class> class Search>
class EngineFor final : public Engine<L::words> {
  public:
    static constexpr int N = L::words;

    EngineFor(std::shared_ptr<const Geometry<N>> geometry, std::size_t bytes)
        : lattice_(std::move(geometry)), table_(bytes, lattice_.columns * lattice_.stride) {}

    std::unique_ptr<ExactSearch<N>> search(Worker& worker) override {
        return std::make_unique<Search<L, Table>>(lattice_, table_, worker);
    }
    void share(bool among_threads) override { table_.share(among_threads); }
    std::size_t entries_before_growth() const override { return table_.entries_before_growth(); }
    void took(std::size_t entries) override { table_.took(entries); }
    void grow(const Worker& worker, std::size_t threads) override {
        table_.grow([&] { return !worker.stopped(); }, threads);
    }
    void clear() override { table_.clear(); }
    std::size_t table_bytes() const override { return table_.bytes(); }

  private:
    L lattice_;
    Table table_;
};

template <class L, int N = L::words>
std::unique_ptr<Engine<N>> engine_over(const std::shared_ptr<const Geometry<N>>& geometry,
                                       std::size_t bytes, bool with_bans) {
    const auto make = [&]<class Table, template <class, class> class Search>() {
        return std::make_unique<EngineFor<L, Table, Search>>(geometry, bytes);
    };
    const bool full = geometry->ending == Ending::full_board;
    if constexpr (N == 1) {
        const int highest = full ? geometry->points(geometry->counting) : geometry->playable;
        const int key_bits = geometry->columns * geometry->stride;
        const bool compact =
            highest <= CompactTable::max_score && CompactTable::fits(bytes, key_bits);
        if (compact && !with_bans && full)
            return make.template operator()<CompactTable, PointsSearch>();
        if (compact && !with_bans) return make.template operator()<CompactTable, FirstSearch>();
    }
    if constexpr (N <= 2) {  // keys without bans are half as long; large boards do without that
        if (!with_bans && full) return make.template operator()<WideTable<N>, PointsSearch>();
        if (!with_bans) return make.template operator()<WideTable<N>, FirstSearch>();
    }
    if (full) return make.template operator()<WideTable<2 * N>, PointsSearch>();
    return make.template operator()<WideTable<2 * N>, BonusSearch>();
}

template <int N>
std::unique_ptr<Engine<N>> make_engine(const std::shared_ptr<const Geometry<N>>& geometry,
                                       std::size_t bytes, bool with_bans) {
    return engine_over<Lattice<N>>(geometry, bytes, with_bans);
}

}  // namespace dropfour

// A function of engine.hpp for one word count.
#define DROPFOUR_ENGINE(MAKE, N)                                                        \
    template std::unique_ptr<Engine<N>> MAKE(const std::shared_ptr<const Geometry<N>>&, \
                                             std::size_t, bool);

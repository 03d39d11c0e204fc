// The table and the search that fit a rule set and a word count.
#pragma once

#include "bonus_search.hpp"
#include "engines.hpp"
#include "inquiry.hpp"
#include "points_search.hpp"

namespace dropfour {

template <class L, class Table, template <class, class> class Search>
class EngineFor final : public Solver::Engine {
  public:
    static constexpr int N = L::words;

    EngineFor(std::shared_ptr<const Geometry<N>> geometry, std::size_t bytes)
        : lattice_(std::move(geometry)), table_(bytes, lattice_.key_bits) {}

    Solution solve(const AnyBoard& position, const Task& task, Control& control) override {
        using Asked = Inquiry<L, Table, Search<L, Table>>;
        return Asked(lattice_, table_, task, control).answer(std::get<Board<N>>(position).position);
    }
    void clear() override { table_.clear(); }
    std::size_t table_bytes() const override { return table_.bytes(); }

  private:
    L lattice_;
    Table table_;
};

// The engine for a board; `with_bans` if bans are on it or may come.
template <class L, int N = L::words>
std::unique_ptr<Solver::Engine> make_engine(const std::shared_ptr<const Geometry<N>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    const auto make = [&]<class Table, template <class, class> class Search>() {
        return std::make_unique<EngineFor<L, Table, Search>>(geometry, bytes);
    };
    const bool full = geometry->ending == Ending::full_board;
    if (with_bans) {
        if (full) return make.template operator()<WideTable<2 * N>, PointsSearch>();
        return make.template operator()<WideTable<2 * N>, BonusSearch>();
    }
    if constexpr (N == 1) {
        const int highest = full ? geometry->points(geometry->counting) : geometry->playable;
        const int key_bits = geometry->columns * geometry->stride;
        if (highest <= CompactTable::max_score && CompactTable::fits(bytes, key_bits)) {
            if (full) return make.template operator()<CompactTable, PointsSearch>();
            return make.template operator()<CompactTable, FirstSearch>();
        }
    }
    if (full) return make.template operator()<WideTable<N>, PointsSearch>();
    return make.template operator()<WideTable<N>, FirstSearch>();
}

template <int N>
std::unique_ptr<Solver::Engine> engine(const std::shared_ptr<const Geometry<N>>& geometry,
                                       std::size_t bytes, bool with_bans) {
    return make_engine<Lattice<N>>(geometry, bytes, with_bans);
}

}  // namespace dropfour

#define DROPFOUR_ENGINE(N)                                                                        \
    template std::unique_ptr<Solver::Engine> engine<N>(const std::shared_ptr<const Geometry<N>>&, \
                                                       std::size_t, bool);

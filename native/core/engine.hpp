// The table and the search that fit a rule set and a word count.
#pragma once

#include "bonus_search.hpp"
#include "inquiry.hpp"
#include "points_search.hpp"
#include "solver.hpp"

namespace dropfour {

class Solver::Engine {
  public:
    virtual ~Engine() = default;
    virtual Solution solve(const AnyBoard& position, const Task& task, Control& control) = 0;
    virtual void clear() = 0;
    virtual std::size_t table_bytes() const = 0;
};

template <int N, class Table, template <class, class> class Search>
class EngineFor final : public Solver::Engine {
  public:
    EngineFor(std::shared_ptr<const Geometry<N>> geometry, std::size_t bytes)
        : lattice_(std::move(geometry)), table_(bytes, lattice_.key_bits) {}

    Solution solve(const AnyBoard& position, const Task& task, Control& control) override {
        using Asked = Inquiry<Lattice<N>, Table, Search<Lattice<N>, Table>>;
        return Asked(lattice_, table_, task, control).answer(std::get<Board<N>>(position).position);
    }
    void clear() override { table_.clear(); }
    std::size_t table_bytes() const override { return table_.bytes(); }

  private:
    Lattice<N> lattice_;
    Table table_;
};

// The engine for a board; `with_bans` if bans are on it or may come.
template <int N>
std::unique_ptr<Solver::Engine> make_engine(const std::shared_ptr<const Geometry<N>>& geometry,
                                            std::size_t bytes, bool with_bans) {
    const auto make = [&]<class Table, template <class, class> class Search>() {
        return std::make_unique<EngineFor<N, Table, Search>>(geometry, bytes);
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

// Instantiated in solver_one_word.cpp and solver_more_words.cpp, so that they compile side by side.
#define DROPFOUR_ENGINE(KEYWORD, N)                                  \
    KEYWORD template std::unique_ptr<Solver::Engine> make_engine<N>( \
        const std::shared_ptr<const Geometry<N>>&, std::size_t, bool);

}  // namespace dropfour

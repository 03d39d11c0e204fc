// What a solver would gain from rules known at compile time: the same search over a lattice whose
// masks are constants. With lines in lanes, as on processors with AVX2; the constants also without.
//
//     fixed_rules < POSITIONS     one a line, as 0-based columns of 7 x 6
//
// prints: nodes, CPU seconds with run-time rules, with compile-time rules, with these but without
// lanes; best of five rounds.
#include <algorithm>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "solver/first_search.hpp"
#include "solver/lanes.hpp"
#include "solver/schedule.hpp"

using namespace dropfour;

namespace {

constexpr int columns_of_seven = 7, rows_of_six = 6;

template <class Wanted>
constexpr Bits<1> cells_where(Wanted wanted) {
    Bits<1> set;
    for (int column = 0; column < columns_of_seven; ++column)
        for (int row = 0; row <= rows_of_six; ++row)
            if (wanted(column, row)) set |= Bits<1>::one(column * (rows_of_six + 1) + row);
    return set;
}

struct SevenBySix : LatticeOps<SevenBySix, 1> {
    using Set = Bits<1>;
    static constexpr int columns = columns_of_seven, rows = rows_of_six, stride = rows + 1,
                         playable = columns * rows;
    static constexpr int key_bits = columns * stride;
    static constexpr bool symmetric = true, only_fours = true;
    static constexpr Ending ending = Ending::first_pattern;

    static constexpr Set board = cells_where([](int, int row) { return row < rows; });
    static constexpr Set counting = board, span = board, blocked{}, bonus{};
    static constexpr Set floor = cells_where([](int, int row) { return row == 0; });
    static constexpr Set cap = cells_where([](int, int row) { return row == rows; });
    static constexpr Set uppers =
        cells_where([](int, int row) { return row < rows && (rows - row) % 2 == 1; });
    static constexpr Set lowers =
        cells_where([](int, int row) { return row < rows && (rows - row) % 2 == 0; });
    static constexpr Set first_column = cells_where([](int column, int) { return column == 0; });
    static constexpr std::array<std::uint8_t, columns> centre_first{3, 2, 4, 1, 5, 0, 6};
    static constexpr auto rank_at = [] {
        std::array<std::uint8_t, Set::capacity> ranks{};
        for (std::uint8_t rank = 0; rank < columns; ++rank)
            for (int row = 0; row < rows; ++row) ranks[centre_first[rank] * stride + row] = rank;
        return ranks;
    }();

    static Set column(int number) {
        constexpr Set lowest =
            cells_where([](int column, int row) { return column == 0 && row < rows; });
        return lowest << number * stride;
    }
    const auto& patterns() const { return geometry->patterns; }
    bool completes_pattern(const Set& own) const { return geometry->completes(own); }
    int count_patterns(const Set& own) const { return geometry->points(own); }

    explicit SevenBySix(std::shared_ptr<const Geometry<1>> rules) : geometry(std::move(rules)) {}
    std::shared_ptr<const Geometry<1>> geometry;
};

struct AtRunTime : InLanes<LatticeOf<AtRunTime, 1>> {
    using InLanes::InLanes;
};
struct AtCompileTime : InLanes<SevenBySix> {
    using InLanes::InLanes;
};

double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Run {
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<int> scores;
};

template <class L>
Run solve_all(const std::shared_ptr<const Geometry<1>>& geometry,
              const std::vector<Position<1>>& positions) {
    const L lattice(geometry);
    CompactTable table(std::size_t{16} << 20, lattice.key_bits);
    Run run;
    for (const auto& position : positions) {
        table.clear();
        const Control control;
        Team<FirstSearch<L, CompactTable>> team(lattice, table, control, 1, 0);
        const double began = cpu_seconds();
        Range range = team.search().known(position).range;
        team.narrow(position, range, false, [] {});
        run.seconds += cpu_seconds() - began;
        run.nodes += team.nodes();
        run.scores.push_back(range.lower);
    }
    return run;
}

Rules classic() {
    Rules rules;
    rules.heights.assign(7, 6);
    rules.patterns.resize(4);
    for (int i = 0; i < 4; ++i) {
        rules.patterns[0].push_back({0, i});
        rules.patterns[1].push_back({i, 0});
        rules.patterns[2].push_back({i, i});
        rules.patterns[3].push_back({i, 3 - i});
    }
    return rules;
}

}  // namespace

int main() {
    const auto geometry = std::make_shared<const Geometry<1>>(classic());
    std::vector<Position<1>> positions;
    for (std::string line; std::getline(std::cin, line);) {
        auto position = Position<1>::start(*geometry);
        for (const char digit : line)
            position.play(*geometry,
                          position.landing(*geometry) & geometry->column_cells[digit - '0']);
        positions.push_back(position);
    }
    double generic = 1e9, fixed = 1e9, fixed_plain = 1e9;
    std::uint64_t nodes = 0;
    for (int round = 0; round < 5; ++round) {
        const Run a = solve_all<AtRunTime>(geometry, positions);
        const Run b = solve_all<AtCompileTime>(geometry, positions);
        const Run c = solve_all<SevenBySix>(geometry, positions);
        if (a.scores != b.scores || a.scores != c.scores) return 1;
        if (a.nodes != b.nodes || a.nodes != c.nodes) return 1;
        generic = std::min(generic, a.seconds);
        fixed = std::min(fixed, b.seconds);
        fixed_plain = std::min(fixed_plain, c.seconds);
        nodes = a.nodes;
    }
    std::cout << nodes << " " << generic << " " << fixed << " " << fixed_plain << "\n";
}

#include "alphabeta/evaluate.hpp"
#include "check.hpp"
#include "games.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

// The definition, placement by placement and cell by cell.
template <int N>
int plain_potential(const Geometry<N>& geometry, const Position<N>& position, int player) {
    int total = 0;
    for (const auto& pattern : geometry.patterns)
        for_each_bit(pattern.anchors, [&](int anchor) {
            int discs = 0;
            bool open = true;
            for (const int shift : pattern.shifts) {
                const bool own = position.discs[player].test(anchor + shift);
                discs += own;
                open &= own || !position.occupied.test(anchor + shift);
            }
            const int missing = static_cast<int>(pattern.shifts.size()) - discs;
            if (open && discs > 0)
                total += missing == 0 ? 64 : missing == 1 ? 16 : missing == 2 ? 4 : 1;
        });
    return total;
}

}  // namespace

TEST(all_evaluations_are_the_definition) {
    Stream random(1, 0);
    for (int game = 0; game < 400; ++game) {
        const int side = game % 40 == 0 ? 32 : 12;
        AnyBoard board = start(random_rules(random, side, side));
        for (std::vector<int> legal = legal_columns(board); !legal.empty();
             legal = legal_columns(board)) {
            board = *play(board, legal[random.below(static_cast<int>(legal.size()))]);
            if (random.below(10) != 0) continue;
            std::visit(
                []<int N>(const Board<N>& b) {
                    const Geometry<N>& g = *b.geometry;
                    const int expected =
                        plain_potential(g, b.position, 0) - plain_potential(g, b.position, 1);
                    CHECK_EQUAL(evaluate(g, b.position, 0), expected);
                    CHECK_EQUAL(evaluate(g, b.position, 1), -expected);
                    CHECK_EQUAL(fastest_evaluate<N>()(g, b.position, 0), expected);
                },
                board);
        }
    }
}

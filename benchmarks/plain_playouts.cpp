// The peer of our playouts: a plain scalar bitboard loop for the 7 x 6 board, as one writes it.
//
//     plain_playouts uniform|wins PLAYOUTS    prints: first wins, draws, second wins, moves,
//     seconds
//
// Everything is known at compile time and the random numbers are cheap (xorshift64*). benchmarks/
// playouts.py compiles it with -O3 -march=native.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>

namespace {

constexpr int columns = 7, rows = 6, stride = rows + 1;
constexpr std::uint64_t one_column = (std::uint64_t{1} << rows) - 1;

constexpr std::uint64_t floor_cells() {
    std::uint64_t result = 0;
    for (int column = 0; column < columns; ++column)
        result |= std::uint64_t{1} << (column * stride);
    return result;
}
constexpr std::uint64_t floor_bits = floor_cells();
constexpr std::uint64_t board = floor_bits * one_column;

struct Random {
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    int below(int n) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        const std::uint64_t bits = state * 0x2545F4914F6CDD1Du >> 32;
        return static_cast<int>(bits * static_cast<std::uint64_t>(n) >> 32);
    }
};

bool has_four(std::uint64_t discs) {
    for (const int step : {1, stride - 1, stride, stride + 1}) {
        const std::uint64_t pairs = discs & discs >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

std::uint64_t winning_cells(std::uint64_t discs) {
    std::uint64_t result = discs << 1 & discs << 2 & discs << 3;
    for (const int step : {stride - 1, stride, stride + 1}) {
        const std::uint64_t after = discs >> step & discs >> 2 * step;
        const std::uint64_t before = discs << step & discs << 2 * step;
        result |= after & (discs >> 3 * step | discs << step);
        result |= before & (discs << 3 * step | discs >> step);
    }
    return result;
}

// 0 or 1: that player won; 2: a draw.
template <bool take_wins>
int playout(Random& random, std::uint64_t& moves) {
    std::uint64_t mine = 0, occupied = 0;
    for (int player = 0;; player ^= 1) {
        const std::uint64_t landing = (occupied + floor_bits) & board;
        if (landing == 0) return 2;
        if (take_wins && (winning_cells(mine) & landing)) return player;
        std::uint64_t cell;
        do cell = landing & one_column << random.below(columns) * stride;
        while (cell == 0);
        ++moves;
        occupied |= cell;
        if (!take_wins && has_four(mine | cell)) return player;
        mine = (occupied ^ cell) ^ mine;
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const bool take_wins = std::strcmp(argv[1], "wins") == 0;
    const long count = std::atol(argv[2]);
    Random random;
    long results[3]{};
    std::uint64_t moves = 0;
    const std::clock_t begin = std::clock();  // CPU time: others may be busy here too
    for (long i = 0; i < count; ++i)
        ++results[take_wins ? playout<true>(random, moves) : playout<false>(random, moves)];
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%ld %ld %ld %llu %.6f\n", results[0], results[2], results[1],
                static_cast<unsigned long long>(moves), seconds);
}

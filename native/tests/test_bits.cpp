#include <bitset>

#include "board/bits.hpp"
#include "check.hpp"
#include "search/rng.hpp"

using namespace dropfour;

namespace {

// std::bitset is the oracle: same content, same operation.
template <int N>
std::bitset<64 * N> plain(const Bits<N>& bits) {
    std::bitset<64 * N> result;
    for (int i = 0; i < 64 * N; ++i) result[i] = bits.test(i);
    return result;
}

template <int N>
Bits<N> any_bits(Stream& random) {
    Bits<N> bits;
    for (auto& word : bits.word) word = std::uint64_t{random.next32()} << 32 | random.next32();
    return bits;
}

template <int N>
std::bitset<64 * N> plain_sum(std::bitset<64 * N> a, std::bitset<64 * N> b) {
    while (b.any()) {
        const auto carry = (a & b) << 1;
        a = a ^ b;
        b = carry;
    }
    return a;
}

template <int N>
void agrees_with_bitset() {
    Stream random(1, N);
    for (int trial = 0; trial < 200; ++trial) {
        const auto a = any_bits<N>(random), b = any_bits<N>(random);
        const int distance = random.below(64 * N);
        CHECK(plain(a & b) == (plain(a) & plain(b)));
        CHECK(plain(a | b) == (plain(a) | plain(b)));
        CHECK(plain(a ^ b) == (plain(a) ^ plain(b)));
        CHECK(plain(~a) == ~plain(a));
        CHECK(plain(a + b) == (plain_sum<N>(plain(a), plain(b))));
        CHECK(plain(a << distance) == plain(a) << distance);
        CHECK(plain(a >> distance) == plain(a) >> distance);
        CHECK_EQUAL(a.count(), static_cast<int>(plain(a).count()));
        CHECK_EQUAL(a.any(), plain(a).any());
        CHECK((a == b) == (plain(a) == plain(b)));
    }
}

// The lowest bit, bit by bit, of sets with few: whole words of them are empty.
template <int N>
void lowest_agrees_with_bitset() {
    Stream random(2, N);
    for (int trial = 0; trial < 200; ++trial) {
        Bits<N> bits;
        for (int number = random.below(6); number > 0; --number)
            bits |= Bits<N>::one(random.below(64 * N));
        auto expected = plain(bits);
        while (expected.any()) {
            int lowest = 0;
            while (!expected[lowest]) ++lowest;
            CHECK_EQUAL(bits.lowest(), lowest);
            expected[lowest] = false;
            bits = bits.without_lowest();
            CHECK(plain(bits) == expected);
        }
        CHECK(bits.without_lowest().none());
    }
}

}  // namespace

TEST(bits_are_taken_lowest_first) {
    lowest_agrees_with_bitset<1>();
    lowest_agrees_with_bitset<2>();
    lowest_agrees_with_bitset<17>();
}

TEST(bits_agree_with_bitset) {
    agrees_with_bitset<1>();
    agrees_with_bitset<2>();
    agrees_with_bitset<3>();
    agrees_with_bitset<17>();
}

TEST(bits_are_visited_lowest_first) {
    const auto bits = Bits<3>::one(190) | Bits<3>::one(3) | Bits<3>::one(64);
    std::vector<int> visited;
    for_each_bit(bits, [&](int bit) { visited.push_back(bit); });
    CHECK((visited == std::vector<int>{3, 64, 190}));
    CHECK_EQUAL(bits.lowest(), 3);
    CHECK_EQUAL(bits.without_lowest().lowest(), 64);
    CHECK(bits.several());
    CHECK(!Bits<3>::one(100).several());
}

TEST(whole_words_shift_by_nothing) {
    const auto bits = Bits<2>::one(64) | Bits<2>::one(63);
    CHECK((bits << 0) == bits);
    CHECK((bits >> 0) == bits);
}

"""The random streams: published values, the arithmetic itself, and even draws."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dropfour.classroom.streams import GOLDEN, Stream, mix


def test_mix_is_the_finaliser_of_splitmix64() -> None:
    # The first outputs of SplitMix64 from seed 0, as published with its reference code.
    outputs = [mix((i + 1) * GOLDEN % 2**64) for i in range(3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_a_stream_is_mwc64x_from_a_scattered_start(seed: int, number: int) -> None:
    start = mix((mix((seed + GOLDEN) % 2**64) + (number + 1) * GOLDEN) % 2**64)
    x, carry = start % 2**32 | 1, start // 2**32 % 2**31
    stream = Stream(seed, number)
    for _ in range(20):
        assert stream.next32() == x ^ carry
        carry, x = divmod(x * 4294883355 + carry, 2**32)


def test_pinned_draws() -> None:
    # The fast code must draw these, too.
    stream = Stream(7, 3)
    assert [stream.next32() for _ in range(4)] == [868302821, 1273217899, 181193378, 4255782654]
    stream = Stream(0, 0)
    assert [stream.below(7) for _ in range(12)] == [2, 5, 4, 0, 2, 0, 1, 6, 5, 1, 4, 4]


def test_streams_of_neighbouring_seeds_and_numbers_differ() -> None:
    firsts = {Stream(seed, number).next32() for seed in range(30) for number in range(30)}
    assert len(firsts) == 900


def test_draws_are_even_within_and_across_streams() -> None:
    stream = Stream(1, 0)
    within = Counter(stream.below(7) for _ in range(70_000))
    across = Counter(Stream(1, number).below(7) for number in range(70_000))
    for counts in (within, across):
        assert sorted(counts) == list(range(7))
        # 10,000 each with a standard deviation of 93: five of them either way.
        assert all(abs(count - 10_000) < 465 for count in counts.values())

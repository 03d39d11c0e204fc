r"""Claim: at equal time `auto`, books off, scores 70 % against Fairy-Stockfish at 7 × 6, or more.

Of others' programs that play in a given time it is the strongest we found (bitbully proves, however
long that takes). Debian has it (`apt install fairy-stockfish`, 11.1). A newer one, half again as
fast because it is made for small boards only, comes from the sources that PyPI has:

    pip download --no-deps --no-binary :all: pyffish && tar xf pyffish-*.tar.gz && cd pyffish-*/src
    g++ -std=c++17 -O3 -mpopcnt -msse4.1 -DNDEBUG -DIS_64BIT -DUSE_POPCNT -DUSE_SSE41 -DUSE_SSSE3 \
        -DUSE_SSE2 -DNNUE_EMBEDDING_OFF -pthread -o ../fairy-stockfish \
        $(ls *.cpp */*.cpp */*/*.cpp | grep -v ffish)

    FAIRY_STOCKFISH=.../fairy-stockfish python -m benchmarks.engines --pairs 50
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

import dropfour as d4
from benchmarks.games import Choose, match
from benchmarks.measure import show
from benchmarks.peers import FairyStockfish

PAIRS = 30
SECONDS = 0.1
PERFT = 8  # deep enough for the first games to end
RULES = d4.load_rules("classic")


class Clock:
    """How long a player has thought: on a busy machine that is not what it was given."""

    def __init__(self) -> None:
        self.seconds, self.moves = 0.0, 0

    def timed(self, choose: Choose) -> Choose:
        def choose_and_count(position: d4.Position) -> int:
            began = time.perf_counter()
            column = choose(position)
            self.seconds += time.perf_counter() - began
            self.moves += 1
            return column

        return choose_and_count

    def __str__(self) -> str:
        return f"{1000 * self.seconds / self.moves:.0f} ms"


def play(peer: FairyStockfish, pairs: int, seconds: float) -> tuple[object, ...]:
    """A row of the table: the score and what both took for a move."""
    ours, theirs = Clock(), Clock()

    def auto(seed: int) -> Choose:
        return ours.timed(d4.agent("auto", seconds=seconds, book=False, seed=seed).choose)

    def other(_: int) -> Choose:
        peer.new_game()
        return theirs.timed(peer.choose)

    score = match(RULES, auto, other, pairs=pairs)
    return f"auto against {peer.name}", score.games, score, ours, theirs


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of games")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a move")
    options = parser.parse_args(arguments)
    if FairyStockfish.program() is None:
        print("Fairy-Stockfish is not installed here (Debian: apt install fairy-stockfish)")
        return
    with FairyStockfish(seconds=options.seconds) as peer:
        if peer.perft(PERFT) != d4.perft(d4.Position(RULES), PERFT):
            raise SystemExit(f"{peer.name} plays another game than 7 × 6")
        row = play(peer, options.pairs, options.seconds)
    show(
        f"7 × 6 from random openings, {options.seconds} s a move, books off",
        ("players", "games", "points", "a move of ours", "of theirs"),
        [row],
    )


if __name__ == "__main__":
    main(sys.argv[1:])

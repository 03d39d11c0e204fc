"""Proofs that the first player wins, or does not lose, led by a tree search.

One good move and every reply to it are such a proof. On a large board the learned evaluation finds
that move far more often than the solver's order of moves does. So here the solver gets a little
time for a position; what it cannot settle is taken apart, and the work goes on where the proof
looks cheapest: proof-number search (L. V. Allis, 1994) whose numbers are the time that a proof will
take, as a tree search's values let expect. They say where to look, and nothing else: every position
at the end of it has been solved.
"""

from __future__ import annotations

import json
import math
import time
from pathlib import Path
from typing import Literal

import dropfour as d4
from dropfour.files import write_whole

# On `irregular`, where the solver alone finds no end: seconds for a position by the cube of its
# plies, 7 after ten, when most can be solved in 3; and how the time of a proof falls with the value
# that the first player is expected to reach (a minute at 0.35, three seconds at 0.75).
PATIENCE = 0.007
COST_BY_VALUE = 7.7
PLAYOUTS = 400_000
FIRST_PLAYOUTS = 50  # times as many for the empty board, half of that a ply on, and so forth
SHOWN_PLIES = 4  # what is settled so early is told
SECONDS_BETWEEN_LINES = 60.0

SHOWN, REFUTED = 0.0, math.inf  # as costs

Goal = Literal["win", "draw"]


class Place:
    """A position of the tree."""

    def __init__(self, position: d4.Position, cost: float) -> None:
        self.position = position
        self.cost = cost  # that a proof is expected to take
        self.children: list[Place] = []

    @property
    def settled(self) -> bool:
        return self.cost in (SHOWN, REFUTED)

    def settle(self, holds: bool) -> None:
        self.cost = SHOWN if holds else REFUTED

    def next_child(self) -> Place:
        """The cheapest move of the first player; the reply that is hardest to beat."""
        choose = min if self.position.turn == 0 else max
        return choose(self.children, key=lambda child: child.cost)

    def update(self) -> None:
        costs = [child.cost for child in self.children]
        if costs:
            self.cost = min(costs) if self.position.turn == 0 else sum(costs)


class GuidedProof:
    """Whether the first player wins, or has a draw at least; and what it took to say so.

    The journal has the rules and the goal, every position that is settled, and those that the
    solver could not settle in time; it is read when a proof goes on.
    """

    def __init__(
        self,
        rules: d4.Rules,
        goal: Goal,
        *,
        threads: int = 1,
        table_mb: int = 1024,
        patience: float = PATIENCE,
        playouts: int = PLAYOUTS,
        journal: Path | None = None,
    ) -> None:
        self.nodes = 0  # of the solver
        self._goal = goal
        self._solver = d4.Solver(rules, table_mb=table_mb, book=False)
        self._threads, self._patience, self._playouts = threads, patience, playouts
        self._journal = journal
        self._known: dict[d4.Position, bool | None] = {}
        self._places: dict[d4.Position, Place] = {}
        self._seconds_before = 0.0
        if journal is not None:
            self._read(journal, [rules.to_mapping(), goal])
        self._began = time.process_time()
        self._told = time.monotonic()

    @property
    def seconds(self) -> float:
        """Of the processor, for solver and tree search."""
        return self._seconds_before + time.process_time() - self._began

    def holds(self, start: d4.Position) -> bool:
        root = self._place(start, expected=0.0)
        while not root.settled:
            way = self._most_promising(root)
            self._tell_way(way)
            if not way[-1].settled:
                self._look(way[-1])
            for place in reversed(way):
                place.update()
                if place.settled:
                    self._keep(place.position, place.cost == SHOWN)
        return root.cost == SHOWN

    def _most_promising(self, root: Place) -> list[Place]:
        """The way down to where the work goes on, or to what other ways have settled."""
        way = [root]
        while way[-1].children and not way[-1].settled:
            way.append(way[-1].next_child())
            way[-1].update()
        return way

    def _tell_way(self, way: list[Place]) -> None:
        if time.monotonic() > self._told + SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            told = [f"{p.position.moves_text()[-1:]} {p.cost:.3g}".strip() for p in way]
            print(f"{self._work}: {', '.join(told)}", flush=True)

    @property
    def _work(self) -> str:
        return f"{self.nodes / 1e6:,.0f} M nodes, {self.seconds:,.0f} s"

    def _place(self, position: d4.Position, expected: float) -> Place:
        """The same for all ways to a position; what is expected is the first player's value."""
        if position not in self._places:
            place = self._places[position] = Place(position, math.exp(-COST_BY_VALUE * expected))
            if position.outcome is not None:
                lost = position.outcome.winner == 1
                holds = not lost if self._goal == "draw" else position.outcome.winner == 0
                place.settle(holds)
            elif (known := self._known.get(position)) is not None:
                place.settle(known)
        return self._places[position]

    def _look(self, place: Place) -> None:
        """Settles it, or gives it children."""
        position = place.position
        # Whether they win is what the solver looks for first when they are to move; for a draw both
        # a win of the first player and none of the second will do.
        asked = self._goal == "draw" or position.turn == 0
        if asked and position not in self._known:
            holds = self._solved(position)
            self._keep(position, holds)
            if holds is not None:
                place.settle(holds)
                return
        first_playouts = FIRST_PLAYOUTS * self._playouts >> len(position.moves)
        guide = d4.agent(
            "uct", playouts=max(self._playouts, first_playouts), threads=self._threads, seed=1
        )
        expected, sign = guide.analyse(position).columns, 1 if position.turn == 0 else -1
        place.children = [
            self._place(position.play(column), sign * expected[column].value)
            for column in position.legal
        ]

    def _solved(self, position: d4.Position) -> bool | None:
        seconds = self._patience * len(position.moves) ** 3
        if seconds == 0:
            return None
        try:
            found = self._solver.solve(
                position, weak=True, details=False, seconds=seconds, threads=self._threads
            )
        except d4.Unsolved as error:
            self.nodes += error.nodes
            least, most = error.lower, error.upper
        else:
            self.nodes += found.nodes
            least = most = found.value
        if position.turn == 1:
            least, most = -most, -least
        wanted = 1 if self._goal == "win" else 0
        return True if least >= wanted else False if most < wanted else None

    def _read(self, journal: Path, head: list[object]) -> None:
        text = journal.read_text(encoding="utf-8") if journal.exists() else ""
        whole, _, _ = text.rpartition("\n")  # of a line that was cut short nothing is left
        first, *lines = [json.loads(line) for line in whole.splitlines()] or [head]
        if first != head:
            raise SystemExit(f"{journal} is of another proof")
        for text, holds, self.nodes, self._seconds_before in lines:
            self._known[d4.Position.from_text(text, self._solver.rules)] = holds
        write_whole(journal, "".join(json.dumps(line) + "\n" for line in [first, *lines]).encode())

    def _keep(self, position: d4.Position, holds: bool | None) -> None:
        if position in self._known and self._known[position] == holds:
            return
        self._known[position] = holds
        if holds is not None and len(position.moves) <= SHOWN_PLIES:
            name = position.moves_text() or "the empty board"
            print(f"{name}: a {self._goal}: {holds} ({self._work} so far)", flush=True)
        if self._journal is not None:
            line = [position.to_text(), holds, self.nodes, round(self.seconds, 2)]
            with self._journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

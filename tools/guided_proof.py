"""Proofs of a win, led by a tree search: best first, from the empty board on.

A win is proven by one good move for the winner and every reply to it. On a large board the learned
evaluation finds that move far more often than the solver's order of moves does. So here the solver
gets a little time for a position; what it cannot settle is taken apart, and the work goes on where
the proof looks cheapest: proof-number search (L. V. Allis, 1994) whose numbers are the time that a
proof will take, as a tree search's values let expect. They say where to look, and nothing else:
every position at the end of it has been solved.
"""

from __future__ import annotations

import json
import math
import time
from pathlib import Path

import dropfour as d4
from dropfour.files import write_whole

# On `irregular`, where the solver alone finds no end: seconds for a position by the cube of its
# plies, 7 after ten, when most can be solved in 3; and how the time of a proof falls with the value
# that the first player is expected to reach (a minute at 0.35, three seconds at 0.75).
PATIENCE = 0.007
COST_BY_VALUE = 7.7
PLAYOUTS = 400_000
SHOWN_PLIES = 4  # what is settled so early is told

WON, NOT_WON = 0.0, math.inf  # as costs


class Place:
    """A position of the tree."""

    def __init__(self, position: d4.Position, cost: float) -> None:
        self.position = position
        self.cost = cost  # that a proof of the first player's win is expected to take
        self.children: list[Place] = []

    @property
    def settled(self) -> bool:
        return self.cost in (WON, NOT_WON)

    def next_child(self) -> Place:
        """The cheapest move of the first player; the reply that is hardest to beat."""
        choose = min if self.position.turn == 0 else max
        return choose(self.children, key=lambda child: child.cost)

    def update(self) -> None:
        costs = [child.cost for child in self.children]
        if costs:
            self.cost = min(costs) if self.position.turn == 0 else sum(costs)


class GuidedProof:
    """Whether the first player wins; nodes and seconds of the processor that it took to say so.

    The journal has the rules, every position that is settled, and those that the solver could not
    settle in time; it is read when a proof goes on.
    """

    def __init__(
        self,
        rules: d4.Rules,
        *,
        threads: int = 1,
        table_mb: int = 1024,
        patience: float = PATIENCE,
        playouts: int = PLAYOUTS,
        journal: Path | None = None,
    ) -> None:
        self.nodes = 0
        self._solver = d4.Solver(rules, table_mb=table_mb, book=False)
        self._guide = d4.agent("uct", playouts=playouts, threads=threads, seed=1)
        self._threads, self._patience, self._journal = threads, patience, journal
        self._known: dict[d4.Position, bool | None] = {}
        self._places: dict[d4.Position, Place] = {}
        self._seconds_before = 0.0
        if journal is not None:
            self._read(journal, rules)
        self._began = time.process_time()

    @property
    def seconds(self) -> float:
        return self._seconds_before + time.process_time() - self._began

    def wins(self, start: d4.Position) -> bool:
        root = self._place(start, expected=0.0)
        while not root.settled:
            way = self._most_promising(root)
            if not way[-1].settled:
                self._look(way[-1])
            for place in reversed(way):
                place.update()
                if place.settled:
                    self._keep(place.position, place.cost == WON)
        return root.cost == WON

    def _most_promising(self, root: Place) -> list[Place]:
        """The way down to where the work goes on, or to what other ways have settled."""
        way = [root]
        while way[-1].children and not way[-1].settled:
            way.append(way[-1].next_child())
            way[-1].update()
        return way

    def _place(self, position: d4.Position, expected: float) -> Place:
        """The same for all ways to a position; what is expected is the first player's value."""
        if position not in self._places:
            wins = self._known.get(position)
            if position.outcome is not None:
                wins = position.outcome.winner == 0
            cost = math.exp(-COST_BY_VALUE * expected)
            if wins is not None:
                cost = WON if wins else NOT_WON
            self._places[position] = Place(position, cost)
        return self._places[position]

    def _look(self, place: Place) -> None:
        """Settles it, or gives it children."""
        position = place.position
        if position.turn == 0 and position not in self._known:
            wins = self._solved(position)
            self._keep(position, wins)
            if wins is not None:
                place.cost = WON if wins else NOT_WON
                return
        expected, sign = self._guide.analyse(position).columns, 1 if position.turn == 0 else -1
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
            return True if error.lower > 0 else False if error.upper <= 0 else None
        self.nodes += found.nodes
        return found.value > 0

    def _read(self, journal: Path, rules: d4.Rules) -> None:
        text = journal.read_text(encoding="utf-8") if journal.exists() else ""
        whole, _, _ = text.rpartition("\n")  # of a line that was cut short nothing is left
        first, *lines = [json.loads(line) for line in whole.splitlines()] or [rules.to_mapping()]
        if d4.Rules.from_mapping(first) != rules:
            raise SystemExit(f"{journal} is of another game")
        for text, wins, self.nodes, self._seconds_before in lines:
            self._known[d4.Position.from_text(text, rules)] = wins
        write_whole(journal, "".join(json.dumps(line) + "\n" for line in [first, *lines]).encode())

    def _keep(self, position: d4.Position, wins: bool | None) -> None:
        if position in self._known and self._known[position] == wins:
            return
        self._known[position] = wins
        if wins is not None and len(position.moves) <= SHOWN_PLIES:
            told = f"{self.nodes / 1e6:,.0f} M nodes, {self.seconds:,.0f} s so far"
            name = position.moves_text() or "the empty board"
            print(f"{name}: {'a win' if wins else 'no win'} ({told})", flush=True)
        if self._journal is not None:
            line = [position.to_text(), wins, self.nodes, round(self.seconds, 2)]
            with self._journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

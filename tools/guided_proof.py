"""Proofs that the first player wins, or does not lose, led by a tree search.

One good move and every reply to it are such a proof. On a large board the learned evaluation finds
that move far more often than the solver's order of moves does. So here the solver gets a little
time for a position; what it cannot settle is taken apart, and the work goes on where the proof
looks cheapest: proof-number search (L. V. Allis, 1994) whose numbers are the time that a proof will
take, as a tree search's values let expect. They say where to look, and nothing else: every position
at the end of it has been solved. A proof needs all replies to a move, so threads share these.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Condition
from typing import Literal, NamedTuple

import dropfour as d4
from dropfour.agents import Control
from dropfour.files import write_whole

# On `irregular`, where the solver alone finds no end: seconds for a position by the fifth power of
# its plies, 7 after ten, when most can be solved in 3, and 2 after eight, when few can at all; as
# many as after six for those before, because a small game is solved so. And how the time of a proof
# falls with the value that the first player is expected to reach (a minute at 0.35, three seconds
# at 0.75).
PATIENCE = 7e-5
LEAST_PLIES = 6
COST_BY_VALUE = 7.7
PLAYOUTS = 400_000
FIRST_PLAYOUTS = 50  # times as many for the empty board, half of that a ply on, and so forth
STAY = 2.0  # with a move of the first player until it costs so many times as much as another one
SHOWN_PLIES = 4  # what is settled so early is told
SECONDS_BETWEEN_LINES = 60.0

SHOWN, REFUTED = 0.0, math.inf  # as costs

Goal = Literal["win", "draw"]
Bounds = tuple[int, int]  # of the value for the first player
NOTHING: Bounds = (-1, 1)
WORDS = {
    (1, 1): "a win",
    (0, 1): "a draw at least",
    (0, 0): "a draw",
    (-1, 0): "no win",
    (-1, -1): "a loss",
}


class Place:
    """A position of the tree."""

    def __init__(self, position: d4.Position, cost: float) -> None:
        self.position = position
        self.cost = cost  # that a proof is expected to take
        self.children: list[Place] = []
        self.chosen: Place | None = None  # the first player's move that was looked at last
        self.in_work = False  # a thread is looking at it

    @property
    def settled(self) -> bool:
        return self.cost in (SHOWN, REFUTED)

    def worth_a_look(self) -> Iterable[Place]:
        """The cheapest move of the first player; all replies, those hardest to beat first.

        What has been looked at costs more than it was expected to, so the next best move looks
        better than it is.
        """
        if self.position.turn == 0:
            cheapest = min(self.children, key=lambda child: child.cost)
            if self.chosen is None or self.chosen.cost > STAY * cheapest.cost:
                self.chosen = cheapest
            return [self.chosen]
        return sorted(self.children, key=lambda child: -child.cost)

    def update(self) -> None:
        costs = [child.cost for child in self.children]
        if costs:
            self.cost = min(costs) if self.position.turn == 0 else sum(costs)


class Task(NamedTuple):
    """What one thread works with. A control is of one search at a time: its time ends with it."""

    solver: d4.Solver
    control: Control


class GuidedProof:
    """Whether the first player wins, or has a draw at least; and what it took to say so.

    The journal has the rules, what is proven of positions, with those that the solver could not
    settle in time, and what a tree search expects of their columns; it is read when a proof goes
    on, or one with the other goal begins.
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
        self._wanted = 1 if goal == "win" else 0
        share_mb = max(1, table_mb // threads)
        self._solvers = [d4.Solver(rules, table_mb=share_mb, book=False) for _ in range(threads)]
        self._patience, self._playouts = patience, playouts
        self._journal = journal
        self._changed = Condition()  # whoever works on places, known and nodes holds it
        self._known: dict[d4.Position, Bounds] = {}
        self._hopes: dict[d4.Position, dict[int, float]] = {}
        self._places: dict[d4.Position, Place] = {}
        self._seconds_before = 0.0
        if journal is not None:
            self._read(journal, rules)
        self._began = time.process_time()
        self._told = time.monotonic()

    @property
    def seconds(self) -> float:
        """Of the processor, for solver and tree search."""
        return self._seconds_before + time.process_time() - self._began

    def bounds(self, start: d4.Position) -> Bounds:
        with self._changed:
            root = self._place(start, expected=0.0)
        tasks = [Task(solver, Control()) for solver in self._solvers]
        with ThreadPoolExecutor(len(tasks)) as pool:
            try:
                workers = [pool.submit(self._work_on, root, task) for task in tasks]
                wait(workers, return_when=FIRST_COMPLETED)
            finally:  # all is done, or one has failed, or by Ctrl-C: the others need not go on
                for task in tasks:
                    task.control.stop()
                with self._changed:
                    self._changed.notify_all()
        for worker in workers:
            worker.result()
        return self._known[start]

    def _work_on(self, root: Place, task: Task) -> None:
        with self._changed:
            while not (root.settled or task.control.stop_requested):
                way = self._way_to_work(root)
                if way is None:
                    self._changed.wait()
                    continue
                self._tell_way(way)
                try:
                    if not way[-1].settled:
                        self._look(way[-1], task)
                    for place in reversed(way):
                        self._update(place)
                finally:
                    self._changed.notify_all()

    def _way_to_work(self, place: Place) -> list[Place] | None:
        """Down to where the work goes on, or to what other ways have settled; or all is in work."""
        place.update()
        if place.settled:
            return [place]
        if not place.children:
            return None if place.in_work else [place]
        for child in place.worth_a_look():
            if way := None if child.settled else self._way_to_work(child):
                return [place, *way]
        return None

    def _update(self, place: Place) -> None:
        place.update()
        if place.settled:
            shown = (self._wanted, 1) if place.cost == SHOWN else (-1, self._wanted - 1)
            self._keep(place.position, shown)

    def _tell_way(self, way: list[Place]) -> None:
        if time.monotonic() > self._told + SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            told = [f"{p.position.moves_text()[-1:]} {p.cost:.3g}".strip() for p in way]
            print(f"{self._work}: {', '.join(told)}", flush=True)

    @property
    def _work(self) -> str:
        return f"{self.nodes / 1e6:,.1f} M nodes, {self.seconds:,.0f} s"

    def _place(self, position: d4.Position, expected: float) -> Place:
        """The same for all ways to a position; what is expected is the first player's value."""
        if position not in self._places:
            place = self._places[position] = Place(position, math.exp(-COST_BY_VALUE * expected))
            if position.outcome is not None:
                value = {0: 1, 1: -1, None: 0}[position.outcome.winner]
                self._known[position] = value, value
            self._settle(place)
        return self._places[position]

    def _look(self, place: Place, task: Task) -> None:
        """Settles it, or gives it children. Others go on meanwhile."""
        position = place.position
        # Whether they win is what the solver looks for first when they are to move; for a draw both
        # a win of the first player and none of the second will do.
        asked = self._wanted == 0 or position.turn == 0
        asked = asked and self._known.get(position) != NOTHING
        place.in_work = True
        self._changed.release()
        try:
            found, nodes = self._solved(position, task) if asked else (NOTHING, 0)
            hopes = {} if self._settles(found) else self._hopes_of(position, task)
        finally:
            self._changed.acquire()
            place.in_work = False
        self.nodes += nodes
        ended = task.control.stop_requested  # so nothing found says nothing of the position
        if asked and not (ended and found == NOTHING):
            self._keep(position, found)
        self._settle(place)
        if ended or place.settled:
            return
        if position not in self._hopes:
            self._hopes[position] = hopes
            self._note(position, list(hopes.items()))
        place.children = [self._place(position.play(c), v) for c, v in hopes.items()]

    def _hopes_of(self, position: d4.Position, task: Task) -> dict[int, float]:
        """The first player's value by column, as a tree search expects it."""
        if position in self._hopes:
            return self._hopes[position]
        first_playouts = FIRST_PLAYOUTS * self._playouts >> len(position.moves)
        guide = d4.agent("uct", playouts=max(self._playouts, first_playouts), seed=1)
        sign = 1 if position.turn == 0 else -1
        columns = guide.analyse(position, control=task.control).columns
        return {column: round(sign * columns[column].value, 3) for column in position.legal}

    def _settles(self, bounds: Bounds) -> bool:
        return bounds[0] >= self._wanted or bounds[1] < self._wanted

    def _settle(self, place: Place) -> None:
        """By what is known of it."""
        least, most = self._known.get(place.position, NOTHING)
        if least >= self._wanted:
            place.cost = SHOWN
        elif most < self._wanted:
            place.cost = REFUTED

    def _solved(self, position: d4.Position, task: Task) -> tuple[Bounds, int]:
        """What can be proven in time, and the nodes it took."""
        seconds = self._patience * max(LEAST_PLIES, len(position.moves)) ** 5
        try:
            found = task.solver.solve(
                position, weak=True, details=False, seconds=seconds, control=task.control
            )
        except d4.Unsolved as error:
            nodes, least, most = error.nodes, error.lower, error.upper
        else:
            nodes, least, most = found.nodes, found.value, found.value
        return ((least, most) if position.turn == 0 else (-most, -least)), nodes

    def _read(self, journal: Path, rules: d4.Rules) -> None:
        text = journal.read_text(encoding="utf-8") if journal.exists() else ""
        whole, _, _ = text.rpartition("\n")  # of a line that was cut short nothing is left
        beginning = json.dumps(rules.to_mapping())
        try:
            if not whole and not beginning.startswith(text):
                raise ValueError
            first, *lines = map(json.loads, whole.splitlines() or [beginning])
            of_this_game = d4.Rules.from_mapping(first) == rules
        except (ValueError, d4.RulesError):
            raise SystemExit(f"{journal} is no journal of a proof") from None
        if not of_this_game:
            raise SystemExit(f"{journal} is of another game")
        for text, *noted in lines:
            position = d4.Position.from_text(text, rules)
            if len(noted) == 1:
                self._hopes[position] = dict(noted[0])
            else:
                least, most, self.nodes, self._seconds_before = noted
                self._known[position] = least, most
        write_whole(journal, "".join(json.dumps(line) + "\n" for line in [first, *lines]).encode())

    def _keep(self, position: d4.Position, bounds: Bounds) -> None:
        before = self._known.get(position)
        if before is not None:
            bounds = max(bounds[0], before[0]), min(bounds[1], before[1])
        if bounds == before:
            return
        self._known[position] = bounds
        if bounds != NOTHING and len(position.moves) <= SHOWN_PLIES:
            name = position.moves_text() or "the empty board"
            print(f"{name}: {WORDS[bounds]} ({self._work} so far)", flush=True)
        self._note(position, *bounds, self.nodes, round(self.seconds, 2))

    def _note(self, position: d4.Position, *noted: object) -> None:
        if self._journal is not None:
            with self._journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps([position.to_text(), *noted]) + "\n")

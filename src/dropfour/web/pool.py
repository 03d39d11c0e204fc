"""A bounded pool of searches: so many at once, the rest wait in a queue that is fair to clients.

Everything here runs on the event loop but `Search.run`, which a thread runs; the search itself
is native code that lets go of the interpreter.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, zip_longest

from dropfour.agents import Agent, Analysis, Control
from dropfour.game import Position
from dropfour.web.refusals import busy
from dropfour.web.settings import Allowances


class Search:
    """One search: waiting, running, then ended; await `result()`."""

    def __init__(
        self,
        agent: Agent,
        position: Position,
        *,
        client: str,
        background: bool = False,
        endless: bool = False,
        progress: Callable[[Analysis], None] | None = None,
        queued: Callable[[int | None], None] | None = None,
    ) -> None:
        self.client = client
        self.background = background
        self.endless = endless  # until it is halted, whatever limit its agent has
        self.agent = agent
        self.running = False
        self.began_s = 0.0
        self.gives_way = False  # halted for another, to go on after it
        self.remembers = False  # its agent holds the memory of what it has done so far
        self._spent_s = 0.0  # in earlier turns, which are remembered
        self._position = position
        self._progress = progress
        self._queued = queued  # told how many are before it when that changes, None once it runs
        self._before: int | None = None
        self._control = Control()
        self._ended: asyncio.Future[Analysis | None] = asyncio.get_running_loop().create_future()
        self._leave_queue: Callable[[], None] | None = None

    @property
    def ended(self) -> bool:
        return self._ended.done()

    @property
    def halted(self) -> bool:
        return self._control.stop_requested

    async def result(self) -> Analysis | None:
        """What it found; None if it was halted before it began."""
        return await asyncio.shield(self._ended)

    def halt(self, *, gives_way: bool = False) -> None:
        """Ends it at once with what it has found so far, or only until others had their turn."""
        self.gives_way = gives_way and (self.gives_way or not self.halted)
        if self.halted:
            return
        self._control.stop()
        if not self.running and self._leave_queue:
            self._leave_queue()
            self.end(None)

    def renew(self) -> None:
        """After it gave way: it may go on."""
        self._control, self.gives_way = Control(), False

    def forget(self) -> None:
        """Gives the memory of its agent back; it will begin again from nothing."""
        self.agent.forget()
        self.remembers, self._spent_s = False, 0.0

    def end(self, found: Analysis | None, error: BaseException | None = None) -> None:
        """Ends the wait for its result."""
        if self._ended.done():
            return
        # They hold this search, and it its agent's memory: without them it is freed at once.
        self._progress = self._queued = None
        if error is None:
            self._ended.set_result(found)
        else:
            self._ended.set_exception(error)
            self._ended.exception()  # heard here, also if nobody waits for it any more

    def run(self) -> Analysis | None:
        """The work, in a thread."""
        if self.halted:
            return None
        watch = self._watch if self._progress else None
        if not self.endless:
            return self.agent.analyse(self._position, progress=watch, control=self._control)
        self.remembers = True
        found = self._in_all(
            self.agent.go_on(self._position, progress=watch, control=self._control)
        )
        self._spent_s = found.seconds
        return found

    def _in_all(self, found: Analysis) -> Analysis:
        return replace(found, seconds=found.seconds + self._spent_s)

    def tell_queued(self, before: int | None) -> None:
        """Tells who wants to know how many are before it; None if it runs."""
        if self._queued and before != self._before:
            self._queued(before)
        self._before = before

    def _watch(self, found: Analysis) -> None:
        if self._progress and not self.halted:
            self._progress(self._in_all(found))


class SearchPool:
    """At most `workers` searches at once, taken from the waiting clients in turn.

    An analysis keeps its place for `turn_seconds`, and on while nobody waits for one; when it has
    to go, what it has found by then is its result, but an endless one waits for its next turn. One
    place is kept for moves, which people wait for; where there is but one, the analysis in it gives
    it to a move at once and goes on after it.

    Of those that wait for their next turn `searches_kept` keep the memory of what they have found;
    the others begin again from nothing.
    """

    def __init__(self, *, workers: int, allowed: Allowances) -> None:
        assert allowed.search.seconds is not None
        self.workers = workers
        self._allowed = allowed
        self._longest_seconds = allowed.search.seconds + allowed.grace_seconds
        self._most_background = max(1, workers - 1)
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="search")
        self._queues: OrderedDict[str, deque[Search]] = OrderedDict()
        self._running: set[Search] = set()

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    def submit(self, search: Search) -> None:
        """Takes a search in, or refuses: too many of this client's, or of everybody's."""
        queue = self._queues.get(search.client, ())
        own = len(queue) + sum(other.client == search.client for other in self._running)
        if own >= self._allowed.searches_per_client:
            raise busy("You have too many searches running. Try again in a moment.")
        if self.waiting >= self._allowed.searches_waiting:
            raise busy("Too many searches are running. Try again in a moment.")
        self._enqueue(search)
        self._fill()
        self._rotate()
        self._tell_waiting()

    def _enqueue(self, search: Search) -> None:
        self._queues.setdefault(search.client, deque()).append(search)
        search._leave_queue = lambda: self._leave(search)

    async def close(self) -> None:
        """Ends everything."""
        everything = [*self._running, *(s for queue in self._queues.values() for s in queue)]
        for search in everything:
            search.halt()
        await asyncio.gather(*(s.result() for s in everything), return_exceptions=True)
        self._executor.shutdown(wait=False)

    def _fill(self) -> None:
        while len(self._running) < self.workers and (search := self._next()) is not None:
            self._start(search)

    def _rotate(self) -> None:
        """Ends analyses that have had their turn, the longest first, one for each that waits."""
        if self.workers == 1 and self._moves_wait():
            for search in self._running:
                if search.background:
                    search.halt(gives_way=True)
            return
        now_s = asyncio.get_running_loop().time()
        over = [
            search
            for search in self._running
            if search.background and now_s - search.began_s >= self._allowed.turn_seconds
        ]
        for search in sorted(over, key=lambda search: search.began_s)[: self.waiting]:
            search.halt(gives_way=search.endless)

    def _moves_wait(self) -> bool:
        return any(not search.background for queue in self._queues.values() for search in queue)

    def _kept(self) -> int:
        return sum(search.remembers for queue in self._queues.values() for search in queue)

    def _tell_waiting(self) -> None:
        """Tells those who want to know how many of their kind are before them."""
        # Places that are about to be free are as good as free: who gets one is not kept waiting.
        before = dict.fromkeys((True, False), 0)
        for search in self._running:
            before[search.background] -= search.halted
        for search in chain.from_iterable(zip_longest(*self._queues.values())):
            if search is None:
                continue
            if before[search.background] >= 0:
                search.tell_queued(before[search.background])
            before[search.background] += 1

    def _next(self) -> Search | None:
        """The first search that may run now of the client whose turn it is."""
        background = sum(search.background for search in self._running)
        most = 0 if self.workers == 1 and self._moves_wait() else self._most_background
        for client, queue in self._queues.items():
            for search in queue:
                if not search.background or background < most:
                    self._remove(search)
                    if client in self._queues:
                        self._queues.move_to_end(client)
                    return search
        return None

    def _leave(self, search: Search) -> None:
        self._remove(search)
        self._tell_waiting()

    def _remove(self, search: Search) -> None:
        queue = self._queues[search.client]
        queue.remove(search)
        search._leave_queue = None
        if not queue:
            del self._queues[search.client]

    def _start(self, search: Search) -> None:
        loop = asyncio.get_running_loop()
        search.running = True
        search.began_s = loop.time()
        search.tell_queued(None)
        self._running.add(search)
        alarms = [loop.call_later(self._allowed.turn_seconds, self._rotate)]
        if not search.endless:
            alarms.append(loop.call_later(self._longest_seconds, search.halt))
        work = loop.run_in_executor(self._executor, search.run)

        def finish(done: asyncio.Future[Analysis | None]) -> None:
            for alarm in alarms:
                alarm.cancel()
            self._running.discard(search)
            search.running = False
            error = None if done.cancelled() else done.exception()
            if search.gives_way and not error:
                search.renew()
                self._enqueue(search)
                if self._kept() > self._allowed.searches_kept:
                    search.forget()
            else:
                search.end(None if done.cancelled() or error else done.result(), error)
            self._fill()
            self._tell_waiting()

        work.add_done_callback(finish)

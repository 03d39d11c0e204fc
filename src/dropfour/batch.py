"""Many games at once, with arrays in and out: for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from dropfour import _native
from dropfour._arrays import need_numpy
from dropfour._settings import SEED, THREADS, Whole
from dropfour._validation import shown, whole_number
from dropfour.errors import IllegalMove, WrongSetting
from dropfour.game import PLANES, Position, check_plane_type
from dropfour.rules import Rules
from dropfour.variants import Source, load_rules, load_variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Autoreset: TypeAlias = Literal["off", "next_step", "same_step"]

MAX_SLOTS = 2**32
_GAMES = Whole("Games at once.", 1, "n", high=2**24)
_FIRST = Whole("The number of the first slot.", 0, "first", low=0, high=MAX_SLOTS - 2**24)
_BOARDS = Whole("Random boards of the game.", 1, "boards", high=2**16)
_SCALARS = {"turn": "u1", "banning": "?", "ended": "?", "result": "i1", "margin": "i2"}
_MOST_PLIES = 32 * 32


class Batch:
    """`n` games at once; `step` plays a move in each and writes into arrays.

    `rules` is a `Rules`, what `load_rules` takes, or several of either. The games begin at these
    boards in turn, or at `starts`, positions of any rules; `boards=k` are the first k random boards
    of a game that has some. `plies` random moves, or a number from `(least, most)` of them, come
    before each game.

    The arrays, an entry a game; `out` may bring those that are to be written into:

    - `legal[game, column]`, `turn` (0 or 1), `banning`: where the game stands.
    - `ended`, `result` (+1 the first player has won, -1 the second, else 0) and, with ending
      "full", `margin` (the first player's points less the second's): what the step has come to.
    - `planes[game, plane, row, column]` with `planes="uint8"` or `"float32"`, as the mover sees it:
      own discs, the other's, bans, landing cells, board, dead, bonus, and the board once more while
      a ban is being placed. The top row comes first. Boards of several sizes stand in the lower
      left corner of the largest.

    A game that has ended makes room for the next one of its slot: with `autoreset="same_step"` at
    once, so that `legal`, `turn`, `banning` and `planes` are of the new game; with "next_step" in
    the next step, whatever its column; with "off" when `reset` says so.

    Game `slot + 2**32 * round` draws from a random stream of the seed and this number. Threads
    change nothing, nor does a split: `Batch(rules, 4, first=4)` are the last four of eight.

    >>> batch = Batch("classic", 1000, seed=7)
    >>> columns = batch.random_columns()
    >>> for _ in range(100):
    ...     batch.step(batch.random_columns(columns))
    >>> int(batch.number(3) >> 32), batch.planes is None  # the round, and no planes were asked for
    (4, True)
    """

    legal: npt.NDArray[np.bool_]
    turn: npt.NDArray[np.uint8]
    banning: npt.NDArray[np.bool_]
    ended: npt.NDArray[np.bool_]
    result: npt.NDArray[np.int8]
    margin: npt.NDArray[np.int16] | None
    planes: npt.NDArray[Any] | None

    def __init__(
        self,
        rules: Rules | Source | Sequence[Rules | Source] | None = None,
        n: int = 1,
        *,
        starts: Iterable[Position] | None = None,
        boards: int | None = None,
        plies: int | tuple[int, int] = 0,
        planes: str | None = None,
        autoreset: Autoreset = "same_step",
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
        out: Mapping[str, Any] | None = None,
    ) -> None:
        need_numpy()
        if autoreset not in get_args(Autoreset):
            names = ", ".join(get_args(Autoreset))
            raise WrongSetting(f"autoreset must be one of {names}, not {shown(autoreset)}")
        self.starts = _starts(rules, starts, boards)
        least, most = _span(plies)
        self._seed = SEED.check(seed)
        self._n = _GAMES.check(n)
        self.autoreset: Autoreset = autoreset
        self._native = _native.Batch(
            self.starts,
            self._n,
            seed=self._seed,
            first_slot=_FIRST.check(first),
            threads=THREADS.check(threads),
            autoreset=autoreset,
            least_plies=least,
            most_plies=most,
        )
        self.rows, self.columns = self._native.rows, self._native.columns
        if out is not None and not isinstance(out, Mapping):
            raise WrongSetting(f"out must be a mapping of arrays by name, not {shown(out)}")
        self._attach(planes, dict(out or {}))

    def _attach(self, planes: str | None, out: dict[str, Any]) -> None:
        import numpy as np

        wanted: dict[str, tuple[str, tuple[int, ...]]] = {
            "legal": ("?", (self._n, self.columns)),
            **{name: (kind, (self._n,)) for name, kind in _SCALARS.items()},
        }
        if not any(start.rules.ending == "full" for start in self.starts):
            del wanted["margin"]
        if planes is None and "planes" in out:
            planes = np.asarray(out["planes"]).dtype.name
        if planes is not None:
            check_plane_type(planes)
            wanted["planes"] = (planes, (self._n, len(PLANES), self.rows, self.columns))
        if unknown := out.keys() - wanted.keys():
            raise WrongSetting(f"out: this batch has no array {shown(min(unknown))}")
        self.margin = self.planes = None
        arrays = {}
        for name, (kind, shape) in wanted.items():
            arrays[name] = np.zeros(shape, kind)
            if name in out:
                arrays[name] = _fitting(np.asarray(out[name]), name, np.dtype(kind), shape)
            setattr(self, name, arrays[name])
        for one, other in combinations(sorted(arrays.keys() & out.keys()), 2):
            if np.may_share_memory(arrays[one], arrays[other]):
                raise WrongSetting(f"out: {one} and {other} share memory")
        self._native.attach(arrays)

    def __len__(self) -> int:
        return self._n

    def step(self, columns: npt.ArrayLike) -> None:
        """Plays a column in every game; -1 leaves a game as it is.

        If one is illegal, `IllegalMove` says which and no game has moved. Arrays of int8, int32 and
        int64 are read as they are, others are converted.
        """
        given = self._whole(columns)
        illegal = self._native.step(given)
        if illegal < self._n:
            column = int(given[illegal])
            raise IllegalMove(f"game {illegal}: {self.position(illegal)._why_not(column)}")

    def random_columns(
        self,
        columns: npt.NDArray[np.signedinteger[Any]] | None = None,
        *,
        mask: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.signedinteger[Any]]:
        """A random legal column of every game, or of those in `mask`, written into `columns`.

        It is -1 where there is none, and for games that are not in the mask, which draw nothing.
        """
        import numpy as np

        drawn = np.empty(self._n, np.int64) if columns is None else columns
        if self._whole(drawn) is not drawn or not drawn.flags.writeable:
            raise WrongSetting("columns must be int8, int32 or int64, without gaps, not read-only")
        self._native.random_columns(drawn, self._mask(mask))
        return drawn

    def reset(
        self, mask: npt.ArrayLike | None = None, *, seed: npt.ArrayLike | None = None
    ) -> None:
        """Begins the next game of every slot, or of those in `mask`.

        With a seed, or one for each slot, it is the first game of the slot once more.
        """
        import numpy as np

        seeds = None
        if seed is not None:
            each = np.asarray(seed)
            if each.dtype.kind not in "iu" or each.shape not in ((), (self._n,)):
                raise WrongSetting(f"seed must be a whole number, or {self._n} of them")
            seeds = np.ascontiguousarray(np.broadcast_to(each.astype(np.uint64), self._n))
        self._native.reset(self._mask(mask), seeds)

    def position(self, game: int) -> Position:
        """The position of a game, without history.

        With `autoreset="same_step"` this is never one that has ended.
        """
        start, state = self._native.state(self._slot(game))
        return Position._of(state, self.starts[start].rules)

    def number(self, game: int) -> int:
        """The number of the game that a slot is playing."""
        return self._native.number_of(self._slot(game))

    def _slot(self, game: int) -> int:
        if not 0 <= game < self._n:
            raise IndexError(f"there is no game {game}, only 0 to {self._n - 1}")
        return game

    def _mask(self, mask: npt.ArrayLike | None) -> npt.NDArray[np.bool_] | None:
        import numpy as np

        if mask is None:
            return None
        chosen = np.ascontiguousarray(mask, np.bool_)
        if chosen.shape != (self._n,):
            raise WrongSetting(f"mask must have one entry for each of the {self._n} games")
        return chosen

    def _whole(self, columns: npt.ArrayLike) -> npt.NDArray[Any]:
        import numpy as np

        try:
            given = np.asarray(columns)
        except ValueError:  # lists of several lengths
            given = np.empty(0)
        if given.shape != (self._n,):
            raise WrongSetting(f"columns must be {self._n} numbers, one for each game")
        if given.dtype.kind not in "iu":
            raise WrongSetting(f"columns must be whole numbers, not {given.dtype}")
        flags = given.flags
        if given.dtype.char in "bilq" and given.dtype.isnative and flags.c_contiguous:
            return given if flags.aligned else given.copy()
        if given.dtype == np.uint64:  # whose largest numbers would be read as negative ones
            given = np.minimum(given, np.uint64(2**62))
        return np.ascontiguousarray(given, np.int64)

    def __repr__(self) -> str:
        shape = f"{self.columns} × {self.rows}"
        return f"<Batch of {self._n} games on {shape}, seed {self._seed}>"


def _starts(
    rules: object, starts: Iterable[Position] | None, boards: int | None
) -> tuple[Position, ...]:
    """The positions that games begin at."""
    if starts is not None:
        if rules is not None or boards is not None:
            raise WrongSetting("starts have rules: give the one or the other")
        starts = as_positions(starts, "starts")
        if not starts:
            raise WrongSetting("starts: at least one position is needed")
        if over := [i for i, start in enumerate(starts) if start.outcome is not None]:
            raise WrongSetting(f"starts: the game is over in position {over[0]}")
        return starts
    if rules is None:
        raise WrongSetting("a batch needs rules, or positions to start from")
    given = rules if isinstance(rules, list | tuple) else (rules,)
    if not given:
        raise WrongSetting("rules: at least one game is needed")
    if boards is not None:
        seeds = range(_BOARDS.check(boards))
        drawn = [load_variant(each).draw(seed) for each in given for seed in seeds]
    else:
        drawn = [each if isinstance(each, Rules) else load_rules(each) for each in given]
    return tuple(map(Position, drawn))


def as_positions(given: object, name: str) -> tuple[Position, ...]:
    """What is given, if it is some positions."""
    found = tuple(given) if isinstance(given, Iterable) else (None,)
    if not all(isinstance(each, Position) for each in found):
        raise WrongSetting(f"{name}: positions are needed, and nothing else")
    return found


def _span(plies: object) -> tuple[int, int]:
    pair = plies if isinstance(plies, tuple) else (plies, plies)
    numbers = [whole_number(number) for number in pair]
    if len(numbers) == 2 and None not in numbers:
        least, most = numbers
        if least is not None and most is not None and 0 <= least <= most <= _MOST_PLIES:
            return least, most
    raise WrongSetting(f"plies must be a number, or the least and the most, not {shown(plies)}")


def _fitting(
    array: npt.NDArray[Any], name: str, kind: np.dtype[Any], shape: tuple[int, ...]
) -> npt.NDArray[Any]:
    """The array, if games can be written into it."""
    same = array.dtype == kind or {array.dtype.name, kind.name} <= {"bool", "uint8"}
    if not same or array.shape != shape:
        wanted = f"{kind.name} of shape {shape}"
        raise WrongSetting(f"out: {name} must be {wanted}, not {array.dtype} {array.shape}")
    if not array.flags.carray:
        raise WrongSetting(f"out: {name} must be without gaps and not read-only")
    return array

"""The widget as Python sees it: moves, answers, analysis, faults in words; without a browser."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any, ClassVar

import pytest

import dropfour as d4
from dropfour.agents import Agent, Analysis, ColumnAnalysis, Control
from dropfour.agents.base import OnReport
from dropfour.notebook import widget
from dropfour.notebook.widget import HUMAN, BoardWidget

LATE = "DDDDDCCCEEBGBGGA"  # proven in an instant


class Scripted(Agent):
    """Plays a column once it may; one that is full if told so."""

    name = "scripted"
    title = "Somebody's agent"
    about = "Waits."
    column: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.may = threading.Event()
        self.asked = 0

    def _search(self, position: d4.Position, control: Control, progress: OnReport | None) -> Any:
        self.asked += 1
        while not self.may.wait(0.005):
            if control.stop_requested:
                break
        tried = ColumnAnalysis(column=self.column, value=0.0)
        return Analysis(move=self.column, columns={self.column: tried})


class Wrong(Scripted):
    column = 9


def press(shown: BoardWidget, *message: object) -> None:
    """As a front end says it."""
    data = {"method": "custom", "content": list(message)}
    shown._handle_msg({"content": {"data": data}, "buffers": []})


def state(shown: BoardWidget, key: str) -> Any:
    return shown.get_state(key)[key]


def test_a_press_is_a_move_and_the_computer_answers() -> None:
    shown = d4.play("classic", level=2, seed=1)
    seen: list[str] = []
    shown.observe(lambda change: seen.append(change["new"].moves_text()), "position")
    press(shown, "play", 3)
    shown.wait()
    assert len(shown.position.moves) == 2 and shown.position.moves[0] == 3
    assert seen == ["D", shown.position.moves_text()]
    assert state(shown, "position")["snapshot"]["ply"] == 2
    assert not shown.thinking and shown.message == ""


def test_the_same_seed_plays_alike() -> None:
    games = [d4.play("square", level=1, seed=3) for _ in range(2)]
    for game in games:
        for _ in range(2):
            game.play(game.position.legal[0])
            game.wait()
    assert games[0].position == games[1].position


def test_nobody_waits_while_the_computer_thinks() -> None:
    agent = Scripted()
    shown = d4.play("classic", against=agent)
    shown.play("D")  # returns though the agent waits
    assert shown.thinking and state(shown, "players") == [HUMAN, "Somebody's agent"]
    press(shown, "play", 4)
    assert shown.message == "it is the computer's turn"
    agent.may.set()
    shown.wait()
    assert shown.position.moves_text() == "DA" and not shown.thinking


def test_an_answer_to_what_was_taken_back_does_not_come() -> None:
    agent = Scripted()
    shown = d4.play("classic", against=agent)
    shown.play("D")
    press(shown, "undo")
    assert shown.position.moves == () and not shown.thinking
    agent.may.set()
    shown._answer.wait(None)
    assert shown.position.moves == ()


def test_bans_are_answered_in_full() -> None:
    rules = d4.Rules.grid(rows=4, columns=4, bonus=["A1"])
    shown = d4.play(rules, against=Scripted(), side=1)
    assert isinstance(shown._opponent, Scripted)
    shown._opponent.may.set()
    shown.wait()
    assert shown.position.moves_text() == "A!A" and shown._opponent.asked == 2


def test_take_back_goes_to_where_a_person_is_to_move() -> None:
    shown = d4.play("classic", level=1, seed=1, side=1)
    shown.wait()
    assert len(shown.position.moves) == 1
    shown.play("D")
    shown.wait()
    press(shown, "undo")
    assert len(shown.position.moves) == 1
    press(shown, "undo")
    assert shown.message == "there is no move of yours to take back"


def test_swapped_sides_and_a_new_game() -> None:
    shown = d4.play("classic", level=1, seed=1)
    press(shown, "swap")
    shown.wait()
    assert len(shown.position.moves) == 1
    shown.play("D")
    shown.wait()
    press(shown, "restart")
    shown.wait()
    assert len(shown.position.moves) == 1


@pytest.mark.parametrize(
    ("game", "column", "said"),
    [
        ("AAAAAA", 0, "column A is full"),
        ("AAAAAA", 9, "there is no column J, only A to G"),
        ("ABABABA", 3, "the game is over"),
    ],
)
def test_an_illegal_press_is_said_in_words(game: str, column: int, said: str) -> None:
    shown = d4.show(game)
    press(shown, "play", column)
    assert state(shown, "message") == said and shown.position.moves_text() == game
    with pytest.raises(d4.IllegalMove, match=said):
        shown.play(column)
    if shown.position.outcome is None:
        press(shown, "play", 1)
        assert shown.message == ""


@pytest.mark.parametrize("message", [[], ["undo", 1, 2], ["play", {}], ["close"], ["step", "x"]])
def test_nonsense_from_a_front_end_changes_nothing(message: list[object]) -> None:
    shown = d4.show("DD")
    press(shown, *message)
    assert shown.position.moves_text() == "DD"


def test_an_agent_that_fails_is_told_of() -> None:
    agent = Wrong()
    agent.may.set()
    shown = d4.play("classic", against=agent)
    shown.play("D")
    shown.wait()
    assert shown.message == "the computer found no move: there is no column J, only A to G"
    assert not shown.thinking


def test_a_game_is_stepped_through() -> None:
    shown = d4.show("classic; DDEC")
    press(shown, "step", -100)
    assert (shown.position.moves_text(), shown.ahead) == ("", 4)
    press(shown, "step", 1)
    press(shown, "play", 3)  # what was played here
    assert (shown.position.moves_text(), shown.ahead) == ("DD", 2)
    press(shown, "step", 100)
    assert (shown.position.moves_text(), shown.ahead) == ("DDEC", 0)
    press(shown, "step", -2)
    press(shown, "play", 0)  # something else
    assert (shown.position.moves_text(), shown.ahead) == ("DDA", 0)


def test_a_position_of_python_is_shown_whatever_its_rules() -> None:
    shown = d4.play("classic", level=1, seed=1)
    rules = d4.Rules.grid(rows=3, columns=3, goal=d4.Line(3))
    shown.position = d4.Position.from_moves("A", rules)
    shown.wait()
    assert len(shown.position.moves) == 2
    assert state(shown, "position")["info"]["board"]["heights"] == (3, 3, 3)


def test_the_analysis_is_exact_and_follows_the_board() -> None:
    shown = d4.show(LATE, analyse=True)
    shown.wait()
    assert shown.analysis is not None and shown.analysis.exact is not None
    solution = d4.solve(shown.position)
    assert shown.analysis.exact.value == solution.value
    assert shown.analysis.exact.plies == solution.plies
    assert {c["exact"]["value"] for c in state(shown, "analysis")["columns"]} == {-1}
    shown.play("C")
    shown.wait()
    assert shown.analysis.exact.value == 1
    shown.analysing = False
    assert shown.analysis is None and state(shown, "analysis") is None


def test_an_analysis_of_another_position_is_not_shown() -> None:
    shown = d4.show("AAAAAA")
    shown.analysis = d4.agent("greedy").analyse(shown.position.undo())
    assert state(shown, "analysis") is None


def test_an_analysis_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget, "ANALYSIS_SECONDS", 0.2)
    shown = d4.show("plain", analyse=True)  # a board that nobody proves
    seen: list[Any] = []
    shown.observe(lambda change: seen.append(change["new"]), "analysis")
    shown.wait()
    assert seen and not shown.searching and not state(shown, "analysis")["columns"][0]["exact"]


def test_a_line_is_unfolded_and_walked() -> None:
    shown = d4.show(LATE)
    sent: list[Any] = []
    shown.send = sent.append
    press(shown, "unfold", 2, 3)
    assert [move["last"]["cell"] for move in sent[0]["line"]] == [(2, 3), (3, 5)]
    press(shown, "walk", 2, 3)
    assert shown.position.moves_text() == LATE + "CD"
    game = d4.play("classic", level=1)
    press(game, "walk", 2, 3)
    assert game.position.moves == () and "your own moves" in game.message


def test_the_play_after_a_column_is_found_where_only_its_result_is_known() -> None:
    shown = d4.show("classic", analyse=True)  # the book has results alone
    shown.wait()
    sent: list[Any] = []
    shown.send = sent.append
    press(shown, "unfold", 3)
    shown._look_on.wait(None)
    assert [len(message["line"]) > 1 for message in sent] == [False, True]
    assert all(message["column"] == 3 for message in sent)


def test_close_ends_what_it_thinks() -> None:
    agent = Scripted()
    shown = d4.play("classic", against=agent)
    shown.play("D")
    shown.close()
    shown._answer.wait(30)
    assert shown.position.moves_text() == "D"


def test_whatever_says_a_game_is_shown() -> None:
    position = d4.Position.from_moves("DD", d4.load_rules("square"))
    assert d4.show(position).position is position
    assert d4.show("square; DD").position == position
    assert d4.show(position.rules).position == d4.Position(position.rules)
    assert d4.show("bonus").position.rules.bonus
    assert d4.play({"rows": 4, "columns": 5}).position.rules == d4.Rules.grid(rows=4, columns=5)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"against": "oracle"}, "there is no agent 'oracle'"),
        ({"against": 5}, "against must be an agent or its name, not 5"),
        ({"against": "uct", "level": 3}, "a level is for auto alone, not for uct"),
        ({"level": 11}, "level"),
        ({"side": 2}, "side must be 0 or 1, not 2"),
        ({"rules": 5}, "a board shows a position, a game or rules, not 5"),
        ({"rules": "clasic"}, "no game is called 'clasic' \\(did you mean 'classic'"),
    ],
)
def test_what_cannot_be_played_is_said(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(d4.DropfourError, match=said):
        d4.play(**settings)


@pytest.mark.parametrize(
    ("text", "said"), [("clasic", "did you mean 'classic'"), ("DDH", "line 1, column 3: unknown")]
)
def test_what_cannot_be_shown_is_said(text: str, said: str) -> None:
    with pytest.raises(d4.DropfourError, match=said):
        d4.show(text)


def test_the_opponent_is_told_what_was_asked() -> None:
    assert d4.play(level=7).players == [HUMAN, "auto:level=7"]
    assert d4.play(against="auto:seconds=2").players == [HUMAN, "auto:seconds=2"]
    assert d4.play(against="uct:playouts=50", side=1, level=5).players[0] == "uct:playouts=50"


def test_readers_without_widgets_get_a_picture() -> None:
    data, _ = d4.show("DD")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")


THINKING = """
import dropfour as d4
game = d4.play("plain", against="uct:seconds=600", analyse=True)
game.play("D")
while game.analysis is None:
    pass
"""


def test_python_ends_whatever_is_thought_about() -> None:
    run = subprocess.run([sys.executable, "-c", THINKING], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


WITHOUT = """
import sys
sys.modules["anywidget"] = sys.modules["ipywidgets"] = None
import dropfour as d4
p = d4.Position(d4.load_rules("classic")).play("D")
assert p._repr_svg_().startswith("<svg")
try:
    d4.show(p)
except d4.DropfourError as error:
    print(error)
"""


def test_without_the_extra_positions_are_pictures() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert run.stdout.startswith("the board needs anywidget: pip install 'dropfour[notebook]'")


def test_the_import_brings_no_widgets() -> None:
    code = "import sys, dropfour; print({'anywidget', 'IPython', 'traitlets'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout == "set()\n"

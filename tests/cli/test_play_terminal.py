"""`dropfour play` at a real pseudo-terminal: whole games, mistakes, and leaving half-way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dropfour.game import Position
from dropfour.replay import replay
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names
from tests.cli.terminal import THINKER, Terminal, any_column, record_in

TWO_PEOPLE = ("--x", "human", "--o", "human")


def _result_fits(said: str, position: Position) -> bool:
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return "Draw" in said
    return f"{'XO'[outcome.winner]} (human) wins" in said


@pytest.mark.parametrize("preset", preset_names())
def test_two_people_play_a_whole_game(preset: str, tmp_path: Path) -> None:
    game = Terminal(tmp_path, preset, *TWO_PEOPLE)
    said, answers = game.play_to_the_end(any_column(seed=5))
    end = replay(record_in(said))
    assert game.status == 0
    assert end.rules == load_rules(preset)
    assert end.moves_text().replace("!", "") == "".join(answers).upper()
    assert _result_fits(said, end)
    assert not list(tmp_path.rglob("*.game")), "a finished game must leave the shelf"


@pytest.mark.parametrize("preset", preset_names())
def test_a_person_plays_the_computer(preset: str, tmp_path: Path) -> None:
    game = Terminal(tmp_path, preset, "--o", f"{THINKER}:playouts=50", "--seed", "1")
    said, answers = game.play_to_the_end(any_column(seed=6))
    end = replay(record_in(said))
    outcome = end.outcome
    assert outcome is not None
    assert game.status == 0
    assert len(end.moves) > len(answers)
    assert ("You win" in said) == (outcome.winner == 0)
    assert (f"O ({THINKER}:playouts=50) wins" in said) == (outcome.winner == 1)
    if end.rules.ending == "full":
        high, low = sorted(outcome.scores, reverse=True)
        assert f"by {high} points to {low}" in said or "equal points" in said


def test_the_winning_cells_and_the_last_move_are_marked(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *TWO_PEOPLE)
    game.prompt()
    for move in "dcdcd":
        said = game.say(move)
    assert "(X)" in said and "last move: D3" in said
    game.type("d")  # O stands in the way
    game.prompt()
    for move in "ebf":
        said = game.say(move)
    game.type("b")
    game.prompt()
    game.type("g")
    said = game.close()
    assert "|[X]|[X]|[X]|[X]|" in said
    assert "X (human) wins with a line of 4: D1 E1 F1 G1." in said


def test_wrong_input_is_explained_and_loses_nothing(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--rows", "2", "--columns", "3", *TWO_PEOPLE)
    game.prompt()
    game.say("a")
    game.say("a")
    for line, answer in (
        ("", "type a column (B-C), or help"),
        ("a", "column A is full"),
        ("D", "there is no column D, only A to C"),
        ("7", "columns are letters, A to C"),
        ("b1", "only the column, please: B"),
        ("hnit", "did you mean hint?"),
        ("what now", "help lists the commands"),
        ("é", "'é' is neither a column"),
        ("x" * 500, "xxx…' is neither a column"),
        ("save", "which file? Type save FILE"),
        ("quit now", "quit stands alone"),
        ("undo none", "how many moves?"),
        ("undo 3", "there is no move to take back"),
        ("load /nowhere/game", "'/nowhere/game' cannot be read: No such file or directory"),
        ("save /nowhere/game", "'/nowhere/game' cannot be written: No such file or directory"),
        (f"save {tmp_path}", "is not a file"),
    ):
        assert answer in game.say(line), line
    assert "AA\n" in game.say("moves")


def test_undo_takes_the_computers_answer_back_too(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--o", "random")
    game.prompt()
    game.say("d")
    game.say("e")
    assert re.search(r"\nD[A-G]\nRecord", game.say("undo") and game.say("moves"))
    game.say("f")
    assert "no move has been made" in (game.say("undo 2") and game.say("moves"))
    assert "there is no move to take back" in game.say("undo")


def test_hint_table_and_help(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--o", f"{THINKER}:playouts=200", "--x", "human")
    game.prompt()
    hint = game.say("HINT")
    assert re.search(r"I would play [A-G]", hint)
    table = game.say("table")
    assert "column" in table and len(re.findall(r"^[A-G] ", table, re.MULTILINE)) == 7
    assert "save FILE" in game.say("help") and "save FILE" in game.say("?")


def test_a_ban_is_asked_for(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "bonus", *TWO_PEOPLE)
    game.prompt()
    for move in "eee":
        game.say(move)
    assert game.turn() == "X", "the player who took the bonus places the ban"
    said = game.say("a")
    assert "a ban: belongs to nobody" in said
    assert game.turn() == "O"
    assert "EEE!A" in game.say("moves")


def test_thinking_shows_progress_and_the_favourite(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--o", f"{THINKER}:seconds=0.6")
    game.prompt()
    said = game.say("d")
    assert re.search(rf"O \({THINKER}\) thinks .* \d+%  favourite [A-G]", said)
    assert re.search(r"O plays [A-G] .*\d\.\d+ s", said)


def test_save_and_load(tmp_path: Path) -> None:
    saved = tmp_path / "my game"
    game = Terminal(tmp_path, "irregular", *TWO_PEOPLE)
    game.prompt()
    game.say("d")
    assert f"dropfour play --load '{saved}'" in game.say(f"save {saved}")
    game.say("e")
    assert "Loaded" in game.say(f"load {saved}")
    assert game.turn() == "O"
    assert "irregular; D\n" in game.say("moves")
    (tmp_path / "letter").write_text("Dear Alice\n")
    assert "is no saved game" in game.say(f"save {tmp_path / 'letter'}")
    assert (tmp_path / "letter").read_text() == "Dear Alice\n"
    assert "expected ';' after the rules" in game.say(f"load {tmp_path / 'letter'}")
    game.interrupt()

    again = Terminal(tmp_path, "--load", str(saved))
    again.prompt()
    assert "dropfour play --resume" in again.end_input(), "it is kept though no move was made"
    other = Terminal(tmp_path, "--load", str(saved), "--o", "random")
    other.prompt()
    assert re.search(r"irregular; D[A-I]\n", other.say("moves"))


@pytest.mark.parametrize("way", ["quit", "interrupt", "end", "kill"])
def test_a_game_left_half_way_is_resumed(way: str, tmp_path: Path) -> None:
    game = Terminal(tmp_path, "bonus", "--x", "human", "--o", "human", "--first", "o")
    game.prompt()
    for move in "eee":
        game.say(move)
    if way == "kill":
        game.kill()
    else:
        if way == "quit":
            game.type("quit")
            said = game.close()
        else:
            said = game.interrupt() if way == "interrupt" else game.end_input()
        assert "dropfour play --resume" in said
        assert game.status == 0
    again = Terminal(tmp_path, "--resume")
    assert "O  human  <- drops a ban" in again.prompt()
    assert "bonus; -/-/-/-/-/-/- O; EEE\n" in again.say("moves")
    again.say("a")
    assert "EEE!A\n" in again.say("moves")


def test_an_untouched_game_is_not_kept(tmp_path: Path) -> None:
    game = Terminal(tmp_path)
    game.prompt()
    assert "nothing to save" in game.end_input()
    assert not list(tmp_path.rglob("*.game"))
    nothing = Terminal(tmp_path, "--resume")
    assert "there is no unfinished game" in nothing.close()
    assert nothing.status == 2


def test_a_new_game_does_not_push_an_unfinished_one_off_the_shelf(tmp_path: Path) -> None:
    for move in "ab":
        game = Terminal(tmp_path, *TWO_PEOPLE)
        game.prompt()
        game.say(move)
        game.kill()
    newest = Terminal(tmp_path, "--resume")
    newest.prompt()
    newest.type("undo")
    newest.prompt()
    newest.end_input()  # no move is left in it
    older = Terminal(tmp_path, "--resume")
    older.prompt()
    assert "classic; A\n" in older.say("moves")


def test_a_computer_thinking_can_be_interrupted(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--o", f"{THINKER}:seconds=60")
    game.prompt()
    game.type("d")
    game.expect("thinks")
    assert "dropfour play --resume" in game.interrupt()
    assert game.status == 0
    again = Terminal(tmp_path, "--resume", "--o", "random")
    again.prompt()
    assert re.search(r"classic; D[A-G]\n", again.say("moves"))


def test_a_shelf_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "dropfour").write_text("a file where the folder should be")
    game = Terminal(tmp_path, *TWO_PEOPLE)
    game.prompt()
    assert "The game is not being saved" in game.say("d")
    assert "not being saved" not in game.say("e")
    assert "Record: classic; DE\n" in game.end_input()


def test_colours_and_no_colours(tmp_path: Path) -> None:
    coloured = re.compile(r"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|38|48)\b")
    with_colour = Terminal(tmp_path, "irregular", "--o", "random")
    with_colour.prompt()
    with_colour.say("d")
    assert coloured.search(with_colour.raw)
    without = Terminal(tmp_path, "irregular", "--o", "random", NO_COLOR="1")
    without.prompt()
    assert "(O)" in without.say("d")
    assert not coloured.search(without.raw)


def test_the_widest_board_fits_into_80_columns(tmp_path: Path) -> None:
    board = ("--rows", "32", "--columns", "32", "--dead", "C3 AF1", "--blocked", "AA1")
    game = Terminal(tmp_path, *board, *TWO_PEOPLE)
    said = game.prompt() + game.say("af") + game.say("aa")
    assert max(map(len, said.splitlines())) <= 80
    assert "(O)" in said and "last move: AA2" in said
    assert len(game.columns()) == 32


def test_the_setup_dialogue_takes_the_one_line_set_up(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--setup")
    for answer in ("7 6 6 5 7 6 7 5 7 D3 G2", "human", "random:seed=3", "o"):
        game.expect(r"\] $")
        game.type(answer)
    game.prompt()
    rules = Rules(heights=[7, 6, 6, 5, 7, 6, 7, 5, 7], dead=["D3", "G2"])
    assert rules == load_rules("irregular")
    assert re.search(r"irregular; [-/]+ O; [A-I]\n", game.say("moves"))


def test_the_setup_dialogue_explains_mistakes_and_asks_again(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--setup", "--first", "x")
    for answer, question in (
        ("12", "this game has 6 to 11 columns"),
        ("7 6 6 D3 E1", "dead cell D3 is not on the board"),
        ("7 6 6 5 A3 B1", "4 columns, this game has 6 to 11"),
        ("7 6 6 5 7 6 D3", "1 dead cell, this game has exactly 2"),
        ("7 6 6 5 7 6 D3 D3", "dead cell D3 is there twice"),
        ("6", "Heights of the 6 columns"),
        ("4 x", "'x' is not a height: heights are whole numbers from 1 to 32"),
        ("4 4", "there are 6 columns, but 2 heights"),
        ("4 4 4 4 4 99", "must be 1 to 32"),
        ("4", "dead cells"),
        ("A9 B1", "dead cell A9 is not on the board"),
        ("A1 B1", "Who plays X"),
        ("somebody", "there is no player 'somebody'"),
        ("", "Who plays O"),
        ("uct:depth=3", "uct has no setting 'depth'"),
        ("uct", "Effort of O: playouts a move, or seconds=1"),
        ("0", "must be a whole number from 1"),
        ("depth=3", "uct has no setting 'depth'"),
        ("seed=3", "seed=3: that is no effort"),
    ):
        game.expect(r"[\]:?] $")
        game.type(answer)
        game.expect(re.escape(question))
    game.expect(r"\] $")
    game.type("80")
    said = game.prompt()
    assert "6 columns, 4 rows" in said
    assert ".  dead" in said


def test_the_setup_dialogue_asks_for_an_effort_that_the_player_knows(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--setup", "--first", "o")
    for answer, question in (
        ("", "Who plays X"),
        ("alphabeta", "Effort of X: nodes, depth or seconds"),
        ("500", "500 what? Type nodes, depth or seconds, such as seconds=1"),
        ("depth=2", "Who plays O"),
    ):
        game.expect(r"[\]:?] $")
        game.type(answer)
        game.expect(re.escape(question))
    game.expect(r"\] $")
    game.type("human")
    assert "X  alphabeta:depth=2" in game.prompt()


def test_the_setup_dialogue_names_the_levels_of_a_player_that_has_them(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--setup", "--first", "x", "--x", "human")
    for answer, question in (
        ("", "Who plays O"),
        ("auto", "Effort of O: playouts a move, level=3, or seconds=1"),
    ):
        game.expect(r"[\]:?] $")
        game.type(answer)
        game.expect(re.escape(question))
    game.expect(r"\] $")
    game.type("level=3")
    assert "O  auto:level=3" in game.prompt()


def test_a_person_plays_several_games_one_after_the_other(tmp_path: Path) -> None:
    options = ("--o", "random", "--random", "--seed", "3", "--games", "2", "--goal", "line:1")
    game = Terminal(tmp_path, *options)
    assert "10 columns, 5 rows" in game.prompt()
    game.type("d")
    said = game.close()
    assert "You win" in said and "12 columns, 7 rows" in said
    assert "O (random) wins" in said  # who begins the second, in which one disc wins


def test_the_setup_dialogue_lets_several_games_alternate(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--setup", "--games", "2", "--x", "random", "--o", "random")
    for answer, question in (
        ("", "Who starts, X, O or alternate"),
        ("or", "type X, O or alternate"),
    ):
        game.expect(r"\] $")
        game.type(answer)
        game.expect(re.escape(question))
    game.expect(r"\] $")
    game.type("")
    game.expect("(?s)X began.*O began.*2 games")


def test_leaving_the_dialogue_is_clean(tmp_path: Path) -> None:
    game = Terminal(tmp_path, "--setup")
    game.expect(r"\] $")
    assert "Bye" in game.interrupt()
    assert game.status == 0

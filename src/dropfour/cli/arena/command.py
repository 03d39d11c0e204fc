"""`dropfour arena`: experiments between players, their reports, and checks of programs."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dropfour._settings import MOST, SECONDS
from dropfour._words import counted
from dropfour.cli.options import reader, whole
from dropfour.errors import DropfourError
from dropfour.files import label, write_whole

if TYPE_CHECKING:
    from dropfour.arena import Experiment, Results
    from dropfour.arena.report import Summary
    from dropfour.arena.storage import Storage

STATUS_FAULTS = 1
_DATABASE = "DROPFOUR_ARENA"
_MOST_WORKERS = 1024


def main(arguments: Sequence[str]) -> int:
    """Run the command; status 1 means that a checked file or program has faults."""
    options = _parser().parse_args(arguments)
    actions = {
        "check": _check,
        "run": _run,
        "report": _report,
        "replay": _replay,
        "check-player": _check_player,
    }
    try:
        return actions[options.action](options)
    except ModuleNotFoundError as error:
        raise DropfourError(f"the arena needs: pip install 'dropfour[arena]' ({error})") from None


def _check(options: argparse.Namespace) -> int:
    from dropfour.arena import Experiment, ExperimentError, NoExperiment
    from dropfour.arena.players import command_faults
    from dropfour.cli.arena.explain import explain

    try:
        experiment = Experiment.load(options.file)
    except NoExperiment:
        raise
    except ExperimentError as error:
        print("\n".join(error.faults))
        return STATUS_FAULTS
    if faults := command_faults(experiment):
        print("\n".join(f"{options.file}: {fault}" for fault in faults))
        return STATUS_FAULTS
    print(explain(experiment, measure=not options.quick))
    return 0


def _run(options: argparse.Namespace) -> int:
    from dropfour.arena import Experiment, ExperimentError
    from dropfour.arena.executors import open_pool
    from dropfour.arena.players import command_faults
    from dropfour.arena.report import summarise
    from dropfour.arena.run import run
    from dropfour.cli.arena.progress import live_progress
    from dropfour.cli.arena.text import format_text

    if options.dask is not None and options.workers is not None:
        raise DropfourError("--workers: with --dask the cluster has its own (--dask local:N)")
    if options.no_report and options.output is not None:
        raise DropfourError("--output: there is no page to write with --no-report")
    if options.dask is not None and options.affinity:
        raise DropfourError("--affinity: the workers of --dask are not ours")
    experiment = Experiment.load(options.file)
    if options.dask is None and (faults := command_faults(experiment)):
        raise ExperimentError(faults).within(options.file)
    if options.log is not None:
        _make_folder(options.log)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # as Ctrl-C
    with _storage(options) as storage:
        _say_before(experiment, storage)
        try:
            with (
                live_progress(quiet=options.quiet) as progress,
                open_pool(
                    workers=options.workers or os.cpu_count() or 1,
                    dask=options.dask,
                    here=not experiment.has_programs,
                    affinity=options.affinity,
                ) as pool,
            ):
                results = run(experiment, storage, pool, progress=progress, log=options.log)
        except KeyboardInterrupt:
            done = len(storage.played(experiment))
            print(
                f"\nStopped after {counted(done, 'game')}; the same command goes on.",
                file=sys.stderr,
            )
            raise
    summary = summarise(results)
    print(format_text(summary), end="")
    if not options.no_report:
        _write_page(results, summary, options)
    return 0


def _say_before(experiment: Experiment, storage: Storage) -> None:
    from dropfour.arena.players.sandbox import bubblewrap_fault
    from dropfour.cli.arena.explain import repeats

    played, other = len(storage.played(experiment)), storage.other_versions(experiment)
    if played:
        there = "is there" if played == 1 else "are there"
        print(f"{counted(played, 'game')} {there} already.", file=sys.stderr)
    elif other:
        print(
            "The file has changed since it was last played "
            f"({counted(other, 'game')}): it starts anew.",
            file=sys.stderr,
        )
    if experiment.plan.repeats:
        print(f"{repeats(experiment)}.", file=sys.stderr)
    programs = any(player.command for player in experiment.players)
    if programs and experiment.limits.sandbox == "auto" and (fault := bubblewrap_fault()):
        print(f"No sandbox: {fault}. Programs run with your rights.", file=sys.stderr)


def _report(options: argparse.Namespace) -> int:
    from dropfour.arena import Experiment
    from dropfour.arena.report import summarise
    from dropfour.arena.report.data import format_csv, format_json
    from dropfour.cli.arena.text import format_text

    experiment = Experiment.load(options.file)
    with _storage(options, to_read=True) as storage:
        results = storage.results(experiment)
    if not len(results):
        raise DropfourError("no game of this experiment has been played yet: dropfour arena run")
    summary = summarise(results)
    if options.plots:
        _write_plots(summary, options.plots)
    if options.format == "html":
        _write_page(results, summary, options)
        return 0
    text = {
        "text": lambda: format_text(summary),
        "json": lambda: format_json(summary),
        "csv": lambda: format_csv(results),
    }[options.format]()
    if options.output:
        write_whole(options.output, text)
    else:
        print(text, end="")
    return 0


def _write_page(results: Results, summary: Summary, options: argparse.Namespace) -> None:
    from dropfour.arena.report.page import format_page

    place = options.output or f"{Path(options.file).stem}.html"
    write_whole(place, format_page(results, summary))
    print(f"Report: {place}")


def _write_plots(summary: Summary, folder: str) -> None:
    from dropfour.arena.report.plots import plots

    _make_folder(folder)
    for plot in plots(summary):
        write_whole(str(Path(folder) / f"{summary.name}-{plot.name}.svg"), plot.svg)


def _make_folder(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise DropfourError(f"{label(folder)} cannot be made: {reason}") from error


def _replay(options: argparse.Namespace) -> int:
    from dropfour.arena import Experiment
    from dropfour.cli.arena.replay import show_game

    experiment = Experiment.load(options.file)
    with _storage(options, to_read=True) as storage:
        results = storage.results(experiment)
    found = [game for game in results if game.number == options.game]
    if not found:
        raise DropfourError(f"game {options.game} has not been played")
    show_game(results, found[0], last_only=options.last)
    return 0


def _check_player(options: argparse.Namespace) -> int:
    from dropfour.arena.check_player import WRONG, check_player

    faults = 0
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise DropfourError("which program? dropfour arena check-player [options] PROGRAM ...")
    for finding in check_player(
        command, talk=options.talk, seconds=options.seconds, sandbox=options.sandbox
    ):
        print(f"{finding.mark:<5} {finding.situation}: {finding.words}", flush=True)
        faults += finding.mark == WRONG
    print("Nothing wrong." if not faults else f"{counted(faults, 'thing')} wrong.")
    return STATUS_FAULTS if faults else 0


def _storage(options: argparse.Namespace, *, to_read: bool = False) -> Storage:
    from dropfour.arena.storage import Storage

    place = options.db or os.environ.get(_DATABASE) or f"{Path(options.file).stem}.games.db"
    return Storage.to_read(place) if to_read else Storage.open(place)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour arena", description="Who is stronger, and how sure are we?",
        allow_abbrev=False,
    )  # fmt: skip
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="explain an experiment, or say what is wrong with it")
    check.add_argument("--quick", action="store_true", help="without playing games to measure time")
    run = actions.add_parser("run", help="play an experiment, or go on with it; print the table")
    run.add_argument(
        "--workers", type=whole(1, _MOST_WORKERS), metavar="N", help="at once (default: one a core)"
    )
    run.add_argument("--dask", metavar="ADDRESS", help="a scheduler, or local:N for N workers here")
    run.add_argument(
        "--affinity", action="store_true", help="give each worker a processor of its own"
    )
    run.add_argument("--log", metavar="FOLDER", help="write down what programs are told and say")
    run.add_argument("--quiet", action="store_true", help="no progress")
    run.add_argument("--no-report", action="store_true", help="do not write the page")
    run.add_argument("--output", metavar="FILE", help="the page (default: NAME.html)")
    report = actions.add_parser("report", help="what the games so far say")
    formats = report.add_mutually_exclusive_group()
    for name in ("html", "text", "json", "csv"):
        formats.add_argument(
            f"--{name}", dest="format", action="store_const", const=name, help=f"as {name}"
        )
    report.set_defaults(format="html")
    report.add_argument("--output", metavar="FILE", help="where to write it")
    report.add_argument("--plots", metavar="FOLDER", help="also write each plot as SVG")
    replay = actions.add_parser("replay", help="show a game move by move")
    for action in (check, run, report, replay):
        action.add_argument("file", help="the experiment, a TOML file")
    replay.add_argument("game", type=whole(0, MOST), help="its number")
    replay.add_argument("--last", action="store_true", help="the last position only")
    for action in (run, report, replay):
        action.add_argument(
            "--db", metavar="DATABASE",
            help=f"a file, or a postgresql:// URL (default: NAME.games.db, or ${_DATABASE})",
        )  # fmt: skip
    player = actions.add_parser("check-player", help="try a program in many situations")
    player.add_argument(
        "--talk", choices=("protocol", "one-move", "standard-input"), default="protocol"
    )
    player.add_argument(
        "--seconds", type=reader(SECONDS), default=5.0, help="for each move (default: 5)"
    )
    player.add_argument("--sandbox", choices=("none", "auto", "require"), default="none")
    player.add_argument("command", nargs=argparse.REMAINDER, metavar="PROGRAM ...")
    return parser

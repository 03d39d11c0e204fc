"""Trains the evaluation, step by step; each step goes on where it was left.

python -m training generate DATA                plays games
python -m training label DATA                   says what their positions are worth
python -m training train NET DATA...            trains a network on them
python -m training export NET WEIGHTS DATA...   writes it as a weights file
python -m training measure WEIGHTS DATA...      judges a weights file
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from math import isnan
from pathlib import Path

import dropfour as d4
from benchmarks.measure import show
from dropfour._settings import SECONDS, Number
from dropfour.agents import AgentSpec, parse_agent
from dropfour.cli.options import agent_text, reader, whole
from dropfour.errors import DropfourError
from dropfour.files import read_bytes
from training import games, judge, labels
from training.arrays import NAMES as BACKENDS
from training.arrays import Backend
from training.blocks import GAMES_PER_BLOCK, Work, blocks_done, note_how, processors, run_blocks
from training.examples import load_examples
from training.export import write_weights
from training.network import from_bytes
from training.rules import FIRST_UNSEEN
from training.train import Recipe, read_trained, train

PROGRAM = "python -m training"


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(given)
    try:
        options.run(options, f"{PROGRAM} {shlex.join(given)}")
    except DropfourError as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("training: stopped; the same command goes on", file=sys.stderr)
        return 130
    return 0


def _generate(options: argparse.Namespace, command: str) -> None:
    last = options.first + options.games
    if last > FIRST_UNSEEN:
        raise DropfourError(f"games from number {FIRST_UNSEEN:,} on are for tests alone")
    players = _told(options, *(options.player or map(parse_agent, games.PLAYERS)))
    own = [d4.load_rules(source) for source in options.rules]
    settings = {
        "players": [str(spec) for spec in players],
        "rules": [rules.to_mapping() for rules in own],
        "evaluation": _digest(options.evaluation),
    }
    try:
        options.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DropfourError(f"{options.data} cannot be made: {error.strerror}") from error
    note_how(options.data, games.GAMES, settings, command)
    done = set(blocks_done(options.data, games.GAMES))
    wanted = range(options.first // GAMES_PER_BLOCK, -(-last // GAMES_PER_BLOCK))
    work = partial(games.play_block, folder=options.data, players=players, own=own)
    _do(work, [block for block in wanted if block not in done], options)


def _label(options: argparse.Namespace, command: str) -> None:
    labeller = labels.Labeller(
        options.solver_nodes, *_told(options, options.judge, options.finisher)
    )
    settings = {
        "solver nodes": labeller.solver_nodes,
        "judge": str(labeller.judge),
        "finisher": str(labeller.finisher),
        "evaluation": _digest(options.evaluation),
    }
    played = blocks_done(options.data, games.GAMES)
    if not played:
        raise DropfourError(f"{options.data} has no games")
    note_how(options.data, labels.LABELS, settings, command)
    done = set(blocks_done(options.data, labels.LABELS))
    todo = [block for block in played if block not in done]
    _do(partial(labels.label_block, folder=options.data, labeller=labeller), todo, options)


def _told(options: argparse.Namespace, *agents: AgentSpec) -> list[AgentSpec]:
    """The agents, those that use an evaluation with that of the options.

    Else they have none: what is learned must not depend on the weights that are shipped today.
    """
    if options.evaluation is None:
        return [agent.with_defaults(evaluation="none") for agent in agents]
    if not any(agent.heeds("evaluation") for agent in agents):
        raise DropfourError(f"none of {', '.join(map(str, agents))} uses an evaluation")
    return [agent.with_defaults(evaluation=str(options.evaluation)) for agent in agents]


def _digest(weights: Path | None) -> str | None:
    """What tells one weights file from another; `DropfourError` if it is none."""
    if weights is None:
        return None
    content = read_bytes(weights)
    from_bytes(content)
    return sha256(content).hexdigest()


def _do(work: Work, blocks: Sequence[int], options: argparse.Namespace) -> None:
    if not blocks:
        print("nothing is left to do")
    run_blocks(work, blocks, what="positions", processes=options.processes, seconds=options.seconds)


def _train(options: argparse.Namespace, command: str) -> None:
    backend = Backend.named(options.device)
    recipe = Recipe(
        epochs=options.epochs,
        batch=options.batch,
        rate=options.rate,
        decay=options.decay,
        seed=options.seed,
    )
    examples = load_examples(options.data, processes=options.processes)
    training, held_out = (examples.where(c) for c in (~examples.held_out, examples.held_out))
    print(
        f"{len(training):,} positions to learn from, {len(held_out):,} held out; "
        f"{examples.exact.mean():.0%} are proven; trained by {backend}",
        flush=True,
    )
    train(
        training, held_out, recipe, backend, path=options.net, seconds=options.seconds,
        command=command,
    )  # fmt: skip


def _export(options: argparse.Namespace, command: str) -> None:
    examples = load_examples(options.data, processes=options.processes)
    about = write_weights(
        options.weights, read_trained(options.net), examples, options.data, command
    )
    for key in ("bytes", "sha256", "held out", "integers against floats"):
        print(f"{key}: {about[key]}")


def _measure(options: argparse.Namespace, command: str) -> None:
    del command
    parameters = from_bytes(read_bytes(options.weights))
    if options.questions:
        hits = judge.one_ply_hits(judge.hard_questions(options.questions), parameters)
        shares = [f"{share:.1%} ± {hits.half_width(share):.1%}" for share in hits[1:]]
        show(
            f"One ply on {hits.questions} hard positions of 7 × 6",
            ("keeps the result", "exactly best"),
            [shares],
        )
    if options.data:
        examples = load_examples(options.data, processes=options.processes)
        held_out = examples.where(examples.held_out)
        found = judge.by_kind(held_out, judge.integer_answers(held_out, parameters))
        show(
            "Held-out positions by kind of rules",
            ("rules", "positions", "proven", "loss", "points off", "right signs"),
            [
                (kind, v.positions, v.proven, _shown(v.value_loss, ".4f"),
                 _shown(v.points_error, ".2f"), _shown(v.right_signs, ".1%"))
                for kind, v in found.items()
            ],
        )  # fmt: skip


def _shown(number: float, form: str) -> str:
    return "-" if isnan(number) else format(number, form)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(required=True, metavar="STEP")

    step = steps.add_parser("generate", help="plays games")
    step.set_defaults(run=_generate)
    _add_data(step)
    step.add_argument("--games", type=whole(1, FIRST_UNSEEN), default=100_000, metavar="N",
                      help="so many (default: %(default)s)")  # fmt: skip
    step.add_argument("--first", type=whole(0, FIRST_UNSEEN), default=0, metavar="N",
                      help="the number of the first, its seed; played by hundreds")  # fmt: skip
    step.add_argument("--player", type=agent_text, action="append", metavar="AGENT",
                      help=f"drawn for each side (default: {' '.join(games.PLAYERS)})")  # fmt: skip
    step.add_argument("--rules", action="append", default=[], metavar="RULES",
                      help="a preset or a file: these rules instead of all sorts")  # fmt: skip
    _add_work_options(step)

    step = steps.add_parser("label", help="says what positions are worth")
    step.set_defaults(run=_label)
    _add_data(step)
    step.add_argument("--solver-nodes", type=whole(1, 10**9), default=labels.SOLVER_NODES,
                      metavar="N", help="for a proof (default: %(default)s)")  # fmt: skip
    step.add_argument("--judge", type=agent_text, default=labels.JUDGE, metavar="AGENT",
                      help="values what is not proven (default: %(default)s)")  # fmt: skip
    step.add_argument("--finisher", type=agent_text, default=labels.FINISHER, metavar="AGENT",
                      help="plays what is not proven to its end, where points count "
                      "(default: %(default)s)")  # fmt: skip
    _add_work_options(step)

    step = steps.add_parser("train", help="trains a network")
    step.set_defaults(run=_train)
    step.add_argument("net", type=Path, metavar="NET", help="the network in training (.npz)")
    _add_data(step, "+")
    step.add_argument("--device", default="auto", choices=BACKENDS,
                      help="numpy, or PyTorch's cpu or cuda (default: the best)")  # fmt: skip
    for name, read, what in (
        ("epochs", whole(1, 10**6), "times through all positions"),
        ("batch", whole(1, 10**7), "positions a step"),
        ("rate", reader(Number("", 0.0, high=1.0, over=True)), "of learning, at first"),
        ("decay", reader(Number("", 0.0, high=10.0)), "of weights"),
        ("seed", whole(0, 2**32), "of first weights and of the order"),
    ):
        step.add_argument(f"--{name}", type=read, default=getattr(Recipe(), name), metavar="N",
                          help=f"{what} (default: %(default)s)")  # fmt: skip
    step.add_argument("--seconds", type=reader(SECONDS), metavar="N", help="at most so many")
    _add_processes_option(step)

    step = steps.add_parser("export", help="writes a weights file")
    step.set_defaults(run=_export)
    step.add_argument("net", type=Path, metavar="NET", help="the trained network (.npz)")
    step.add_argument("weights", type=Path, metavar="WEIGHTS", help="the file to write")
    _add_data(step, "+")
    _add_processes_option(step)

    step = steps.add_parser("measure", help="judges a weights file")
    step.set_defaults(run=_measure)
    step.add_argument("weights", type=Path, metavar="WEIGHTS", help="a weights file")
    _add_data(step, "*")
    step.add_argument("--questions", type=whole(0, 10**6), default=500, metavar="N",
                      help="hard positions of 7 × 6 (default: %(default)s)")  # fmt: skip
    _add_processes_option(step)
    return parser


def _add_data(step: argparse.ArgumentParser, nargs: str | None = None) -> None:
    step.add_argument("data", type=Path, nargs=nargs, metavar="DATA",
                      help="a folder of games and labels")  # fmt: skip


def _add_work_options(step: argparse.ArgumentParser) -> None:
    step.add_argument("--evaluation", type=Path, metavar="WEIGHTS",
                      help="weights for all of these agents that use an evaluation")  # fmt: skip
    step.add_argument("--seconds", type=reader(SECONDS), metavar="N",
                      help="begin nothing new after so many")  # fmt: skip
    _add_processes_option(step)


def _add_processes_option(step: argparse.ArgumentParser) -> None:
    step.add_argument("--processes", type=whole(1, 1024), default=processors(), metavar="N",
                      help="at a time (default: one a processor)")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())

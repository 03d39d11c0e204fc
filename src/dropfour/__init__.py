"""dropfour: one engine for games in which discs drop into columns and patterns count."""

from dropfour._native import Exact, Solution
from dropfour.agents import Agent, Analysis, Limit, agent, agent_names, playouts
from dropfour.batch import Batch
from dropfour.cells import Cell
from dropfour.errors import DropfourError, FormatError, IllegalMove, RulesError, Unsolved
from dropfour.game import Outcome, Position, perft
from dropfour.labels import label
from dropfour.notebook import play, show
from dropfour.rules import Line, Rules, Shapes, Square
from dropfour.solver import Solver, SolverProgress, solve
from dropfour.variants import load_rules, preset_names

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Analysis",
    "Batch",
    "Cell",
    "DropfourError",
    "Exact",
    "FormatError",
    "IllegalMove",
    "Limit",
    "Line",
    "Outcome",
    "Position",
    "Rules",
    "RulesError",
    "Shapes",
    "Solution",
    "Solver",
    "SolverProgress",
    "Square",
    "Unsolved",
    "agent",
    "agent_names",
    "label",
    "load_rules",
    "perft",
    "play",
    "playouts",
    "preset_names",
    "show",
    "solve",
]

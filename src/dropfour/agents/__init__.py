"""Players by name: `agent("uct", seconds=1.0)`."""

from dropfour._native import Control
from dropfour._settings import Limit
from dropfour.agents.analysis import Analysis, ColumnAnalysis
from dropfour.agents.base import Agent
from dropfour.agents.playouts import playouts
from dropfour.agents.spec import (
    AgentSpec,
    agent,
    agent_class,
    agent_names,
    parse_agent,
    setting_text,
)

__all__ = [
    "Agent",
    "AgentSpec",
    "Analysis",
    "ColumnAnalysis",
    "Control",
    "Limit",
    "agent",
    "agent_class",
    "agent_names",
    "parse_agent",
    "playouts",
    "setting_text",
]

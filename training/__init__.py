"""How the evaluation is learned: generate games, label positions, train, export, measure.

docs/training.md is the page to follow.
"""

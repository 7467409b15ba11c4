"""Exact best scores of fully known Hanabi deals, with lines that reach them and proofs.

>>> from hanabi_solver import Deal, Position, Rules, solve
"""

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.result import Result, Status

__all__ = ["Bound", "Deal", "Position", "Result", "Rules", "Status", "solve"]

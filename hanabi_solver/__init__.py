"""Exact best scores of fully known Hanabi deals, with lines that reach them and proofs.

>>> from hanabi_solver import Deal, Position, Rules, solve
"""

from hanabi_solver.deal import Deal, Position
from hanabi_solver.result import Bound, Result, Status
from hanabi_solver.rules import Rules
from hanabi_solver.solve import solve

__all__ = ["Bound", "Deal", "Position", "Result", "Rules", "Status", "solve"]

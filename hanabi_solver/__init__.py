"""Exact best scores of fully known Hanabi deals, with lines that reach them and proofs.

This is the face of the package: the names that users import (docs/api.md), each loaded when it is used.
It holds no code of its own; the rooms behind it are described in docs/architecture.md.

>>> import hanabi_solver as hanabi
>>> result = hanabi.solve("p2v0s40", limits=hanabi.Limits(workers=1))
>>> print(result)
p2v0s40: 24 of 25, proved; not 25 because of single-hand
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi_solver import study
    from hanabi_solver.analysis.explainer import explain
    from hanabi_solver.analysis.reviewer import review
    from hanabi_solver.bounds.bound import Bound
    from hanabi_solver.chances.best_chance import odds
    from hanabi_solver.chances.result import Odds
    from hanabi_solver.checking.verification import verify
    from hanabi_solver.errors import IllegalMoveError, InputError
    from hanabi_solver.formats.any_source import load, parse
    from hanabi_solver.formats.hanablive.game import Game
    from hanabi_solver.game.cards import Card, Suit
    from hanabi_solver.game.deal import Deal
    from hanabi_solver.game.moves import Clue, Discard, Play
    from hanabi_solver.game.position import Position
    from hanabi_solver.game.rules import Rules
    from hanabi_solver.names import Status
    from hanabi_solver.parallel.many_deals import solve_many
    from hanabi_solver.solver.best_score import solve
    from hanabi_solver.solver.limits import Context, Limits
    from hanabi_solver.solver.result import Result

    __version__: str

__all__ = [
    "Bound",
    "Card",
    "Clue",
    "Context",
    "Deal",
    "Discard",
    "Game",
    "IllegalMoveError",
    "InputError",
    "Limits",
    "Odds",
    "Play",
    "Position",
    "Result",
    "Rules",
    "Status",
    "Suit",
    "__version__",
    "explain",
    "load",
    "odds",
    "parse",
    "review",
    "solve",
    "solve_many",
    "study",
    "verify",
]

_PLACES = {
    "analysis.explainer": ("explain",),
    "analysis.reviewer": ("review",),
    "bounds.bound": ("Bound",),
    "chances.best_chance": ("odds",),
    "chances.result": ("Odds",),
    "checking.verification": ("verify",),
    "errors": ("IllegalMoveError", "InputError"),
    "formats.any_source": ("load", "parse"),
    "formats.hanablive.game": ("Game",),
    "game.cards": ("Card", "Suit"),
    "game.deal": ("Deal",),
    "game.moves": ("Clue", "Discard", "Play"),
    "game.position": ("Position",),
    "game.rules": ("Rules",),
    "names": ("Status",),
    "parallel.many_deals": ("solve_many",),
    "solver.best_score": ("solve",),
    "solver.limits": ("Context", "Limits"),
    "solver.result": ("Result",),
}
_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _PLACE_OF:
        value = getattr(import_module(f"hanabi_solver.{_PLACE_OF[name]}"), name)
    elif name == "study":
        value = import_module("hanabi_solver.study")
    elif name == "__version__":
        from hanabi_solver.solver.versions import versions

        value = versions()["hanabi-solver"]
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

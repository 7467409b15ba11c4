"""The composition bound: a card whose copies are all lost is not played, nor any higher one of its suit."""

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.names import BoundName


def composition_bound(position: Position) -> Bound:
    """The sum of the heights that lost cards leave possible (docs/method.md, B1)."""
    rules = position.rules
    tops = position.reachable_heights()
    lost = [
        f"no {format_card(rules.card_at(suit, top + 1), rules.letters)} is left"
        for suit, top in enumerate(tops)
        if top < rules.ranks
    ]
    value = sum(tops)
    if not lost:
        return Bound(BoundName.COMPOSITION, value, "no suit has lost a rank")
    most = f"at most {counted(value, 'point')} {'is' if value == 1 else 'are'} possible"
    return Bound(BoundName.COMPOSITION, value, f"{_listed(lost)}, so {most}")


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]

"""Which positions odds can be asked of; what cannot be answered is refused by name."""

from collections import Counter
from collections.abc import Iterator

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.passing import has_clues_enough
from hanabi_solver.game.position import Position

# What 64 bits and the packed state have room for.
MOST_CARDS = 20
MOST_COPIES = 15
_SOLVE_ADVICE = "solve answers for the order of the pile as it is given"


def check_supported(position: Position, target: int | None) -> None:
    """Raise InputError, with every fault, where odds cannot be asked of a position and target."""
    if faults := list(_faults(position, target)):
        raise InputError(faults)


def _faults(position: Position, target: int | None) -> Iterator[Fault]:
    rules = position.rules
    held = (card for seat in range(rules.players) for card in position.hand_cards(seat))
    if position.pile_size > MOST_CARDS:
        text = f"expected at most {MOST_CARDS} cards in the pile, got {position.pile_size}"
        yield Fault("pile", text, "ask about a later turn of the game (--turn)")
    if not rules.has_set_order:
        text = f"expected suits with a set order, as odds do not know others yet, got {rules.stacking}"
        yield Fault("rules.stacking", text, _SOLVE_ADVICE)
        return
    if rules.all_or_nothing:
        text = "expected a game with a final round, as odds know no other yet, got all or nothing"
        yield Fault("rules.all_or_nothing", text, _SOLVE_ADVICE)
    if rules.speedrun and target not in (None, rules.max_score):
        text = f"expected {rules.max_score} in a speedrun, as odds know no other yet, got {target}"
        yield Fault("target", text)
    if not has_clues_enough(rules, [*position.pile, *held]):
        text = "expected a clue on every turn, as odds know no other rules yet, got cards that no clue marks"
        yield Fault("rules.clues", text, _SOLVE_ADVICE)
    for card, copies in Counter(position.pile).items():
        if copies > MOST_COPIES:
            shown = format_card(card, rules.letters)
            yield Fault("pile", f"expected at most {MOST_COPIES} copies of {shown}, got {copies}")

"""What the models that keep cards are put together from: the copies of useful cards, and stacks that grow.

No card is thrown away by name there. Each useful face has at most one copy that is *kept* for its
play; every other card can go at any time. So a full hand is a count, and not a puzzle of which useless card
goes when (docs/method.md, K1).
"""

from collections.abc import Iterable, Sequence

from hanabi_solver.game.cards import format_card
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.model.horizon import Horizon
from hanabi_solver.model.sink import FALSE, TRUE, Sink

# A suit, and the height of its stack once the card is on it.
Place = tuple[int, int]


def can_keep(frame: Horizon) -> bool:
    """Whether these models are valid here: reached points are safe, and all plays come from hands."""
    rules = frame.position.rules
    return frame.has_final_round and not frame.to_the_end and not rules.deck_plays and rules.token_limit > 0


def useful_copies(position: Position) -> dict[Place, list[int]]:
    """Per suit and height that can still be reached, the deck indices of its cards in hands and pile."""
    rules = position.rules
    copies: dict[Place, list[int]] = {
        (suit, height): []
        for suit, (now, top) in enumerate(zip(position.stacks, position.reachable_heights(), strict=True))
        for height in range(now + 1, top + 1)
    }
    held = [card for hand in position.hands for card in hand]
    for card in [*held, *range(position.draw_index, len(position.deck))]:
        face = position.deck[card]
        if (place := (face.suit, rules.step(face))) in copies:
            copies[place].append(card)
    return copies


def keep_literals(
    position: Position, target: int, copies: dict[Place, list[int]], sink: Sink, *, is_critical_kept: bool
) -> dict[int, int]:
    """Per card of `copies` the literal "this is the copy that is kept and played".

    If `is_critical_kept`, it is TRUE for a last copy without which the target is out of reach.
    """
    tops = position.reachable_heights()
    spare = sum(tops) - target
    keep: dict[int, int] = {}
    for (suit, height), cards in copies.items():
        is_needed = is_critical_kept and len(cards) == 1 and tops[suit] - height + 1 > spare
        for card in cards:
            keep[card] = TRUE if is_needed else sink.new_bool(f"keep {card_name(position, card)}")
        sink.at_most_one([keep[card] for card in cards])
    return keep


def card_name(position: Position, card: int) -> str:
    """A card by deck index and face, for the legend."""
    return f"{card} ({format_card(position.deck[card], position.rules.letters)})"


def both(left: int, right: int, name: str, sink: Sink) -> int:
    """The literal of "both hold"."""
    if left == TRUE or right == FALSE:
        return right
    if right == TRUE or left == FALSE:
        return left
    result = sink.new_bool(name)
    sink.implies([left, right], result)
    sink.implies([result], left)
    sink.implies([result], right)
    return result


def all_but(literals: list[int], exception: int, name: str, sink: Sink) -> int:
    """A literal that holds if all of `literals` do and `exception` does not; it may hold otherwise too."""
    if FALSE in literals or exception == TRUE:
        return FALSE
    open_literals = [literal for literal in literals if literal != TRUE]
    if exception == FALSE and len(open_literals) < 2:
        return open_literals[0] if open_literals else TRUE
    result = sink.new_bool(name)
    sink.implies([*open_literals, -exception], result)
    return result


def stacks_grow(
    put: dict[Place, int],
    places: Iterable[Place],
    before: Sequence[Sequence[int]],
    after: Sequence[Sequence[int]],
    sink: Sink,
) -> None:
    """A play puts the next card of its suit on the stack, and nothing else changes a stack.

    `put` are the plays of one turn; `before` and `after` the stacks around it, by suit and height.
    """
    for suit, height in places:
        play = put.get((suit, height), FALSE)
        sink.implies([play], before[suit][height - 1])
        sink.implies([play], -before[suit][height])
        sink.implies([play], after[suit][height])
        sink.implies([before[suit][height]], after[suit][height])
        sink.implies([after[suit][height]], before[suit][height - 1])
        sink.clause([-after[suit][height], before[suit][height], play])


def played_once(puts: Iterable[dict[Place, int]], places: Iterable[Place], sink: Sink) -> None:
    """A face is played once: the stacks say so too, but not in one clause."""
    rows = list(puts)
    for place in places:
        sink.at_most_one([row[place] for row in rows if place in row])


def what_regains(regain: int, toss: int, puts: dict[Place, int], rules: Rules, sink: Sink) -> None:
    """Exactly a discard regains a token, and a play that completes a suit if the rules say so."""
    causes = [toss]
    if rules.suit_regains:
        causes += [put for (_, height), put in puts.items() if height == rules.ranks]
    sink.clause([-regain, *causes])
    for cause in causes:
        sink.implies([cause], regain)

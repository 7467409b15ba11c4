"""Rules, positions and moves in sentences, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hanabi_solver.game.cards import START_MARK, START_RANK, UNKNOWN_TRASH, Card, format_card
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.worth import clues_usable, last_seat, pace
from hanabi_solver.names import Stacking

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position
    from hanabi_solver.game.replay import Step

# What hanab.live calls players whose names are not known, and the colours of the usual suit letters.
SEAT_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
_COLOURS = {
    "r": "red",
    "y": "yellow",
    "g": "green",
    "b": "blue",
    "p": "purple",
    "t": "teal",
    "k": "black",
    "m": "rainbow",
    "i": "pink",
    "w": "white",
    "n": "brown",
    "o": "orange",
}


def seat_names(players: int) -> tuple[str, ...]:
    """What the seats are called where nobody has a name.

    >>> seat_names(3)
    ('Alice', 'Bob', 'Cathy')
    """
    return SEAT_NAMES[:players]


def tokens_name(rules: Rules) -> str:
    """What `tokens_text` counts."""
    return "clue tokens" if rules.clue_cost == 1 else "clues"


def tokens_text(position: Position) -> str:
    """The clue tokens there are; where a clue costs two, the clues that they are worth, like 3.5."""
    return f"{position.tokens / position.rules.clue_cost:g}"


def most_tokens_text(rules: Rules) -> str:
    """The most that `tokens_text` can say, which is no whole number of clues where the limit is odd."""
    return f"{rules.token_limit / rules.clue_cost:g}"


def rule_sentences(rules: Rules) -> Iterator[str]:
    """What the players must know beyond the usual rules."""
    for suit in rules.suits:
        if suit.first:
            yield f"Suit {suit.letter} is played from {suit.first} up, and from {rules.ranks} round to 1."
        if suit.reversed:
            yield f"Suit {suit.letter} is played from {rules.ranks} down to 1 (its height is shown)."
    if rules.clue_cost > 1:
        gains = "A discard or a completed suit" if rules.suit_regains else "A discard"
        yield f"{gains} regains 1/{rules.clue_cost} of a clue."
    if not rules.suit_regains:
        yield "A completed suit regains no clue."
    if rules.empty_clues:
        yield "A clue may mark no card."
    if rules.deck_plays:
        yield "The last card of the draw pile may be played or discarded from there."
    if rules.stacking is Stacking.UP_OR_DOWN:
        yield (
            f"Each suit goes up from 1 to {rules.ranks} or down from {rules.ranks} to 1; "
            f"START ({START_MARK}) may lie in place of its first card."
        )
    if rules.stacking is Stacking.SUDOKU:
        yield (
            "A suit starts at any rank at which no other one started, "
            f"and goes from {rules.ranks} round to 1."
        )
    if rules.discard_at_limit:
        yield "Cards may be discarded with all clue tokens there, and gain nothing then."
    if rules.all_or_nothing:
        yield f"Only the full score of {rules.max_score} counts, and there is no final round."
    if rules.speedrun:
        yield f"The game ends with 0 once the full score of {rules.max_score} is out of reach."


def ending(final: Position, *, has_moves: bool) -> str:
    """What happens after a line that ends in `final`."""
    points = counted(final.score, "point")
    match final.end_reason:
        case "perfect":
            return "Every suit is complete: the game ends."
        case "final round over":
            return f"The final round is over: the game ends with {points}."
        case "full score out of reach":
            return "The full score is out of reach: the game ends with 0 points."
        case "no card and no clue":
            return "The player to move has neither a card nor a clue: the game ends with 0 points."
        case "strikeout":
            return f"The last strike has fallen: the game ends with {points}."
    if final.rules.all_or_nothing:
        return "Whatever is played, the score is 0: not every suit can be completed."
    if final.score > 0 and not keeps_score(final):
        return f"The game goes on, and the moves still to make can lose the {points} on the stacks."
    stands = f"score {final.score} stands, {_rest(final.rules)}"
    return f"S{stands[1:]}" if has_moves else f"No move is needed: {stands}"


def _rest(rules: Rules) -> str:
    if rules.token_limit > 0:
        return "the turns left can be passed with clues and discards."
    return "whatever is played in the turns left."


def outlook(position: Position, needed: int, names: Sequence[str] = ()) -> Iterator[str]:
    """How much time is left for the `needed` cards that are still to be played, and how many clues.

    `names` are those of the seats.
    """
    if position.is_over:
        yield f"The game is over ({position.end_reason})."
        return
    last = last_seat(position)
    final = "" if last is None else (names or SEAT_NAMES)[last]
    if position.turns_left is not None:
        verb = "is" if position.turns_left == 1 else "are"
        turns = counted(position.turns_left, "turn")
        yield f"The final round is on: {turns} {verb} left, {final} has the last one."
        return
    if not position.rules.has_final_round:
        yield f"There is no final round; {counted(needed, 'card')} still to play."
        return
    draws, cards = counted(position.pile_size, "draw"), counted(needed, "card")
    parts = f"{draws} + {position.rules.players} players - {cards} to play"
    yield f"Pace {pace(position)} (discards to spare: {parts})."
    usable = clues_usable(position)
    clues = "" if usable is None else f"Clues still usable: {usable // position.rules.clue_cost}. "
    yield f"{clues}Without another clue {final} has the last turn of all."


def card_name(card: Card, letters: str) -> str:
    """A card in a sentence: "r4", and "r START" for the card that boards and files write "rS".

    >>> card_name(Card(0, START_RANK), "rygbp")
    'r START'
    """
    return f"{letters[card.suit]} START" if card.rank == START_RANK else format_card(card, letters)


def held_name(position: Position, card: int, unnamed: frozenset[int] = frozenset()) -> str:
    """The card with this deck index in a sentence, as it was written: `x` if it is one of the `unnamed`."""
    return UNKNOWN_TRASH if card in unnamed else card_name(position.deck[card], position.rules.letters)


def held_mark(position: Position, card: int, unnamed: frozenset[int] = frozenset()) -> str:
    """The same on a board: two characters at most."""
    return UNKNOWN_TRASH if card in unnamed else format_card(position.deck[card], position.rules.letters)


def move_words(step: Step, names: Sequence[str] = (), *, actor: str = "") -> tuple[str, str]:
    """What a move is called, in front of and behind the name of its card (a clue has none).

    Slot 1 is the newest card of the hand. `names` are those of the seats, Alice and so on if not given. With
    an `actor` the words say what that player does: "play " becomes "Alice plays ".
    """
    position = step.before
    after = ""
    match step.move:
        case Play(card):
            verb = "play" if position.is_playable(position.deck[card]) else "misplay"
            after = " from the pile" if is_from_pile(step) else f" (slot {slot_of(position, card)})"
        case Discard(card):
            verb = "discard"
            after = " from the pile" if is_from_pile(step) else f" (slot {slot_of(position, card)})"
        case Clue():
            verb = "clue"
    before = f"{actor} {verb}s " if actor else f"{verb} "
    if isinstance(step.move, Clue):
        target = (names or SEAT_NAMES)[step.move.target]
        return f"{before}{clue_value(position.rules, step.move)} to {target}", ""
    return before, after


def clue_value(rules: Rules, clue: Clue) -> str:
    """What a clue names: a rank or a colour, or the letter of a suit without a usual colour.

    >>> clue_value(Rules(), Clue(1, suit=0)), clue_value(Rules(), Clue(1, rank=5))
    ('red', '5')
    """
    if clue.suit is None:
        return str(clue.rank)
    if rules.clues is not None:
        return rules.clues.colours[clue.suit].name.lower()
    letter = rules.letters[clue.suit]
    return _COLOURS.get(letter, f"suit {letter}")


def slot_of(position: Position, card: int) -> int:
    """The slot of a card in the hand of the seat to move: 1 for the newest.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> slot_of(start, 0), slot_of(start, 4)
    (5, 1)
    """
    hand = position.hands[position.seat]
    return len(hand) - hand.index(card)


def describe_step(step: Step) -> str:
    """A turn in one line.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> from hanabi_solver.game.replay import steps
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> for step in steps(start, [Play(0), Clue(0, rank=5)]):
    ...     print(step)
    turn 1: Alice plays r1 (slot 5), draws r1; score 1
    turn 2: Bob clues 5 to Alice; score 1
    """
    drawn = drawn_card(step)
    draws = "" if drawn is None else f", draws {held_name(step.before, drawn)}"
    return f"turn {step.turn}: {deed(step)}{draws}; score {step.after.score}"


def deed(step: Step, names: Sequence[str] = (), unnamed: frozenset[int] = frozenset()) -> str:
    """Who does what, like "Emily discards p2 (slot 3)"; `names` are those of the seats."""
    before, after = move_words(step, names, actor=(names or SEAT_NAMES)[step.before.seat])
    if isinstance(step.move, Clue):
        return before
    return f"{before}{held_name(step.before, step.move.card, unnamed)}{after}"


def drawn_card(step: Step) -> int | None:
    """The deck index of the card that a turn draws; None if it draws none."""
    drew = step.after.draw_index > step.before.draw_index and not is_from_pile(step)
    return step.before.draw_index if drew else None


def is_from_pile(step: Step) -> bool:
    """Whether a move plays or discards the last card of the draw pile from there."""
    return not isinstance(step.move, Clue) and step.move.card == step.before.draw_index

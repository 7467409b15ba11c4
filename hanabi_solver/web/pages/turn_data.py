"""The data of a page, ready for JSON: the deck, and the board after every turn."""

from typing import Any

from hanabi_solver.game.cards import START_MARK, START_RANK, UNKNOWN_TRASH, format_card
from hanabi_solver.game.moves import Clue, Discard
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, steps
from hanabi_solver.game.words import (
    deed,
    drawn_card,
    ending,
    held_mark,
    held_name,
    most_tokens_text,
    move_words,
    tokens_name,
    tokens_text,
)
from hanabi_solver.game.worth import Worth, clues_usable, last_seat, pace, worth
from hanabi_solver.web.pages.subject import Subject

_PLAYED, _DISCARDED, _MISPLAYED = "played", "discarded", "misplayed"


def page_data(subject: Subject) -> dict[str, Any]:
    """All that the page's script shows.

    `states[k]` is the board after k moves; cards are deck indices. `deck[index]` has the card's name and
    what became of it: after how many moves it was drawn (`drawn`) and had left its hand (`left`), and how.
    Raises IllegalMoveError if a move of the line breaks a rule.
    """
    rules = subject.start.rules
    played = list(steps(subject.start, subject.line))
    positions = [subject.start, *(step.after for step in played)]
    return {
        "title": subject.title,
        "names": list(subject.names),
        "suits": [
            {"letter": suit.letter, "name": name, "is_reversed": suit.reversed}
            for suit, name in zip(rules.suits, subject.suit_names, strict=True)
        ],
        "ranks": rules.ranks,
        "max_score": rules.max_score,
        "tokens_name": tokens_name(rules),
        "most_tokens": most_tokens_text(rules),
        "most_strikes": rules.strike_limit,
        "first_turn": subject.first_turn,
        "is_hidden": subject.is_hidden,
        "gone_name": "Discarded, or shown as x" if subject.unnamed else "Discarded",
        "deck": _deck(subject, played),
        "states": [_state(subject, number, position, played) for number, position in enumerate(positions)],
        "ending": subject.ending or ending(positions[-1], has_moves=bool(played)),
    }


def _deck(subject: Subject, played: list[Step]) -> list[dict[str, Any]]:
    start = subject.start
    held = {card: seat for seat, hand in enumerate(start.hands) for card in hand}
    cards: list[dict[str, Any]] = []
    for index, face in enumerate(start.deck):
        drawn: int | None = 0 if index < start.draw_index else None
        card = {
            "name": held_mark(start, index, subject.unnamed),
            "suit": None if index in subject.unnamed else face.suit,
            "drawn": drawn,
            "seat": held.get(index),
            "left": 0 if drawn == 0 and index not in held else None,
            "how": "gone before" if drawn == 0 and index not in held else None,
        }
        cards.append(card)
    for step in played:
        drawn_index = drawn_card(step)
        if drawn_index is not None:
            cards[drawn_index] |= {"drawn": step.turn, "seat": step.before.seat}
        if not isinstance(step.move, Clue):
            cards[step.move.card] |= {"left": step.turn, "how": _what_became(step)}
            if cards[step.move.card]["drawn"] is None:  # played from the pile
                cards[step.move.card]["drawn"] = step.turn
    return cards


def _what_became(step: Step) -> str:
    if isinstance(step.move, Discard):
        return _DISCARDED
    return _PLAYED if step.after.strikes == step.before.strikes else _MISPLAYED


def _state(subject: Subject, number: int, position: Position, played: list[Step]) -> dict[str, Any]:
    reach = subject.reaches[number]
    return {
        "stacks": list(position.stacks),
        "on_stacks": _on_stacks(position),
        # Newest card first, as on the site.
        "hands": [
            [_held(position, card, subject.unnamed) for card in reversed(hand)] for hand in position.hands
        ],
        "tokens": tokens_text(position),
        "strikes": position.strikes,
        "pile": position.pile_size,
        "draw_index": position.draw_index,
        "discards": _gone(subject, played[:number]),
        "seat": None if position.is_over else position.seat,
        "turns_left": position.turns_left,
        "pace": None if position.is_over else pace(position),
        "clues": _clues_left(position),
        "last": last_seat(position),
        "score": position.score,
        "best": None if reach is None else reach.best,
        "upper": None if reach is None else reach.upper,
        "move": None if number == 0 else _move(subject, played[number - 1]),
    }


def _clues_left(position: Position) -> int | None:
    """How many clues can still be given, as hanab.live counts them."""
    usable = None if position.is_over else clues_usable(position)
    return None if usable is None else usable // position.rules.clue_cost


def _on_stacks(position: Position) -> list[list[str]] | None:
    """What lies on each stack from the bottom, where suits have no set order."""
    if position.rules.has_set_order:
        return None
    return [
        [START_MARK if rank == START_RANK else str(rank) for rank in ranks] for ranks in position.stack_ranks
    ]


def _held(position: Position, card: int, unnamed: frozenset[int]) -> dict[str, Any]:
    is_named = card not in unnamed
    return {
        "card": card,
        "worth": (worth(position, card) if is_named else Worth.TRASH).value,
        "is_playable": is_named and position.is_playable(position.deck[card]) and not position.is_over,
    }


def _gone(subject: Subject, played: list[Step]) -> list[dict[str, Any]]:
    """The discard pile: what lay there at the start by suit, then card after card.

    Where some useless cards are unnamed, which of the cards are in the pile and which in hands is open.
    """
    start = subject.start
    faces = sorted([*start.discards, *(start.deck[card] for card in subject.unnamed)])
    letters = start.rules.letters
    gone = [{"name": format_card(face, letters), "suit": face.suit} for face in faces]
    for step in played:
        if isinstance(step.move, Clue) or _what_became(step) == _PLAYED:
            continue
        card = step.move.card
        if card not in subject.unnamed:
            gone.append({"name": held_mark(start, card), "suit": start.deck[card].suit})
    return gone


def _move(subject: Subject, step: Step) -> dict[str, Any]:
    """The move that led to a state, in words."""
    before, after = move_words(step, subject.names)
    drawn = drawn_card(step)
    is_clue = isinstance(step.move, Clue)
    name = "" if isinstance(step.move, Clue) else held_name(subject.start, step.move.card, subject.unnamed)
    text = f"{before}{name}{after}"
    deed_text = deed(step, subject.names, subject.unnamed)
    draws = "" if drawn is None else held_name(subject.start, drawn, subject.unnamed)
    note = next((note for note in subject.drops if note.turn == step.turn), None)
    return {
        "turn": subject.first_turn + step.turn - 1,
        "seat": step.before.seat,
        "kind": "clue" if is_clue else before.strip(),
        "card": None if isinstance(step.move, Clue) else step.move.card,
        "drawn": drawn,
        "text": text,
        "deed": deed_text,
        "draws": draws,
        "said": _said(subject, step, deed_text, draws),
        "drop": None if note is None else {"before": note.before, "after": note.after},
    }


def _said(subject: Subject, step: Step, deed_text: str, draws: str) -> str:
    """A turn as a sentence to listen to."""
    after = step.after
    last = " (the last card)" if draws and after.pile_size == 0 else ""
    drawn = f", draws {'a useless card' if draws == UNKNOWN_TRASH else draws}{last}" if draws else ""
    tokens, name = tokens_text(after), tokens_name(after.rules)
    tokens = f"{tokens} {name.removesuffix('s') if tokens == '1' else name}"
    counts = f"Score {after.score}, {tokens}, {counted(after.strikes, 'strike')}."
    turn = subject.first_turn + step.turn - 1
    return f"Turn {turn}: {deed_text}{drawn}. {counts}"

"""Stepping along a line and leaving it: what if another move had been made at this turn?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import read_card, small
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import UNKNOWN_TRASH
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, replay, steps
from hanabi_solver.game.words import clue_value, seat_names
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS, solve
from hanabi_solver.solver.limits import Context, Limits

_HELP = 'write "p r5", "p 2" (slot 2), "d x" (any useless card), "c" (any clue), "c Bob red" or "c Bob 5"'


@dataclass(frozen=True, slots=True)
class Exploration:
    """A place on a path of moves from `start`; `line` is the path that was there at first.

    `at` moves of `path` have been made. `earlier` holds the paths and places before each move that was tried.
    """

    start: Position
    line: tuple[Move, ...]
    path: tuple[Move, ...]
    at: int = 0
    earlier: tuple[tuple[tuple[Move, ...], int], ...] = ()

    @classmethod
    def along(cls, start: Position, line: Sequence[Move]) -> "Exploration":
        """At the start of a line; raises IllegalMoveError if one of its moves breaks a rule."""
        replay(start, line)
        return cls(start, tuple(line), tuple(line))

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves that led here."""
        return self.path[: self.at]

    @property
    def position(self) -> Position:
        """The position here."""
        return replay(self.start, self.made)

    @property
    def last_step(self) -> Step | None:
        """The turn that led here; None at the start."""
        return list(steps(self.start, self.made))[-1] if self.at else None

    @property
    def next_move(self) -> Move | None:
        """The move of the path that comes next; None at its end."""
        return self.path[self.at] if self.at < len(self.path) else None

    @property
    def is_on_line(self) -> bool:
        """Whether the moves that led here are those of the line."""
        return self.made == self.line[: self.at]

    def moved_to(self, at: int) -> "Exploration":
        """After so many moves of the path, or at the nearer of its ends."""
        return replace(self, at=min(max(at, 0), len(self.path)))

    def tried(self, move: Move) -> "Exploration":
        """After another move from here, which ends the path; raises IllegalMoveError if it is not legal."""
        apply(self.position, move)
        earlier = (*self.earlier, (self.path, self.at))
        path = self.path if move == self.next_move else (*self.made, move)
        return replace(self, path=path, at=self.at + 1, earlier=earlier)

    def continued(self, line: Sequence[Move]) -> "Exploration":
        """Here, with a path that goes on with `line`; raises IllegalMoveError if it cannot."""
        replay(self.position, line)
        return replace(self, path=(*self.made, *line))

    def undone(self) -> "Exploration":
        """Where the last move that was tried was made; the same if there is none."""
        if not self.earlier:
            return self
        path, at = self.earlier[-1]
        return replace(self, path=path, at=at, earlier=self.earlier[:-1])

    def back_on_line(self) -> "Exploration":
        """On the line again, at the turn where the path left it."""
        pairs = enumerate(zip(self.path, self.line, strict=False))
        alike = min(len(self.path), len(self.line))
        left = next((turn for turn, (one, other) in pairs if one != other), alike)
        return replace(self, path=self.line, at=min(self.at, left), earlier=())


@dataclass(frozen=True, slots=True)
class Remaining:
    """The best score that a position leaves, and a line to the score that surely can be reached."""

    reach: Reach
    line: tuple[Move, ...]


def remaining(position: Position, *, limits: Limits = NO_LIMITS, context: Context = ALONE) -> Remaining:
    """What can still be reached from a position, or both bounds if a limit was hit.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> remaining(apply(start, Play(4))).reach
    Reach(best=9, upper=9)
    """
    if position.is_over:
        return Remaining(Reach(position.score, position.score), ())
    result = solve(position, limits=limits, context=context)
    return Remaining(Reach(result.best, result.upper), result.line)


def parse_attempt(
    text: str, position: Position, unnamed: frozenset[int] = frozenset(), names: Sequence[str] = ()
) -> Move:
    """The move of the seat to move that `text` names: by a card or slot (1 is the newest), or a clue.

    `unnamed` are the deck indices of cards that are shown as `x`, `names` those of the seats. Raises
    InputError if the text names no card in hand or no clue; whether the move is legal is for the engine to
    say.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> parse_attempt("p r1", start), parse_attempt("d 5", start)
    (Play(card=0), Discard(card=0))
    >>> parse_attempt("c Bob 5", start), parse_attempt("clue red to Bob", start)
    (Clue(target=1, suit=None, rank=5), Clue(target=1, suit=0, rank=None))
    """
    names = names or seat_names(position.rules.players)
    match small(text).split():
        case ["p" | "play" | "misplay", card] | ["p" | "play" | "misplay", "slot", card]:
            return Play(_card(card, position, unnamed, names))
        case ["d" | "discard", card] | ["d" | "discard", "slot", card]:
            return Discard(_card(card, position, unnamed, names))
        case ["c" | "clue"]:
            clue = next((move for move in legal_moves(position) if isinstance(move, Clue)), None)
            if clue is None:
                raise _error("expected a move that is possible, but no clue can be given")
            return clue
        case ["c" | "clue", *words]:
            return _clue(words, position, names)
        case [_, "to", *_] as words:
            return _clue(words, position, names)
    raise _error(f"expected a move, got {shorten(text.strip())!r}")


def _clue(words: list[str], position: Position, names: Sequence[str]) -> Clue:
    """The clue that names a player and a colour or rank, in either order, like "bob red" or "red to bob"."""
    if words[0] == "to" and len(words) > 2:
        words = words[1:]
    at = words.index("to") if "to" in words[1:-1] else 0
    pairs = [(words[at + 1 :], words[:at])] if at else []
    for cut in range(1, len(words)):
        pairs += [(words[:cut], words[cut:]), (words[cut:], words[:cut])]
    if position.rules.players == 2:  # there is one who can get it
        pairs.append((names[1 - position.seat].split(), words))
    found = [
        Clue(seat, *value)
        for who, what in pairs
        for seat in _seats(" ".join(who), names)
        for value in _values(" ".join(what), position)
    ]
    if len(set(found)) == 1:
        return found[0]
    players = ", ".join(name for seat, name in enumerate(names) if seat != position.seat)
    colours = dict.fromkeys(
        clue_value(position.rules, Clue(0, suit)) for suit in range(len(position.rules.clue_letters))
    )
    given = shorten(" ".join(words))
    if found:
        raise _error(f"expected one clue, got {given!r}, which {len(set(found))} go by")
    raise _error(f"expected a player ({players}) and a colour ({', '.join(colours)}) or rank, got {given!r}")


def _seats(text: str, names: Sequence[str]) -> list[int]:
    """The seats whose name this is, in any case; or else begins with it."""
    folded, text = [" ".join(name.split()).casefold() for name in names], text.casefold()
    exact = [seat for seat, name in enumerate(folded) if name == text]
    return exact or [seat for seat, name in enumerate(folded) if name.startswith(text)]


def _values(text: str, position: Position) -> list[tuple[int | None, int | None]]:
    """The suits (or colours) and ranks that a clue can name so: a colour's name or letter, or a digit."""
    if len(text) == 1 and text.isascii() and text.isdigit():
        return [(None, int(text))]
    letters = position.rules.clue_letters
    suits = range(len(letters))
    return [
        (suit, None) for suit in suits if text in (letters[suit], clue_value(position.rules, Clue(0, suit)))
    ]


def _error(text: str) -> InputError:
    return InputError([Fault("move", text, _HELP)])


def _card(text: str, position: Position, unnamed: frozenset[int], names: Sequence[str]) -> int:
    """The deck index of a card in hand, by slot or face; the oldest one where there are several."""
    hand = position.hands[position.seat]
    if text.isascii() and text.isdigit():
        if len(text) > 2 or not 1 <= int(text) <= len(hand):
            raise _error(f"expected a slot from 1 to {len(hand)}, got {shorten(text)}")
        return hand[-int(text)]
    if text == UNKNOWN_TRASH:
        useless = [card for card in hand if card in unnamed or position.is_trash(position.deck[card])]
        if not useless:
            raise _error("expected a card in hand, got x, but no card is useless")
        return useless[0]
    face = read_card(text, position.rules.letters, position.rules.rank_marks, "move")
    pile = [position.draw_index] if position.rules.deck_plays and position.pile_size == 1 else []
    for card in (*hand, *pile):
        if position.deck[card] == face and card not in unnamed:
            return card
    raise _error(f"expected a card in the hand of {names[position.seat]}, got {text}")

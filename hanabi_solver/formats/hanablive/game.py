"""A game of hanab.live: its deal, its moves and how it was stopped; replayed by the engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hanabi_solver.errors import Fault, IllegalMoveError, InputError, UnsupportedRules
from hanabi_solver.formats.hanablive.actions import ActionTable, GameEnd
from hanabi_solver.formats.hanablive.clues import clue_rules
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, Options, options_of, rules_for
from hanabi_solver.formats.hanablive.outcome import Outcome, outcome_of
from hanabi_solver.formats.hanablive.variants import Variant, all_variants, variant_by_id
from hanabi_solver.formats.plain_text import one_line
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, replay, steps
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.words import seat_names


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game as hanab.live keeps it, in the engine's terms.

    `deal.rules` are those of `variant` and `options`. `moves` say what happens: playing an inverted card
    is a `Play`, whatever button the site has for it. `end` is the action that stopped the game, if there
    is one. `notes` are remarks for people about what was read. `turn` (from 1) is the one that a link opens
    at, None for the deal. One that `lacks_characters` was played with detrimental characters and is read
    without them: it has no moves, as these may be illegal without the characters' rules. Building a game
    checks neither the moves nor that everything fits together; the readers of this package see to the latter.
    """

    variant: Variant
    players: tuple[str, ...]
    deal: Deal
    moves: tuple[Move, ...] = ()
    options: Options = NO_OPTIONS
    seed: str = ""
    end: GameEnd | None = None
    notes: tuple[str, ...] = ()
    turn: int | None = None
    lacks_characters: bool = False

    @property
    def start(self) -> Deal | Position:
        """Where the game opens: its deal, or the position at `turn`.

        Raises InputError for a turn that the game has not, IllegalMoveError for a move before it.
        """
        if self.turn is None or self.turn == 1:
            return self.deal
        if type(self.turn) is not int:
            raise InputError([Fault("turn", f"expected a whole number, got {self.turn!r}")])
        if self.lacks_characters:
            advice = "its moves may be illegal without the characters' rules, and are not read"
            text = f"expected the deal of a game that is read without its characters, got turn {self.turn}"
            raise InputError([Fault("turn", text, advice)])
        most = len(self.moves) + 1
        if not 1 <= self.turn <= most:
            text = f"expected 1 to {most} (after the last move), got {self.turn}"
            raise InputError([Fault("turn", text)])
        return replay(self.deal.start(), self.moves[: self.turn - 1])

    def __str__(self) -> str:
        """What game it is, in one line."""
        moves = "no moves" if not self.moves else counted(len(self.moves), "move")
        if self.lacks_characters:
            moves = "without its characters and moves"
        parts = [self.seed, self.variant.name, f"{len(self.players)} players", moves]
        return one_line(", ".join(part for part in parts if part))

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def _repr_html_(self) -> str:
        """The board for notebooks, where the game opens, with the names of its players.

        It is that of the deal if a move before is against the rules: what is shown at a prompt never fails.
        """
        try:
            start = self.start
        except (IllegalMoveError, InputError):
            start = self.deal
        position = start.start() if isinstance(start, Deal) else start
        return position.to_html(self.players, str(self))

    @property
    def table(self) -> ActionTable:
        """What reading and writing this game's actions takes."""
        return ActionTable(self.variant, len(self.players), self.deal.deck)

    def replay(self) -> Position:
        """The position after the last move; raises IllegalMoveError with its turn and rule."""
        return replay(self.deal.start(), self.moves)

    def outcome(self) -> Outcome:
        """How the game ended, and its score as the site records it and on its stacks.

        Raises IllegalMoveError as `replay` does.
        """
        return outcome_of(self.replay(), None if self.end is None else self.end.reason)

    def ending(self) -> str:
        """How the game ended: what the rules say, why it was stopped, "no further point", or "not stated".

        Raises IllegalMoveError as `replay` does.
        """
        return self.outcome().ending

    def with_line(self, line: Sequence[Move]) -> "Game":
        """The same deal with the moves of `line`, a line of the engine from the start of the deal.

        Moves after the last point are left out, since the site ends a game when no point can follow.
        Raises IllegalMoveError if the line is not legal.
        """
        moves = _until_last_point(self.deal.start(), line)
        return replace(self, moves=tuple(moves), end=None, notes=(), turn=None)


def lacks_button(variant: Variant, step: Step) -> bool:
    """Whether the site's server accepts a move for which its page has no button (docs/hanablive.md).

    At the token limit the page has no discard button, which plays an inverted card; so such a card cannot
    be played there, and no other card discarded. From the pile it discards in variants with such a suit only.
    """
    if isinstance(step.move, Clue):
        return False
    is_discard = isinstance(step.move, Discard)
    if not variant.has_inverted_suits:
        return is_discard and step.move.card == step.before.draw_index
    is_inverted = variant.suits[step.before.deck[step.move.card].suit].inverted
    return step.before.tokens >= step.before.rules.token_limit and is_discard != is_inverted


def game_of(deal: Deal, line: Sequence[Move] = (), seed: str = "", variant: Variant | None = None) -> Game:
    """The game in which `line` is played from `deal`; the variant is looked up from the rules if not given.

    Raises UnsupportedRules if hanab.live has no game with these rules, and as `Game.with_line` does.

    >>> from hanabi_solver.formats.hanablive.seeds import parse_seed
    >>> game_of(parse_seed("p3v0s7").deal).variant.name
    'No Variant'
    """
    rules = replace(deal.rules, strikeout_scores=False)  # this changes what counts, not what can be done
    if variant is None:
        variant = _variant_of(rules)
    options = options_of(rules)
    known = rules_for(variant, rules.players, options)
    if len(known.suits) != len(rules.suits) or not _are_alike(known, rules):
        raise _no_such_game()
    game = Game(variant, seat_names(rules.players), Deal(known, deal.deck), options=options, seed=seed)
    return game.with_line(line)


def _variant_of(rules: Rules) -> Variant:
    """The variant whose games have these rules; one with the letters of their suits first."""
    options = options_of(rules)
    for variant in _candidates(rules):
        if len(variant.suits) != len(rules.suits) or clue_rules(variant) != rules.clues:
            continue
        if _are_alike(rules_for(variant, rules.players, options), rules):
            return variant
    raise _no_such_game()


def _candidates(rules: Rules) -> Iterator[Variant]:
    """Every variant, the most likely ones first."""
    no_variant = variant_by_id(0)
    if no_variant.letters == rules.letters:
        yield no_variant  # before all others are built, which takes a while
    yield from sorted(all_variants(), key=lambda variant: (variant.letters != rules.letters, variant.id))


def _are_alike(one: Rules, other: Rules) -> bool:
    """Whether two rules with as many suits differ in nothing but the suits' letters."""
    suits = [replace(suit, letter=letter) for suit, letter in zip(one.suits, other.letters, strict=True)]
    return replace(one, suits=tuple(suits)) == other


def _no_such_game() -> UnsupportedRules:
    return UnsupportedRules(
        [
            Fault(
                "rules",
                "expected rules that a variant and options of hanab.live make, got others",
                "hanab.live has 3 to 6 suits, 8 clue tokens, 3 strikes, and hands of the usual size or one "
                "card more or less",
            )
        ]
    )


def _until_last_point(start: Position, line: Sequence[Move]) -> list[Move]:
    last = 0
    for step in steps(start, line):
        if sum(step.after.stacks) > sum(step.before.stacks):
            last = step.turn
    return list(line[:last])

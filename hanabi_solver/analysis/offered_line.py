"""A line that the page of hanab.live offers move by move, where one is found.

In variants with an inverted suit the site's server accepts moves at the token limit for which its page has no
button (docs/hanablive.md). Lines without them are preferred; what is left is named.
"""

from collections.abc import Sequence
from dataclasses import replace

from hanabi_solver.formats.hanablive.game import lacks_button
from hanabi_solver.formats.hanablive.variants import Variant
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.game.stacking import Chosen, choices
from hanabi_solver.game.words import card_name
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.shared_tables import LOOK_BELOW_MEMORY

# States of the search for a line without such moves.
MOST_NODES = 100_000


def offered_line(variant: Variant, result: Result, context: Context) -> Result:
    """The result with a line that has as few moves without a button as are found; its score stays the same.

    A card that has to go at the token limit is misplayed rather than discarded, where a strike is to spare.
    """
    best = replace(result, line=_with_misplays(variant, result.position, result.line))
    left = _number_without(variant, best)
    if left == 0 or result.best == 0 or context.must_stop():
        return best
    line = _search(variant, result)
    if line is None:
        return best
    other = replace(result, line=_with_misplays(variant, result.position, line))
    return other if _number_without(variant, other) < left else best


def _search(variant: Variant, result: Result) -> tuple[Move, ...] | None:
    """A line to the same score without an inverted card played at the token limit; None if none is found."""
    from hanabi_solver.search.driver import TargetSearch
    from hanabi_solver.search.tables import Tables

    position = result.position
    chosen = None
    if not position.rules.has_set_order:
        # The ways in which the stacks were filled: one of them is as good as the line was.
        chosen = Chosen.of(position, next(choices(replay(position, result.line))))
    inverted = [number for number, suit in enumerate(variant.suits) if suit.inverted]
    search = TargetSearch(
        position if chosen is None else chosen.fixed,
        result.best,
        Tables(LOOK_BELOW_MEMORY),
        seed=result.seed,
        barred_at_limit=inverted,
    )
    search.advance(MOST_NODES)
    if search.outcome is not SearchOutcome.REACHED:
        return None
    line = search.line if chosen is None else chosen.true_line(search.line)
    if line is None:
        return None
    final = replay(position, line)
    return line if final.score == result.best and keeps_score(final) else None


def moves_without_button(
    variant: Variant, position: Position, line: Sequence[Move], first_turn: int = 1
) -> tuple[str, ...]:
    """What the page does not offer of a line: "turn 7 (play o3)"; turns count from `first_turn`."""
    found = []
    for step in steps(position, line):
        if isinstance(step.move, Clue) or not lacks_button(variant, step):
            continue
        verb = "play" if isinstance(step.move, Play) else "discard"
        name = card_name(position.deck[step.move.card], position.rules.letters)
        found.append(f"turn {first_turn - 1 + step.turn} ({verb} {name})")
    return tuple(found)


def no_button_sentence(moves: Sequence[str]) -> str:
    """What `moves_without_button` found, as a sentence.

    >>> no_button_sentence(["turn 7 (play o3)"])
    "hanab.live's page has no button for turn 7 (play o3); its server accepts the move."
    """
    accepts = "the move" if len(moves) == 1 else "these moves"
    return f"hanab.live's page has no button for {', '.join(moves)}; its server accepts {accepts}."


def _number_without(variant: Variant, result: Result) -> int:
    return len(moves_without_button(variant, result.position, result.line))


def _with_misplays(variant: Variant, start: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """The line with misplays in place of discards that have no button, as long as strikes are to spare."""
    position, moves = start, []
    for step in steps(start, line):
        move = step.move
        if isinstance(move, Discard) and lacks_button(variant, step):
            fits = position.is_playable(position.deck[move.card])
            if not fits and position.strikes + 1 < position.rules.strike_limit:
                move = Play(move.card)
        position = apply(position, move)
        moves.append(move)
    final = replay(start, line)
    is_as_good = position.score == final.score and keeps_score(position)
    return tuple(moves) if is_as_good else tuple(line)

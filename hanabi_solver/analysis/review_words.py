"""What a review says, in sentences: what became of the game, who did what, what would have kept a score."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from hanabi_solver.analysis.game_review import GameReview
from hanabi_solver.analysis.review_result import Drop, Loss, Reach, Review, ReviewedTurn
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.formats.faults import runs
from hanabi_solver.formats.first_move import FirstMove, MoveKind, first_move_of, format_first_move
from hanabi_solver.formats.hanablive.outcome import NOT_STATED
from hanabi_solver.game import words
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, steps
from hanabi_solver.game.words import card_name

# Moves of a line that are shown beside its link.
_FIRST_MOVES = 8


def headline_sentences(reviewed: GameReview, names: Sequence[str]) -> Iterator[str]:
    """The score, the deal's best, and what became of the highest score; `names` are those of the seats."""
    review = reviewed.review
    score, most = review.final.score, review.start.rules.max_score
    if score == most:
        yield f"Score {score} of {most}: a perfect game, no move cost a point."
        return
    said = reviewed.outcome.score_text if reviewed.outcome.was_stopped else f"Score {score} of {most}"
    if review.best.is_exact and score == review.best.best:
        yield f"{said}, the best that this deal allows."
        return
    join = ". The" if reviewed.outcome.was_stopped else "; the"
    yield f"{said}{join} deal's best is {range_text(review.best)}."
    if review.loss is None:
        if review.end.best == most:
            yield from _end_sentence(reviewed)
        else:
            yield f"Whether {most} got out of reach is not decided."
    else:
        yield f"{most} {_how_lost(review, review.loss, names)}."


def closing_sentences(reviewed: GameReview) -> Iterator[str]:
    """What neither the headline nor a move that lowered the score says: why, and what was left at the end."""
    review = reviewed.review
    loss = review.loss
    if loss is None:
        return
    if not any(drop.turn.turn == loss.last for drop in review.drops):
        yield f"Why not {review.start.rules.max_score}: {why(loss.reasons)}."
    yield from _end_sentence(reviewed)


def points_left_text(reviewed: GameReview) -> str:
    """How many points could still be made when the game ended, like "1 point was left"; empty if none."""
    end = reviewed.review.end
    number = end.best - reviewed.outcome.on_stacks
    if end.best <= reviewed.review.final.score or number <= 0:
        return ""
    least = "" if end.is_exact else "at least "
    return f"{least}{counted(number, 'point')} {'was' if number == 1 else 'were'} left"


def _end_sentence(reviewed: GameReview) -> Iterator[str]:
    """When and how the game ended, with the points that were left."""
    left = points_left_text(reviewed)
    if left:
        left = left[0].upper() + left[1:]
        yield f"{left}: {range_text(reviewed.review.end)} was still in reach {_at_the_end(reviewed)}."
    elif reviewed.outcome.was_stopped:
        yield f"No point was left {_at_the_end(reviewed)}."
    elif reviewed.ending != NOT_STATED:
        yield f"T{_at_the_end(reviewed).removeprefix('when t')}."


def _how_lost(review: Review, loss: Loss, names: Sequence[str]) -> str:
    """What became of the highest score, to be read after it."""
    if loss.last == 0:
        return "was never in reach"
    if loss.first < loss.last:
        since = "from the start" if loss.first == 0 else f"from turn {loss.first}"
        return f"was perhaps out of reach {since} on, and surely after turn {loss.last}"
    return f"became impossible at turn {loss.last}: {deed(review.turns[loss.last - 1], names)}"


def _at_the_end(reviewed: GameReview) -> str:
    turns = len(reviewed.review.turns)
    when = f"after turn {turns}" if turns else "before its first move"
    if reviewed.ending == NOT_STATED:
        return f"when the game stopped {when}"
    return f"when the game ended {when} ({reviewed.ending})"


def undecided_sentence(best: Reach, turns: Sequence[ReviewedTurn]) -> str:
    """What a limit left open: the deal's best, or the scores around `turns`."""
    reaches = [best, *(reach for turn in turns for reach in (turn.before, turn.after))]
    open_reaches = [reach for reach in reaches if not reach.is_exact]
    lowest = min(reach.best for reach in open_reaches)
    highest = max(reach.upper for reach in open_reaches)
    if not turns:
        return f"Not decided before a limit was hit: the deal's best, {lowest} to {highest}."
    where = "turn" if len(turns) == 1 else "turns"
    return (
        f"Not decided before a limit was hit: the best score in reach around {where} "
        f"{runs([turn.turn for turn in turns])}, {lowest} to {highest}."
    )


def keeping_groups(drop: Drop) -> Iterator[str]:
    """The moves that would have kept the score, grouped for people; then those that are not decided."""
    yield from _grouped(drop.turn.position, drop.moves.keeping, [*drop.moves.losing, *drop.moves.undecided])
    if drop.moves.undecided:
        groups = _grouped(drop.turn.position, drop.moves.undecided, [*drop.moves.keeping, *drop.moves.losing])
        yield f"not decided: {', '.join(groups)}"


def _grouped(position: Position, moves: Sequence[FirstMove], others: Sequence[FirstMove]) -> Iterator[str]:
    """Moves by kind; useless cards of a hand, which are interchangeable, are named together."""
    for kind in (MoveKind.PLAY, MoveKind.CLUE, MoveKind.DISCARD, MoveKind.MISPLAY):
        chosen = [move for move in moves if move.kind is kind]
        if not chosen:
            continue
        if kind is MoveKind.CLUE:
            yield "any clue"
            continue
        verb = "even misplay" if kind is MoveKind.MISPLAY else kind.value
        useless = [move for move in chosen if move.card is not None and position.is_trash(move.card)]
        useful = [move for move in chosen if move not in useless]
        is_all = not any(move.kind is kind for move in others)
        if kind is MoveKind.DISCARD and is_all and len(chosen) > 1:
            yield f"discard any card ({_cards(chosen, position)})"
            continue
        words = [f"any useless card ({_cards(useless, position)})"] if len(useless) > 1 else []
        named = useful if words else chosen
        if named:
            words.append(_cards(named, position, " or "))
        yield f"{verb} {' or '.join(words)}"


def _cards(moves: Sequence[FirstMove], position: Position, last: str = ", ") -> str:
    words = []
    for move in moves:
        card = move.card or Card(0, 0)
        words.append(card_name(card, position.rules.letters) + (" from the pile" if move.from_pile else ""))
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + last + words[-1]


def move_name(position: Position, move: Move) -> str:
    """A move by its kind and card, like "play r4"."""
    return format_first_move(first_move_of(position, move), position.rules.letters)


def line_text(drop: Drop, *, is_linked: bool) -> str:
    """The moves of a line, only the first ones if a link shows the rest."""
    position, line = drop.turn.position, drop.line
    shown = line[:_FIRST_MOVES] if is_linked and len(line) > _FIRST_MOVES + 1 else line
    played = groupby(steps(position, shown), key=lambda step: isinstance(step.move, Clue))
    moves = ", ".join(text for is_clue, part in played for text in _moves(list(part), is_clue=is_clue))
    return moves if shown == line else f"{moves}, ... ({counted(len(line), 'move')})"


def _moves(part: Sequence[Step], *, is_clue: bool) -> list[str]:
    """The names of moves; several clues in a row are counted."""
    if is_clue and len(part) > 1:
        return [counted(len(part), "clue")]
    return [move_name(step.before, step.move) for step in part]


def deed(turn: ReviewedTurn, names: Sequence[str]) -> str:
    """Who does what."""
    (step,) = steps(turn.position, [turn.move], turn.turn)
    return words.deed(step, names)


def why(reasons: Sequence[Bound]) -> str:
    """The first reason, which is the easiest to see."""
    return reasons[0].text


def range_text(reach: Reach) -> str:
    """A score if it is known, else both bounds."""
    return str(reach.best) if reach.is_exact else f"{reach.best} to {reach.upper}"

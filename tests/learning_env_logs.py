"""Logs as the Hanabi Learning Environment prints them, written from a game by the engine."""

from collections.abc import Iterator

from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Clue, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, steps

COLOURS = "RYGWB"


def face(card: Card) -> str:
    return f"{COLOURS[card.suit]}{card.rank}"


def move_text(step: Step) -> str:
    position, move = step.before, step.move
    if isinstance(move, Clue):
        ahead = (move.target - position.seat) % position.rules.players
        value = f"rank {move.rank}" if move.suit is None else f"color {COLOURS[move.suit]}"
        return f"(Reveal player +{ahead} {value})"
    slot = position.hands[position.seat].index(move.card)
    return f"({'Play' if isinstance(move, Play) else 'Discard'} {slot})"


def history_log(game: Game) -> str:
    """The history of moves, the cards that were dealt among them."""
    start = game.deal.start()
    lines = [f"<(Deal {face(card)})>" for card in start.deck[: start.draw_index]]
    for step in steps(start, game.moves):
        scored = " scored" if sum(step.after.stacks) > sum(step.before.stacks) else ""
        lines.append(f"<{move_text(step)} by player {step.before.seat}{scored}>")
        drawn = step.before.deck[step.before.draw_index : step.after.draw_index]
        lines += [f"<(Deal {face(card)})>" for card in drawn]
    return "\n".join(lines) + "\n"


def board_log(game: Game) -> str:
    """A board before every move, and what one player sees of it, which is to be skipped."""
    start = game.deal.start()
    lines = [f"players={len(game.players)}"]
    position = start
    for step in steps(start, game.moves):
        lines += [f"Current player: {step.before.seat}", *board(step.before)]
        lines += ["--- Observation ---", *board(step.before), "--- EndObservation ---"]
        lines += [
            "### Last moves: <(Deal XX)> <(Play 0) by player 1>",
            f"Chose random legal move: {move_text(step)}",
        ]
        position = step.after
    return "\n".join([*lines, "Game done. Terminal state:", *board(position)]) + "\n"


def board(position: Position) -> Iterator[str]:
    yield f"Life tokens: {3 - position.strikes}"
    yield f"Info tokens: {position.tokens}"
    yield "Fireworks: " + " ".join(f"{COLOURS[suit]}{height}" for suit, height in enumerate(position.stacks))
    yield "Hands:"
    for seat in range(position.rules.players):
        if seat:
            yield "-----"
        if seat == position.seat:
            yield "Cur player"
        for card in position.hand_cards(seat):
            yield f"{face(card)} || XX|RYGWB12345"
    yield f"Deck size: {position.pile_size}"
    yield "Discards: " + " ".join(map(face, position.discards))

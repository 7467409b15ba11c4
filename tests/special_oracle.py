"""The best score of tiny positions under the special rules, by naive brute force.

Written from the rules in words; it shares nothing with the package. A position is a dict: cards are
texts ("a3", "aS" for the START of suit a), a stack is the list of its cards from the bottom, a hand has
its oldest card first, the pile its next card first, and `turns_left` is how many turns the final round
still has (None before it). Every legal move of every position is tried: no bound, no move left out.
"""

from collections.abc import Hashable, Iterator
from typing import Any

Position = dict[str, Any]

START = "S"


class TooBigError(Exception):
    """There are more states than were allowed."""


def best_score(position: Position, max_states: int = 10**9) -> int:
    """The best final score of all lines from `position`."""
    return Search(position, max_states).best(start_state(position))


def count_states(position: Position, max_states: int) -> int:
    """How many states a search of `position` looks at."""
    search = Search(position, max_states)
    search.best(start_state(position))
    return len(search.known)


def start_state(position: Position) -> Position:
    return {
        "stacks": [list(stack) for stack in position["stacks"]],
        "hands": [list(hand) for hand in position["hands"]],
        "pile": list(position["pile"]),
        "discards": list(position["discards"]),
        "tokens": position["tokens"],
        "strikes": position["strikes"],
        "seat": position["seat"],
        "turns_left": position["turns_left"],
    }


def best_with_strikes_at_will(position: Position, max_states: int = 10**9) -> int:
    """What the best score would be if a card that fits could be a strike too: no rule of any game.

    Where it is more than the best score, a model that lets a card go so is wrong.
    """
    return Search(position, max_states, strikes_at_will=True).best(start_state(position))


class Search:
    def __init__(self, position: Position, max_states: int, *, strikes_at_will: bool = False) -> None:
        self.strikes_at_will = strikes_at_will
        self.game = position
        self.rules = position["rules"]
        self.max_states = max_states
        self.known: dict[Hashable, int] = {}

    def best(self, state: Position) -> int:
        if is_over(self.game, state):
            return final_score(self.game, state)
        key = same(state)
        if key not in self.known:
            if len(self.known) >= self.max_states:
                raise TooBigError
            self.known[key] = -1  # no line comes back to a state: each move spends a card or a token
            after = [self.best(next_state) for next_state in next_states(self.game, state)]
            if self.strikes_at_will:
                for card in sorted(set(state["hands"][state["seat"]])):
                    thrown = after_use(self.game, state, card, from_pile=False, play=True, fails=True)
                    after.append(self.best(thrown))
            # A player without any legal move ends the game where it stands.
            self.known[key] = max(after, default=final_score(self.game, state))
        return self.known[key]


def same(state: Position) -> Hashable:
    """Equal for states that differ in nothing but the order of cards where it does not matter."""
    return (
        tuple(tuple(stack) for stack in state["stacks"]),
        tuple(tuple(sorted(hand)) for hand in state["hands"]),
        tuple(state["pile"]),
        tuple(sorted(state["discards"])),
        state["tokens"],
        state["strikes"],
        state["seat"],
        state["turns_left"],
    )


def suit_of(game: Position, card: str) -> int:
    return [suit["letter"] for suit in game["suits"]].index(card[0])


def stack_size(game: Position) -> int:
    """How many cards a complete stack has."""
    return sum(rank != START for rank in game["suits"][0]["copies"])


def is_complete(game: Position, stack: list[str]) -> bool:
    return len(stack) == stack_size(game)


def accepts(game: Position, stacks: list[list[str]], card: str) -> bool:
    """Whether `card` may be put on its stack now."""
    suit = suit_of(game, card)
    ranks = [lying[1] for lying in stacks[suit]]
    if is_complete(game, stacks[suit]):
        return False
    if game["stack_rule"] == "up_or_down":
        return card[1] in next_up_or_down(ranks)
    if game["stack_rule"] == "sudoku":
        if not ranks:
            return card[1] not in [stack[0][1] for stack in stacks if stack]
        return int(card[1]) == int(ranks[-1]) % stack_size(game) + 1
    if game["suits"][suit].get("reversed"):
        return int(card[1]) == stack_size(game) - len(ranks)
    return int(card[1]) == len(ranks) + 1


def next_up_or_down(ranks: list[str]) -> list[str]:
    if not ranks:
        return ["1", "5", START]
    if ranks == [START]:
        return ["2", "4"]
    goes_up = ranks[0] == "1" or ranks[:2] == [START, "2"]
    return [str(int(ranks[-1]) + (1 if goes_up else -1))]


def is_perfect(game: Position, state: Position) -> bool:
    return all(is_complete(game, stack) for stack in state["stacks"])


def is_over(game: Position, state: Position) -> bool:
    """Whether the game is over, with `state["seat"]` to move."""
    rules = game["rules"]
    if state["strikes"] >= game["strike_limit"]:
        return True
    if rules["all_or_nothing"]:
        if most_possible(game, state) < full_score(game):
            return True
        if not state["hands"][state["seat"]] and state["tokens"] < rules["clue_cost"]:
            return True
    if rules.get("speedrun") and most_possible(game, state) < full_score(game):
        return True
    return state["turns_left"] == 0 or is_perfect(game, state)


def final_score(game: Position, state: Position) -> int:
    rules = game["rules"]
    if state["strikes"] >= game["strike_limit"] and not rules["strikeout_scores"]:
        return 0
    height = sum(len(stack) for stack in state["stacks"])
    if rules["all_or_nothing"]:
        if not state["hands"][state["seat"]] and state["tokens"] < rules["clue_cost"]:
            return 0  # looked at before the stacks are
        return height if height == full_score(game) else 0
    if rules.get("speedrun") and most_possible(game, state) < full_score(game):
        return 0
    return height


def full_score(game: Position) -> int:
    return stack_size(game) * len(game["suits"])


def most_possible(game: Position, state: Position) -> int:
    """The most points that lost cards allow: every card not discarded is taken to come in time."""
    lost = [lost_ranks(suit, state["discards"]) for suit in game["suits"]]
    if game["stack_rule"] == "sudoku":
        return most_sudoku(game, state["stacks"], lost)
    return sum(
        len(stack) + most_more(game, suit, stack, gone)
        for suit, stack, gone in zip(game["suits"], state["stacks"], lost, strict=True)
    )


def lost_ranks(suit: Position, discards: list[str]) -> set[str]:
    """The ranks of which every copy is discarded."""
    return {
        rank for rank, copies in suit["copies"].items() if discards.count(suit["letter"] + rank) >= copies
    }


def most_more(game: Position, suit: Position, stack: list[str], lost: set[str]) -> int:
    """How many more cards one stack can take, one after the other, when those of `lost` are gone."""
    most = 0
    if is_complete(game, stack):
        return most
    alone = {**game, "suits": [suit]}
    for rank in suit["copies"]:
        card = suit["letter"] + rank
        if rank not in lost and accepts(alone, [stack], card):
            most = max(most, 1 + most_more(game, suit, [*stack, card], lost))
    return most


def most_sudoku(game: Position, stacks: list[list[str]], lost: list[set[str]]) -> int:
    """The most over all ways to give the stacks not started yet starts of their own (or none)."""
    for index, stack in enumerate(stacks):
        if not stack:
            letter = game["suits"][index]["letter"]
            without = [*stacks[:index], ["none"], *stacks[index + 1 :]]  # never started
            most = most_sudoku(game, without, lost)
            for rank in game["suits"][index]["copies"]:
                if rank not in lost[index] and accepts(game, stacks, letter + rank):
                    started = [*stacks[:index], [letter + rank], *stacks[index + 1 :]]
                    most = max(most, most_sudoku(game, started, lost))
            return most
    total = 0
    for suit, stack, gone in zip(game["suits"], stacks, lost, strict=True):
        if stack != ["none"]:
            total += len(stack) + most_more(game, suit, stack, gone)
    return total


def next_states(game: Position, state: Position) -> Iterator[Position]:
    """The states after each legal move: clues, then plays, then discards."""
    rules = game["rules"]
    if state["tokens"] >= rules["clue_cost"] and may_clue(game, state):
        yield passed_on(game, state, {"tokens": state["tokens"] - rules["clue_cost"]})
    for card in sorted(set(state["hands"][state["seat"]])):
        yield after_use(game, state, card, from_pile=False, play=True)
        if may_discard(game, state):
            yield after_use(game, state, card, from_pile=False, play=False)
    if rules.get("deck_plays") and len(state["pile"]) == 1:
        yield after_use(game, state, state["pile"][0], from_pile=True, play=True)
        if may_discard(game, state):
            yield after_use(game, state, state["pile"][0], from_pile=True, play=False)


def may_clue(game: Position, state: Position) -> bool:
    """Every hand with a card has one that some rank or colour marks."""
    others = [hand for seat, hand in enumerate(state["hands"]) if seat != state["seat"]]
    return bool(game["rules"]["empty_clues"]) or any(others)


def may_discard(game: Position, state: Position) -> bool:
    return bool(game["rules"]["discard_at_limit"]) or state["tokens"] < game["token_limit"]


def after_use(
    game: Position, state: Position, card: str, *, from_pile: bool, play: bool, fails: bool = False
) -> Position:
    """The state after `card`, of the hand or the pile, is played or discarded."""
    hands = [list(hand) for hand in state["hands"]]
    hand = hands[state["seat"]]
    pile = list(state["pile"])
    (pile if from_pile else hand).remove(card)
    stacks = [list(stack) for stack in state["stacks"]]
    change: Position = {"hands": hands, "stacks": stacks, "pile": pile}
    if play and not fails and accepts(game, stacks, card):
        stack = stacks[suit_of(game, card)]
        stack.append(card)
        if is_complete(game, stack) and game["rules"]["suit_regains"]:
            change["tokens"] = min(state["tokens"] + 1, max(state["tokens"], game["token_limit"]))
    else:
        change["discards"] = [*state["discards"], card]
        if play:
            change["strikes"] = state["strikes"] + 1
        else:
            change["tokens"] = min(state["tokens"] + 1, max(state["tokens"], game["token_limit"]))
    if pile and not from_pile:
        hand.append(pile.pop(0))
    return passed_on(game, state, change)


def passed_on(game: Position, state: Position, change: Position) -> Position:
    """The state with `change`, after the turn has passed on."""
    after = {**state, **change, "seat": (state["seat"] + 1) % game["players"]}
    if state["turns_left"] is not None:
        after["turns_left"] = state["turns_left"] - 1
    elif state["pile"] and not after["pile"] and game["rules"]["final_round"]:
        after["turns_left"] = game["players"]
    return after

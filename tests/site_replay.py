"""A replay of games by hanab.live's own rules, written from them in words, apart from the package.

Turns count from 1. `SiteRefusal` says which action is the first that the server would refuse, and why.
"""

from dataclasses import dataclass
from typing import Any

from site_limits import Stacks, fits, most_possible, next_ranks
from site_variants import COLOUR, RANK, START, Variant, Variants

PLAY, DISCARD = 0, 1
STOPPED, VOTED = 4, 5
STOPS = {3: "time ran out", 4: "terminated", 6: "idle", 8: "all or nothing failed", 10: "terminated by vote"}
STRIKES = 3
HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class SiteRefusal(Exception):  # noqa: N818 (the server refuses; nothing is in error)
    """The server refuses the action of `turn` (0: the game as a whole)."""

    def __init__(self, turn: int, why: str) -> None:
        super().__init__(f"turn {turn}: {why}")
        self.turn = turn
        self.why = why


@dataclass(frozen=True)
class Outcome:
    score: int  # as recorded: 0 after a third strike, a stop or a loss; of a game not over, so far
    heights: tuple[int, ...]
    strikes: int
    tokens: float  # clues that can be given; half ones where clues are starved
    turn: int  # of the last action, 0 if there is none
    end: str  # why the game ended, or "not over"
    seat: int  # whose turn it would be


def replay_link(text: str, variants: Variants) -> Outcome:
    """The end of the game in a replay-json link."""
    game, variant = read_link(text, variants)
    check_upload(game, variant)
    return replay(game, variant)


def replay_game(
    game: dict[str, Any], variants: Variants, before_turn: int | None = None, *, dead_end: bool = True
) -> Outcome:
    """The end of an exported game, or how it stands before the action of a turn.

    Without `dead_end`, a game goes on though no card can be put down any more, as it did in old games.
    """
    if before_turn is not None:
        game = {**game, "actions": game["actions"][: before_turn - 1]}
    return replay(game, variant_of(game, variants), dead_end=dead_end)


def variant_of(game: dict[str, Any], variants: Variants) -> Variant:
    options = game.get("options") or {}
    if "variantID" in options and not {"variant", "variantName"} & set(options):
        return variants.by_id[options["variantID"]]
    name = options.get("variant") or options.get("variantName") or game.get("variant") or "No Variant"
    return variants.by_name[name]


def read_link(text: str, variants: Variants) -> tuple[dict[str, Any], Variant]:
    """The game in a link, in the form of an exported one, and its variant."""
    body = text.strip().split("#")[0].rsplit("/", 1)[-1].replace("-", "")
    deal, moves, variant, *seed = body.split(",")
    players, lowest, highest = (int(digit) for digit in deal[:3])
    ranks = highest - lowest + 1
    deck = []
    for letter in deal[3:]:
        number = DIGITS.index(letter)
        deck.append({"suitIndex": number // ranks, "rank": lowest + number % ranks})
    low, high = int(moves[0]), int(moves[1])
    types = high - low + 1
    actions = []
    for place in range(2, len(moves), 2):
        number, target = DIGITS.index(moves[place]), DIGITS.index(moves[place + 1])
        value = number // types - 1
        actions.append({"type": low + number % types, "target": target, "value": max(value, 0)})
    game: dict[str, Any] = {"players": ["?"] * players, "deck": deck, "actions": actions, "options": {}}
    if seed:
        game["seed"] = seed[0]
    return game, variants.by_id[int(variant)]


def check_upload(game: dict[str, Any], variant: Variant) -> None:
    """What the server looks at before it plays the actions of a game that somebody sends it."""
    players, deck = len(game["players"]), game["deck"]
    if not game["actions"]:
        raise SiteRefusal(0, "no action")
    for turn, action in enumerate(game["actions"], 1):
        kind, target, value = action["type"], action["target"], action.get("value") or 0
        if kind not in (PLAY, DISCARD, COLOUR, RANK, STOPPED, VOTED):
            raise SiteRefusal(turn, "no such type of action")
        if kind in (PLAY, DISCARD) and (not 0 <= target < len(deck) or value):
            raise SiteRefusal(turn, "a card that is none, or a value")
        if kind in (COLOUR, RANK, STOPPED) and not 0 <= target < players:
            raise SiteRefusal(turn, "no such player")
        if kind == VOTED and target != -1:
            raise SiteRefusal(turn, "a vote has the target -1")
        if kind == RANK and not 1 <= value <= 5:
            raise SiteRefusal(turn, "no such rank")
    check_deck(game, variant)


def check_deck(game: dict[str, Any], variant: Variant) -> None:
    if len(game["deck"]) != variant.deck_size:
        raise SiteRefusal(0, f"the deck must have {variant.deck_size} cards")
    for card in game["deck"]:
        if not 0 <= card["suitIndex"] < len(variant.suits) or card["rank"] not in (1, 2, 3, 4, 5, START):
            raise SiteRefusal(0, "no such card")
    if not 2 <= len(game["players"]) <= 6:
        raise SiteRefusal(0, "2 to 6 players")


def replay(game: dict[str, Any], variant: Variant, *, dead_end: bool = True) -> Outcome:
    check_deck(game, variant)
    table = Table(game, variant)
    table.dead_end = dead_end
    for turn, action in enumerate(game["actions"], 1):
        table.act(turn, action["type"], action["target"], action.get("value") or 0)
    return table.outcome()


class Table:
    def __init__(self, game: dict[str, Any], variant: Variant) -> None:
        options = game.get("options") or {}
        if options.get("detrimentalCharacters"):
            raise NotImplementedError("characters")  # no game of the reference data has them
        self.variant = variant
        self.options = options
        self.cards = [(card["suitIndex"], card["rank"]) for card in game["deck"]]
        self.players = len(game["players"])
        size = HAND_SIZES[self.players] + bool(options.get("oneExtraCard")) - bool(options.get("oneLessCard"))
        self.hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(self.players)]
        self.drawn = size * self.players
        self.stacks: Stacks = [[] for _ in variant.suits]
        self.discarded: list[int] = []
        self.out_of_turns: set[int] = set()  # cards whose holder has no turn any more
        self.tokens = variant.token_limit
        self.strikes = 0
        self.seat = options.get("startingPlayer") or 0
        self.turns_left: int | None = None
        self.last_clue: int | None = None
        self.maximum = self.full_score = variant.stack_size * len(variant.suits)
        self.turn = 0
        self.end = ""
        self.lost_all = False
        self.dead_end = True

    # What an action does

    def act(self, turn: int, kind: int, target: int, value: int) -> None:
        if self.end:
            raise SiteRefusal(turn, f"the game is over: {self.end}")
        refusal = self.refusal(kind, target, value)
        if refusal:
            raise SiteRefusal(turn, refusal)
        self.turn = turn
        in_final_round = self.turns_left is not None
        mover = self.seat
        if kind in (PLAY, DISCARD):
            self.use(kind, target)
        elif kind in (COLOUR, RANK):
            self.tokens -= self.variant.clue_cost
            self.last_clue = kind
        else:
            self.over(STOPS[value], lost=True)
        if in_final_round and self.turns_left is not None:
            self.turns_left -= 1
            self.out_of_turns.update(self.hands[mover])
        self.seat = (self.seat + 1) % self.players
        if not self.end:
            self.look_for_end()

    def refusal(self, kind: int, target: int, value: int) -> str:
        """Why the server refuses an action now, or nothing."""
        if kind in (PLAY, DISCARD):
            if target not in self.hands[self.seat] and not self.is_deck_play(target):
                return "the card is not in the hand"
            if kind == DISCARD and self.tokens >= self.variant.token_limit and not self.variant.inverted:
                return "a discard at the token limit"
            return ""
        if kind in (COLOUR, RANK):
            return self.clue_refusal(kind, target, value)
        if kind not in (STOPPED, VOTED):
            return "no such type of action"
        return "" if value in STOPS else "no such reason to stop"

    def clue_refusal(self, kind: int, target: int, value: int) -> str:
        if not 0 <= target < self.players:
            return "no such player"
        if target == self.seat:
            return "a clue to oneself"
        if self.tokens < self.variant.clue_cost:
            return "no clue token"
        if kind == COLOUR and not 0 <= value < len(self.variant.clue_colours):
            return "no such colour"
        if kind == RANK and value not in self.variant.clue_ranks:
            return "no such rank"
        if self.variant.starts("Alternating Clues") and kind == self.last_clue:
            return "two clues of one type in a row"
        touched = any(self.variant.touches(kind, value, *self.cards[card]) for card in self.hands[target])
        if not touched and not self.options.get("emptyClues") and not self.variant.may_be_empty(kind):
            return "a clue that touches no card"
        return ""

    def is_deck_play(self, target: int) -> bool:
        last = len(self.cards) - 1
        return bool(self.options.get("deckPlays")) and self.drawn == last == target

    def use(self, kind: int, target: int) -> None:
        """Play or discard a card, then draw; the last card of the pile goes straight from there."""
        hand = self.hands[self.seat]
        if target not in hand:
            self.draw()
        hand.remove(target)
        suit, rank = self.cards[target]
        if kind == DISCARD:
            self.discarded.append(target)
            self.tokens = min(self.tokens + 1, self.variant.token_limit)
        elif fits(self.variant, self.stacks, suit, rank):
            self.stacks[suit].append(rank)
            complete = len(self.stacks[suit]) == self.variant.stack_size
            if complete and not self.variant.starts("Throw It in a Hole"):
                self.tokens = min(self.tokens + 1, self.variant.token_limit)
        else:
            self.discarded.append(target)
            self.strikes += 1
        self.maximum = min(self.maximum, most_possible(self.variant, self.stacks, self.lost()))
        self.draw()

    def draw(self) -> None:
        if self.drawn < len(self.cards):
            self.hands[self.seat].append(self.drawn)
            self.drawn += 1
            if self.drawn == len(self.cards) and not self.options.get("allOrNothing"):
                self.turns_left = self.players

    def lost(self) -> list[set[int]]:
        gone: list[set[int]] = []
        for suit in range(len(self.variant.suits)):
            ranks = set(self.variant.ranks)
            there = {
                rank
                for card, (its_suit, rank) in enumerate(self.cards)
                if its_suit == suit and card not in self.discarded
            }
            gone.append(ranks - there)
        return gone

    # The end, in the server's order

    def look_for_end(self) -> None:
        all_or_nothing = bool(self.options.get("allOrNothing"))
        if self.strikes == STRIKES:
            self.over("strikeout", lost=True)
        elif self.options.get("speedrun") and self.maximum < self.full_score:
            self.over("speedrun failed", lost=True)
        elif all_or_nothing and self.maximum < self.full_score:
            self.over("all or nothing failed", lost=True)
        elif all_or_nothing and not self.hands[self.seat] and self.tokens < self.variant.clue_cost:
            self.over("no card and no clue", lost=True)
        elif self.turns_left == 0:
            self.over("perfect" if self.height() == self.full_score else "final round over")
        elif self.height() == self.maximum:
            self.over("perfect" if self.maximum == self.full_score else "no further point")
        elif self.dead_end and not self.any_can_be_put_down():
            self.over("no further point")

    def any_can_be_put_down(self) -> bool:
        """Whether some card not discarded, in the pile or a hand with a turn to come, fits now."""
        for card, (suit, rank) in enumerate(self.cards):
            used = card in self.discarded or card in self.out_of_turns
            if not used and rank in next_ranks(self.variant, self.stacks, suit):
                return True
        return False

    def over(self, why: str, *, lost: bool = False) -> None:
        self.end = why
        self.lost_all = lost

    def height(self) -> int:
        return sum(len(stack) for stack in self.stacks)

    def outcome(self) -> Outcome:
        return Outcome(
            0 if self.lost_all else self.height(),
            tuple(len(stack) for stack in self.stacks),
            self.strikes,
            self.tokens / self.variant.clue_cost,
            self.turn,
            self.end or "not over",
            self.seat,
        )

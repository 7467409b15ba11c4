"""Games of the Hanabi Learning Environment: its text logs, and traces in JSON (docs/formats.md).

A log holds moves as that program prints them, `(Play 0)`, `(Discard 1)`, `(Reveal player +1 color R)` and
`(Reveal player +2 rank 3)`, with the cards as they are dealt, `(Deal R1)`, or with its boards ("Hands:")
before every move, which show each card that was drawn. All else in it is skipped. Suits are R Y G W B there.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.counting import CardCount, checked_deal
from hanabi_solver.formats.faults import capped, shorten
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.options import options_of
from hanabi_solver.formats.hanablive.variants import Variant, variant_by_id
from hanabi_solver.formats.plain import WHITE_LETTERS, suit_letters
from hanabi_solver.game.cards import Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Move, Play, parse_move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.rules import STANDARD_HAND_SIZE, STANDARD_LETTERS, Rules, make_suits
from hanabi_solver.game.words import seat_names

_MOVE = re.compile(
    r"\((?:(?P<kind>Play|Discard) (?P<slot>\d{1,3})|Reveal player \+(?P<ahead>\d) "
    r"(?:color (?P<suit>[RYGWB])|rank (?P<rank>[1-5]))|Deal (?P<dealt>[RYGWB][1-5]|XX))\)"
    r"(?: by player (?P<by>\d))?"
)
_START = re.compile(
    r"\s*(?:<?\((?:Deal|Play|Discard|Reveal) |Life tokens: |Current player: |Game done|Chose |"
    r"(?:colors|hand_size|max_information_tokens|max_life_tokens|players|random_start_player|ranks|seed)=)"
)
_SETTING = re.compile(r"(colors|hand_size|max_information_tokens|max_life_tokens|players|ranks)=(\d{1,6})")
# What lists moves that were not made, or hides cards.
_SKIPPED = re.compile(r"###|Number of|.*[Ll](?:egal|ast) moves")
_HELD = re.compile(r"([RYGWB][1-5]|XX)(?: |$)")
_COLOURS = "RYGWB"
_NAMES = ("Red", "Yellow", "Green", "White", "Blue")
_USUAL = {"colors": 5, "ranks": 5, "max_information_tokens": 8, "max_life_tokens": 3}
_TRACE_KEYS = {"actions", "after", "deck", "end", "players"}


def is_log(text: str) -> bool:
    """Whether a text begins like a log of the Hanabi Learning Environment.

    >>> is_log("<(Deal R1)>"), is_log("Life tokens: 3"), is_log("2 r1r1")
    (True, True, False)
    """
    return _START.match(text) is not None


def is_trace(data: Any) -> bool:
    """Whether JSON data is a game with its deck as one text and its moves as texts.

    >>> is_trace({"players": 2, "deck": "r1", "actions": ["play 0"]}), is_trace({"deck": "r1", "rules": {}})
    (True, False)
    """
    return (
        isinstance(data, dict)
        and "players" in data
        and "rules" not in data
        and isinstance(data.get("deck"), str)
    )


def read_trace(data: dict[str, Any]) -> Game:
    """The game of a trace: `players`, `deck` as one text, `actions` like "play 0", "clue 1 r" or "clue 1 5".

    Raises InputError with all that is wrong with it. What it says of the states after the moves is not read.
    """
    from hanabi_solver.formats.hanablive.game_schema import RULE_KEYS  # brings pydantic

    players, actions = data["players"], data.get("actions") or []
    if type(players) is not int or players not in STANDARD_HAND_SIZE:
        raise InputError([Fault("players", f"expected a number of 2 to 6, got {shorten(repr(players))}")])
    if stated := sorted((RULE_KEYS | {"options"}) & {name for name, value in data.items() if value}):
        text = f"expected the standard game, got one with {', '.join(stated)}"
        raise InputError(
            [Fault(stated[0], text, "give a game file of hanab.live, which may state its rules")]
        )
    letters = suit_letters(data["deck"])
    rules = Rules(players=players, suits=make_suits(letters))
    count = CardCount(rules, (0,) * len(letters))
    deck = count.read_deck(data["deck"])
    faults = list(count.faults())
    moves: list[Move] = []
    if not isinstance(actions, list):
        faults.append(Fault("actions", "expected a list of texts, got another value"))
        actions = []
    for index, action in enumerate(actions):
        try:
            moves.append(parse_move(action if isinstance(action, str) else repr(action), letters))
        except InputError as error:
            faults += [replace(fault, place=f"actions[{index}]") for fault in error.faults]
    if faults:
        raise InputError(capped(faults))
    unknown = sorted(shorten(name) for name, value in data.items() if value and name not in _TRACE_KEYS)
    notes = tuple(f"the key {name} is not known here, and taken to change nothing" for name in unknown)
    return _game(Deal(rules, tuple(deck)), tuple(moves), notes)


def read_log(text: str) -> Game:
    """The game of a text log; raises InputError with the lines that are wrong, and if cards are unknown."""
    log = _Log()
    for number, line in enumerate(_own_lines(text), start=1):
        log.take(line.strip(), number)
    return log.game()


def _own_lines(text: str) -> Iterator[str]:
    """The lines, those of what a player sees as empty ones: cards are hidden there."""
    is_seen = False
    for line in text.splitlines():
        if line.strip() == "--- Observation ---":
            is_seen = True
        yield "" if is_seen else line
        if line.strip() == "--- EndObservation ---":
            is_seen = False


@dataclass(slots=True)
class _Log:
    """What has been read of a log: cards by deck index (as texts), moves, and the last board."""

    deck: list[str] = field(default_factory=list)
    moves: list[tuple[re.Match[str], int]] = field(default_factory=list)
    boards: list[tuple[int, list[list[str]]]] = field(default_factory=list)
    settings: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    first_seat: int = 0
    dealt_first: int = 0
    board: list[list[str]] | None = None

    def take(self, line: str, number: int) -> None:
        """Read one line."""
        if self.board is not None:
            self._take_hand(line)
            return
        if line == "Hands:":
            self.board = [[]]
        elif setting := _SETTING.fullmatch(line):
            self.settings[setting[1]] = int(setting[2])
        elif not _SKIPPED.match(line):
            for match in _MOVE.finditer(line):
                if match["dealt"]:
                    self.deck.append(match["dealt"])
                else:
                    self.dealt_first = self.dealt_first if self.moves else len(self.deck)
                    self.moves.append((match, number))

    def _take_hand(self, line: str) -> None:
        assert self.board is not None
        if line == "Cur player":
            if not self.boards:
                self.first_seat = len(self.board) - 1
        elif line == "-----":
            self.board.append([])
        elif held := _HELD.match(line):
            self.board[-1].append(held[1])
        else:
            self.boards.append((len(self.moves), self.board))
            self.board = None

    def game(self) -> Game:
        """The game, once all lines are read."""
        for name, usual in _USUAL.items():
            if self.settings.get(name, usual) != usual:
                text = f"expected the usual {name}={usual}, got {self.settings[name]}"
                self.faults.append(Fault("", text, "only the standard game is read from logs"))
        players = self._players()
        size = STANDARD_HAND_SIZE[players]
        if self.settings.get("hand_size", size) != size:
            text = f"expected hand_size={size} for {players} players, got {self.settings['hand_size']}"
            self.faults.append(Fault("", text, "only the standard game is read from logs"))
        if self.moves and self.moves[0][0]["by"]:
            self.first_seat = int(self.moves[0][0]["by"])
        moves = self._read_moves(players, size)
        if self.faults:
            raise InputError(capped(self.faults))
        rules = Rules(players=players, suits=make_suits(WHITE_LETTERS), first_seat=self.first_seat)
        deck = [Card(_COLOURS.index(text[0]), int(text[1])) for text in self._whole_deck(rules)]
        return _game(checked_deal(rules, deck), tuple(moves))

    def _players(self) -> int:
        if self.boards:
            players = len(self.boards[0][1])
        else:
            by_cards = {5 * 2: 2, 5 * 3: 3, 4 * 4: 4, 4 * 5: 5}
            players = self.settings.get("players", 0) or by_cards.get(self.dealt_first, 0)
        if not 2 <= players <= 5:
            advice = "a log begins with (Deal ...) for every card of the hands, or with a board (Hands:)"
            raise InputError([Fault("", "expected the hands of 2 to 5 players, got none", advice)])
        return players

    def _read_moves(self, players: int, size: int) -> list[Move]:
        """The moves with deck indices; boards add the cards that were drawn where no deals are logged."""
        has_deals = bool(self.deck)
        hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
        drawn = players * size
        if not has_deals and self.boards:
            self.deck = [card for hand in self.boards[0][1] for card in hand]
        total = Rules(players=players).deck_size
        moves: list[Move] = []
        boards = dict(self.boards)
        for index, (match, number) in enumerate(self.moves):
            seat = (self.first_seat + index) % players
            place = f"line {number}"
            if match["by"] and int(match["by"]) != seat:
                text = f"expected a move of player {seat}, whose turn it is, got one of player {match['by']}"
                self.faults.append(Fault(place, text, "a move seems to be missing before it"))
                break
            if match["kind"] is None:
                target = (seat + int(match["ahead"])) % players
                suit = None if match["suit"] is None else _COLOURS.index(match["suit"])
                moves.append(Clue(target, suit, None if match["rank"] is None else int(match["rank"])))
                continue
            slot = int(match["slot"])
            if slot >= len(hands[seat]):
                text = f"expected a card of 0 to {len(hands[seat]) - 1}, got {slot}"
                self.faults.append(Fault(place, text))
                break
            card = hands[seat].pop(slot)
            moves.append(Play(card) if match["kind"] == "Play" else Discard(card))
            if drawn < total:
                hands[seat].append(drawn)
                drawn += 1
                after = boards.get(index + 1)
                is_next = not has_deals and len(self.deck) == drawn - 1
                if after is not None and len(after) != players:
                    text = f"expected a board of {players} hands after this move, got {len(after)}"
                    self.faults.append(Fault(place, text))
                    break
                if is_next and after is not None and len(after[seat]) == len(hands[seat]):
                    self.deck.append(after[seat][-1])
        return moves

    def _whole_deck(self, rules: Rules) -> list[str]:
        """The deck; cards that were never drawn are known if they are all alike."""
        unknown = rules.deck_size - len(self.deck) + self.deck.count("XX")
        left = Counter(
            f"{_COLOURS[face.suit]}{face.rank}" for face in rules.faces() for _ in range(rules.copies(face))
        )
        left.subtract(self.deck)
        kinds = [face for face, number in left.items() if number > 0 and face != "XX"]
        if unknown > 0 and len(kinds) == 1 and "XX" not in self.deck:
            return [*self.deck, *kinds * unknown]
        if unknown > 0 or "XX" in self.deck:
            advice = "a log shows a card when it is drawn: log a game until the draw pile is empty"
            where = f"deck indices {len(self.deck)} to {rules.deck_size - 1}, which were not drawn"
            if "XX" in self.deck:
                where = "shown as XX, or not drawn"
            got = counted(unknown, "unknown one")
            text = f"expected all {rules.deck_size} cards of the deck, got {got} ({where})"
            raise InputError([Fault("", text, advice)])
        return self.deck


def _game(deal: Deal, moves: tuple[Move, ...], notes: tuple[str, ...] = ()) -> Game:
    rules = deal.rules
    names = seat_names(rules.players)
    return Game(_variant(rules.letters), names, deal, moves, options_of(rules), notes=notes)


def _variant(letters: str) -> Variant:
    """No Variant, with white in its place where a game has it."""
    usual = variant_by_id(0)
    if letters == STANDARD_LETTERS[:5]:
        return usual
    suits = [
        replace(suit, name=name, letter=letter, colours=(name,))
        for suit, name, letter in zip(usual.suits, _NAMES, letters, strict=True)
    ]
    return replace(usual, suits=tuple(suits))

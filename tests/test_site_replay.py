"""The replay by hanab.live's own rules agrees with real games, and with small games argued by hand."""

import csv
import json
from pathlib import Path

import pytest
from site_replay import SiteRefusal, Table, replay_game, replay_link
from site_samples import FIVE, FOUR, NONE, THREE, burnt, game, link, played, refused
from site_variants import COLOUR, RANK, START, Variants, make_variant, read_variants

# A whole game as it was shared from the site.
SHARED = (
    "https://hanab.live/shared-replay-json/415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,03tdeh-"
    "sbxckceeeisbkdeg1bep-edodeleufaerxaexwdez-fjgcfbffeswaeywcf5en-fvfqe2eo1bgce7emf3f4-ewf0tctdeHeIecocekkb-"
    "obe1fJf8f6et,0,p4v0s1#33"
)
# Played before the site ended games in which no card could be put down any more: two turns too long.
OLD_GAME = "p4v0s5.json"


# One rule each: what is accepted, and what is not.


def test_plays_raise_stacks_and_misplays_are_strikes() -> None:
    outcome = played(NONE, "r1 r1 - - - r2", "p0 p5 p1")
    assert (outcome.heights, outcome.strikes, outcome.score) == ((2, 0, 0, 0, 0), 1, 2)
    assert (outcome.end, outcome.turn, outcome.seat) == ("not over", 3, 1)


def test_a_third_strike_ends_with_no_point() -> None:
    first = "r1 r1 r1 - - y2 y2"
    outcome = played(NONE, first, "p0 p5 p1 p6")
    assert (outcome.end, outcome.score, outcome.heights[0], outcome.turn) == ("strikeout", 0, 1, 4)
    assert refused(NONE, first, "p0 p5 p1 p6 p2") == (5, "the game is over: strikeout")


def test_cards_must_be_in_the_hand() -> None:
    assert refused(NONE, "", "p5") == (1, "the card is not in the hand")
    assert played(NONE, "", "p5", oneExtraCard=True).turn == 1
    assert refused(NONE, "", "p4", oneLessCard=True) == (1, "the card is not in the hand")
    assert played(NONE, "", "p5", startingPlayer=1).seat == 0


def test_discards_at_the_limit() -> None:
    assert refused(NONE, "", "d0") == (1, "a discard at the token limit")
    orange = make_variant("Orange (3 Suits)", "Red, Blue, Orange")
    outcome = played(orange, "o1 r1", "d1 p5 d2")
    assert (outcome.tokens, outcome.turn) == (8, 3)
    assert played(orange, "o1", "p0").heights == (0, 0, 1)  # type 0 puts an orange card on its stack
    below = played(orange, "o1 o4 - - - r2 r2", "r1.2 d5 d1")
    assert below.tokens == 8  # 7 + 1, and then none


def test_clues_cost_a_token_and_need_a_card_that_they_touch() -> None:
    first = "r1 r1 r1 r2 r2 y2 y2 y3 y3 y4"
    assert played(NONE, first, "c1.1").tokens == 7
    assert refused(NONE, first, "c1.0") == (1, "a clue that touches no card")
    assert refused(NONE, first, "r1.5") == (1, "a clue that touches no card")
    assert refused(NONE, first, "c0.0") == (1, "a clue to oneself")
    assert refused(NONE, first, "c1.5") == (1, "no such colour")
    assert refused(NONE, first, "c2.0") == (1, "no such player")
    assert played(NONE, first, "c1.0 r0.5", emptyClues=True).tokens == 6
    many = "c1.1 c0.0 c1.1 c0.0 c1.1 c0.0 c1.1 c0.0"
    assert played(NONE, first, many).tokens == 0
    assert refused(NONE, first, many + " c1.1") == (9, "no clue token")


def test_stops() -> None:
    outcome = played(NONE, "r1", "p0 x4")
    assert (outcome.end, outcome.score, outcome.heights[0]) == ("terminated", 0, 1)
    assert refused(NONE, "r1", "p0 x2") == (2, "no such reason to stop")
    assert refused(NONE, "r1", "x4 p0") == (2, "the game is over: terminated")


def test_dark_and_reversed_suits() -> None:
    black = make_variant("Black Reversed (6 Suits)", FIVE + ", Black Reversed")
    assert black.deck_size == 55
    outcome = played(black, "b1 b4 - - -", "p0")  # the letter is that of Blue, the first with it
    assert outcome.heights == (0, 0, 0, 1, 0, 0)
    assert [black.copies(black.suits[5], rank) for rank in black.ranks] == [1] * 5
    down = make_variant("Reversed (3 Suits)", "Red, Green, Blue Reversed")
    assert (down.copies(down.suits[2], 5), down.copies(down.suits[2], 1)) == (3, 1)
    assert played(down, "b5 b1 - - - b4", "p0 p5 p1").heights == (0, 0, 2)


def test_up_or_down() -> None:
    variant = make_variant("Up or Down (5 Suits)", FIVE)
    assert variant.deck_size == 45
    up_down = "r1 y5 gs bs p4 r2 y4 g2 b4 -"
    outcome = played(variant, up_down, "p0 p5 p1 p6 p2 p7 p3 p8 p4")
    assert (outcome.heights, outcome.strikes) == ((2, 2, 2, 2, 0), 1)
    assert played(variant, "rs r5 - - - r1", "p0 p5 p1").strikes == 2  # on START go 2 and 4 alone
    # START, 4, 3, 2, 1: five cards, and a token for the clue before.
    complete = played(variant, "r4 r2 - - - rs r3 r1 - -", "r1.3 p5 p0 p6 p1 p7")
    assert (complete.heights[0], complete.tokens) == (5, 8)
    assert not variant.touches(RANK, 1, 0, START)
    assert refused(variant, "", "r1.7") == (1, "no such rank")


def test_sudoku() -> None:
    variant = make_variant("Sudoku (5 Suits)", FIVE)
    outcome = played(variant, "r4 r5 y4 y1 - r1 y5", "p0 p5 p1 p6 p2")
    # r4 starts, r1 is no r5 (strike), r5, y5 starts a stack of its own, y4 is not next.
    assert (outcome.heights, outcome.strikes) == ((2, 1, 0, 0, 0), 2)
    assert played(variant, "r4 - - - - y4", "p0 p5").strikes == 1  # one stack alone may start at 4
    four = make_variant("Sudoku (4 Suits)", FOUR, 4)
    complete = played(four, "r4 r2 - - - r3 r1 r2 - -", "r1.3 p5 p0 p6 p1")
    assert (complete.heights[0], complete.tokens, four.deck_size) == (4, 8, 32)
    assert refused(four, "", "r1.5") == (1, "no such rank")


def test_clue_starved_counts_half_tokens() -> None:
    variant = make_variant("Clue Starved (5 Suits)", FIVE)
    first = "y2 y2 y3 y3 y4 r2 r2 r3 r3 r4"
    assert played(variant, first, "c1.0 d5").tokens == 7.5
    spent = "c1.0 c0.1 " * 4
    assert played(variant, first, spent).tokens == 0
    assert refused(variant, first, spent + "d0 c0.1") == (10, "no clue token")
    assert played(variant, first, spent + "d0 d5 c1.0").tokens == 0


def test_a_complete_suit_regains_a_token_but_in_a_hole() -> None:
    first, moves = "r2 r4 - - - r1 r3 r5 - -", "r1.3 p5 p0 p6 p1 p7"
    assert played(NONE, first, moves).tokens == 8
    assert played(make_variant("Throw It in a Hole (5 Suits)", FIVE), first, moves).tokens == 7
    assert played(make_variant("Clue Starved (5 Suits)", FIVE), first, moves).tokens == 7.5


def test_critical_fours_and_scarce_ones() -> None:
    assert make_variant("Critical Fours (5 Suits)", FIVE).deck_size == 45
    assert make_variant("Scarce Ones (5 Suits)", FIVE).deck_size == 45
    critical = make_variant("Critical Fours (5 Suits)", FIVE)
    assert played(critical, "- - - - - r4", "r1.4 d5", speedrun=True).end == "speedrun failed"
    assert played(NONE, "- - - - - r4", "r1.4 d5", speedrun=True).end == "not over"
    assert NONE.deck_size == 50


def test_speedrun_ends_with_no_point_when_a_last_copy_is_lost() -> None:
    outcome = played(NONE, "r1 - - - - r5", "p0 p5", speedrun=True)
    assert (outcome.end, outcome.score, outcome.strikes) == ("speedrun failed", 0, 1)


def test_the_last_card_of_the_pile_may_be_played_or_discarded_from_there() -> None:
    three = make_variant("3 Suits", THREE)
    first = "r2 r3 r4 r5 g5"
    without = burnt(three, first, 1)
    assert without.refusal(0, 29, 0) == "the card is not in the hand"
    for kind, tokens in ((0, 0), (1, 1)):
        table = burnt(three, first, 1, deckPlays=True)
        table.act(0, RANK, 1, table.cards[table.hands[1][0]][1])
        hand, before = list(table.hands[1]), table.tokens
        table.act(0, kind, 29, 0)
        assert (table.hands[1], table.turns_left, table.tokens - before) == (hand, 2, tokens)
    early = burnt(three, first, 2, deckPlays=True)
    assert early.refusal(0, 29, 0) == "the card is not in the hand"


def test_everyone_has_one_turn_after_the_last_card_is_drawn() -> None:
    table = burnt(make_variant("3 Suits", THREE), "r2 r3 r4 r5 g5", 0)
    assert table.turns_left == 2
    table.act(0, RANK, 1 - table.seat, table.cards[table.hands[1 - table.seat][0]][1])
    assert table.end == ""
    table.act(0, 0, table.hands[table.seat][0], 0)
    assert table.end in ("final round over", "no further point")


def test_all_or_nothing_has_no_final_round() -> None:
    table = Table(game(NONE, "", "", allOrNothing=True), NONE)
    table.drawn = len(table.cards)
    for _ in range(8):
        other = 1 - table.seat
        table.act(0, RANK, other, table.cards[table.hands[other][0]][1])
    assert (table.end, table.turns_left, table.tokens) == ("", None, 0)
    lost = played(NONE, "- - - - - r5", "r1.5 d5", allOrNothing=True)
    assert (lost.end, lost.score) == ("all or nothing failed", 0)


@pytest.mark.parametrize(
    ("tokens", "name", "end"),
    [
        (0, "Throw It in a Hole (5 Suits)", "no card and no clue"),  # looked at before "all complete"
        (1, "Throw It in a Hole (5 Suits)", "perfect"),
        (0, "No Variant", "perfect"),  # the 5 regains a token
        (0, "Clue Starved (5 Suits)", "no card and no clue"),  # it regains half of one
    ],
)
def test_all_or_nothing_is_lost_where_the_next_player_can_do_nothing(
    tokens: int, name: str, end: str
) -> None:
    variant = make_variant(name, FIVE)
    table = Table(game(variant, "r5", "", allOrNothing=True), variant)
    table.drawn = len(table.cards)
    table.stacks = [[1, 2, 3, 4]] + [[1, 2, 3, 4, 5] for _ in range(4)]
    table.hands, table.tokens = [[0], []], tokens
    assert table.clue_refusal(RANK, 1, 1) in ("a clue that touches no card", "no clue token")
    table.act(1, 0, 0, 0)
    assert (table.end, table.outcome().score) == (end, 25 if end == "perfect" else 0)


def test_the_game_ends_when_no_further_point_is_possible() -> None:
    """All copies of three 1s and a 2 gone: the 1 that is left is the last point."""
    three = make_variant("3 Suits", THREE)
    table = Table(game(three, "r1", ""), three)
    table.discarded = [
        card for card, face in enumerate(table.cards) if (face[1] == 1 and face[0]) or face == (0, 2)
    ]
    table.act(1, 0, 0, 0)
    assert (table.end, table.outcome().score) == ("no further point", 1)
    late = Table(game(three, "r1", ""), three)
    late.turns_left, late.seat = 2, 1
    late.stacks = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2, 3, 4]]
    late.hands = [[0, 1], [card for card, face in enumerate(late.cards) if face == (2, 5)] + [2]]
    late.drawn = len(late.cards)
    late.act(1, 0, 2, 0)  # the 5 stays in a hand whose last turn this was
    assert (late.end, late.outcome().score) == ("no further point", 14)


@pytest.mark.parametrize(
    ("name", "suits", "kind", "value", "card", "touched"),
    [
        ("Rainbow (3 Suits)", "Red, Blue, Rainbow", COLOUR, 1, (2, 3), True),
        ("White (3 Suits)", "Red, Blue, White", COLOUR, 0, (2, 3), False),
        ("Pink (3 Suits)", "Red, Blue, Pink", RANK, 5, (2, 3), True),
        ("Pink (3 Suits)", "Red, Blue, Pink", COLOUR, 2, (2, 3), True),
        ("Brown (3 Suits)", "Red, Blue, Brown", RANK, 3, (2, 3), False),
        ("Null (3 Suits)", "Red, Blue, Null", RANK, 3, (2, 3), False),
        ("Omni (3 Suits)", "Red, Blue, Omni", RANK, 1, (2, 3), True),
        ("Prism (3 Suits)", "Red, Blue, Prism", COLOUR, 0, (2, 3), True),
        ("Prism (3 Suits)", "Red, Blue, Prism", COLOUR, 0, (2, 4), False),
        ("Up or Down & Prism (6 Suits)", FIVE + ", Prism", COLOUR, 4, (5, START), True),
        ("Rainbow-Ones & White (3 Suits)", "Red, Blue, White", COLOUR, 0, (1, 1), True),
        ("Rainbow-Ones & White (3 Suits)", "Red, Blue, White", COLOUR, 0, (2, 1), False),
        ("Null-Fives (3 Suits)", THREE, COLOUR, 0, (0, 5), False),
        ("Light-Pink-Ones (3 Suits)", THREE, RANK, 4, (0, 1), True),
        ("Muddy-Rainbow-Ones (3 Suits)", THREE, RANK, 2, (0, 1), False),
        ("Deceptive-Ones (5 Suits)", FIVE, RANK, 2, (4, 1), True),
        ("Deceptive-Ones (5 Suits)", FIVE, RANK, 5, (4, 1), False),
        ("Deceptive-Fives (5 Suits)", FIVE, RANK, 4, (3, 5), True),
        ("Funnels (3 Suits)", THREE, RANK, 3, (0, 2), True),
        ("Funnels (3 Suits)", THREE, RANK, 3, (0, 4), False),
        ("Chimneys (3 Suits)", THREE, RANK, 3, (0, 4), True),
        ("Chimneys (3 Suits)", THREE, RANK, 3, (0, 2), False),
        ("Odds and Evens (3 Suits)", THREE, RANK, 1, (0, 5), True),
        ("Odds and Evens (3 Suits)", THREE, RANK, 2, (0, 5), False),
        ("Synesthesia (3 Suits)", THREE, COLOUR, 0, (2, 4), True),
        ("Synesthesia (3 Suits)", THREE, COLOUR, 1, (2, 4), False),
        ("Synesthesia & Brown (4 Suits)", THREE + ", Brown", COLOUR, 0, (3, 1), False),
        ("Dual-Color (3 Suits)", "Tangerine, Violet, Jade", COLOUR, 2, (1, 4), True),
        ("Dual-Color (3 Suits)", "Tangerine, Violet, Jade", COLOUR, 0, (2, 4), False),
        ("Ambiguous (4 Suits)", "Tomato, Mahogany, Sky, Navy", COLOUR, 1, (3, 1), True),
        ("Matryoshka (3 Suits)", "Ruby, Yam, Geas", COLOUR, 2, (2, 1), True),
        ("Matryoshka (3 Suits)", "Ruby, Yam, Geas", COLOUR, 2, (1, 1), False),
        ("Cow & Pig (3 Suits)", THREE, COLOUR, 1, (1, 1), True),
        ("Duck (3 Suits)", THREE, RANK, 1, (1, 2), False),
        ("Color Blind (3 Suits)", THREE, COLOUR, 1, (1, 2), False),
    ],
)
def test_what_a_clue_touches(
    name: str, suits: str, kind: int, value: int, card: tuple[int, int], touched: bool
) -> None:
    assert make_variant(name, suits).touches(kind, value, *card) is touched


def test_variants_that_limit_clues() -> None:
    first = "r2 r2 r3 r3 r4 g2 g2 g3 g3 g4"
    blind = make_variant("Color Blind (3 Suits)", THREE)
    assert played(blind, first, "c1.0").tokens == 7
    assert refused(blind, first, "r1.5") == (1, "a clue that touches no card")
    assert played(make_variant("Totally Blind (3 Suits)", THREE), first, "c1.0 r0.5").tokens == 6
    assert refused(make_variant("Color Mute (3 Suits)", THREE), first, "c1.1") == (1, "no such colour")
    assert refused(make_variant("Number Mute (3 Suits)", THREE), first, "r1.2") == (1, "no such rank")
    assert refused(make_variant("Synesthesia (3 Suits)", THREE), first, "r1.2") == (1, "no such rank")
    assert refused(make_variant("Pink-Ones (3 Suits)", THREE), first, "r1.1") == (1, "no such rank")
    assert refused(make_variant("Odds and Evens (3 Suits)", THREE), first, "r1.3") == (1, "no such rank")
    turns = make_variant("Alternating Clues (3 Suits)", THREE)
    assert played(turns, first, "c1.1 r0.2 c1.1").tokens == 5
    assert refused(turns, first, "c1.1 p5 c0.0") == (3, "a clue to oneself")
    assert refused(turns, first, "c1.1 d5 c1.1") == (3, "two clues of one type in a row")


def test_links() -> None:
    start = make_variant("Up or Down (5 Suits)", FIVE)
    variants = Variants({}, {0: NONE, 7: start})
    outcome = replay_link(link(0, NONE, "p0 c0.0 p1", "r1 r2") + "#3", variants)
    assert (outcome.heights[0], outcome.tokens, outcome.turn) == (2, 7, 3)
    assert replay_link(link(7, start, "p0", "rs"), variants).heights[0] == 1
    assert replay_link(link(0, NONE, "x4"), variants).end == "terminated"
    shared = replay_link(SHARED, variants)
    assert (shared.turn, shared.strikes, shared.end) == (58, 0, "perfect")
    with pytest.raises(SiteRefusal, match="no action"):
        replay_link(link(0, NONE, ""), variants)
    with pytest.raises(SiteRefusal, match="the deck must have 45 cards"):
        replay_link(link(7, NONE, "p0"), variants)


# The reference data


@pytest.fixture(scope="module")
def variants(hanabi_data: Path) -> Variants:
    return read_variants(hanabi_data / "variants.tsv")


def rows(table: Path) -> list[dict[str, str]]:
    lines = [line for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


@pytest.mark.acceptance
def test_suits_are_those_of_the_table(hanabi_data: Path, variants: Variants) -> None:
    for row in rows(hanabi_data / "variants.tsv"):
        variant = variants.by_id[int(row["id"])]
        assert "".join(str(int(suit.dark)) for suit in variant.suits) == row["one_of_each"]
        assert "".join(str(int(suit.down)) for suit in variant.suits) == row["reversed"]
        assert variant.inverted == ("inverted" in row["special"])
        assert variant.up_or_down == ("up-or-down" in row["special"])


@pytest.mark.acceptance
def test_real_games(hanabi_data: Path, variants: Variants) -> None:
    expected = rows(hanabi_data / "games" / "expected.tsv")
    for row in expected:
        data = json.loads((hanabi_data / "games" / row["file"]).read_text(encoding="utf-8"))
        outcome = replay_game(data, variants, dead_end=row["file"] != OLD_GAME)
        assert (sum(outcome.heights), outcome.strikes) == (int(row["stacks_sum"]), int(row["strikes"])), row
        if row["end"] != "not stated":
            assert outcome.end == row["end"], row
        assert outcome.end != "not over"
        assert outcome.turn == len(data["actions"])
    assert len(expected) == 69


@pytest.mark.acceptance
def test_an_old_game_went_on_too_long(hanabi_data: Path, variants: Variants) -> None:
    data = json.loads((hanabi_data / "games" / OLD_GAME).read_text(encoding="utf-8"))
    with pytest.raises(SiteRefusal, match="turn 57: the game is over: no further point"):
        replay_game(data, variants)


@pytest.mark.acceptance
def test_cases(hanabi_data: Path, variants: Variants) -> None:
    for row in rows(hanabi_data / "cases" / "expected.tsv"):
        if row["what"] in ("best score", "error", "variant"):
            continue
        data = json.loads((hanabi_data / "cases" / row["file"]).read_text(encoding="utf-8"))
        outcome = replay_game(data, variants, None if row["turn"] == "-" else int(row["turn"]))
        if row["what"] == "stacks":
            assert outcome.heights == tuple(int(word[1:]) for word in row["value"].split()), row
        elif row["what"] == "tokens":
            assert outcome.tokens == float(row["value"]), row
        else:
            assert sum(outcome.heights) == int(row["value"]), row
    for path in (hanabi_data / "cases").glob("*.json"):
        if path.name != "starts_with_comment.json":  # no JSON
            replay_game(json.loads(path.read_text(encoding="utf-8")), variants)

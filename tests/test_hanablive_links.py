"""hanab.live's replay links: reading, writing, and what broken ones are told."""

from dataclasses import replace
from random import Random

import pytest
import site_replay
from commands import run_here
from game_samples import SHARED, parse
from hypothesis import given, settings
from hypothesis import strategies as st
from site_samples import NONE
from site_variants import Variants

from hanabi_solver.errors import IllegalMoveError, InputError, UnsupportedRules
from hanabi_solver.formats.hanablive.actions import Action, GameEnd
from hanabi_solver.formats.hanablive.game import Game, game_of
from hanabi_solver.formats.hanablive.links import format_link, is_link, parse_link, read_link
from hanabi_solver.formats.hanablive.options import Options
from hanabi_solver.formats.hanablive.seeds import deal_of, parse_seed
from hanabi_solver.formats.hanablive.variants import variant_by_name
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Play

# The opening of a game on the site: its seed, a 3 to Donald, the play of b1, a 3 to Cathy.
REAL = "415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,03tdeh,0"


VARIANTS = [
    *("No Variant", "3 Suits", "6 Suits", "Black (6 Suits)", "Rainbow (5 Suits)", "Orange (4 Suits)"),
    *(
        "Up or Down (5 Suits)",
        "Up or Down & Rainbow (6 Suits)",
        "Sudoku (4 Suits)",
        "Sudoku & Orange (5 Suits)",
    ),
]


def random_game(rng: Random, players: int, variant_name: str, length: int) -> Game:
    variant = variant_by_name(variant_name)
    seed = f"p{players}v{variant.id}s{rng.randrange(10**6)}"
    deal = deal_of(seed, variant, players)
    position, moves = deal.start(), []
    while len(moves) < length and not position.is_over:
        move = rng.choice(legal_moves(position))
        moves.append(move)
        position = apply(position, move)
    names = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")[:players]
    return Game(variant, names, deal, tuple(moves), seed=seed)


def fault_of(link: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_link(link)
    return str(caught.value.faults[0])


@given(
    rng=st.randoms(use_true_random=False),
    players=st.integers(2, 6),
    variant=st.sampled_from(VARIANTS),
    length=st.integers(0, 40),
    end=st.sampled_from([None, GameEnd(Action(4, 1, 4)), GameEnd(Action(4, 0, 10))]),
    turn=st.none() | st.integers(1, 99),
    shared=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_a_game_survives_its_link(
    rng: Random, players: int, variant: str, length: int, end: GameEnd | None, turn: int | None, shared: bool
) -> None:
    game = replace(random_game(rng, players, variant, length), end=end)
    link = format_link(game, turn, shared=shared)
    assert is_link(link)
    read = read_link(link)
    assert read.game == game
    assert read.turn == turn


@given(rng=st.randoms(use_true_random=False), text=st.text(alphabet="abcXYZ019,-#é /", max_size=3))
@settings(deadline=None, max_examples=150)
def test_a_damaged_link_is_read_or_refused(rng: Random, text: str) -> None:
    link = REAL + ",p4v0s1#2"
    at = rng.randrange(len(link))
    damaged = link[:at] + text + link[at + rng.randrange(4) :]
    try:
        game = read_link(damaged).game
    except InputError as error:
        faults = error.faults
    else:
        faults = ()
        assert game.deal.rules.deck_size == len(game.deal.deck)
    assert all(fault.text.startswith("expected ") for fault in faults)


@pytest.mark.parametrize(
    "text",
    [
        f"https://hanab.live/replay-json/{REAL}",
        f"https://hanab.live/shared-replay-json/{REAL}#3",
        f"hanab.live/replay-json/{REAL}#",
        f"  replay-json/{REAL} \n",
        REAL,
        REAL.replace("-", ""),
        "-".join(REAL),
        f"{REAL},p4v0s1#3",
    ],
)
def test_links_come_in_many_forms(text: str) -> None:
    assert is_link(text)
    game = parse_link(text)
    assert game.deal == parse_seed("p4v0s1").deal
    assert game.moves == (Clue(3, rank=3), Play(7))
    assert game.players == ("Alice", "Bob", "Cathy", "Donald")
    assert game.replay().stacks == (0, 0, 0, 0, 1)


def test_a_shared_game_is_read_and_written_as_the_site_does() -> None:
    link = read_link(SHARED)
    assert link.game.ending() == "perfect"
    assert link.game.deal == parse_seed("p4v0s1").deal
    assert format_link(link.game, link.turn, shared=True) == SHARED


def test_the_turn_and_the_seed_are_read() -> None:
    link = read_link(f"{REAL},p4v0s1#3")
    assert link.turn == 3
    assert link.game.seed == "p4v0s1"
    assert link.game.notes == ()
    assert read_link(REAL).turn is None


def test_a_seed_with_dashes_is_known_by_its_deck() -> None:
    deal = parse_seed("p2v0sone-two").deal
    link = format_link(game_of(deal, seed="p2v0sone-two"))
    assert link.count(",") == 2  # a reader that drops dashes could not tell the seed
    assert parse_link(f"{link},p2v0sone-two").seed == "p2v0sone-two"
    wrong = parse_link(f"{link},p2v0s1")
    assert wrong.seed == "p2v0s1"
    assert wrong.notes == ('the deck is not that of the seed "p2v0s1"; the deck counts',)


def test_types_and_ranks_count_from_their_lowest() -> None:
    # Clues of ranks alone: type 3 of 3 to 3, so the character is the value + 1.
    assert parse_link(REAL.replace("03tdeh", "33ed")).moves == (Clue(3, rank=3),)
    # A play may come without a value, as the site's hypotheticals write it.
    assert parse_link(REAL.replace("03tdeh", "03tdah")).moves == (Clue(3, rank=3), Play(7))
    assert parse_link(REAL.replace("03tdeh", "")).moves == ()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("415i", "915i", 'character 1: expected a number of players of 2 to 6, got "9"'),
        ("415i", "405i", 'character 2: expected a lowest rank of 1 to 5, got "0"'),
        ("415i", "416i", 'character 3: expected a highest rank of 1 to 5, got "6"'),
        ("415if", "415iF", 'character 5: expected a card (a to y in "No Variant"), got "F"'),
        ("-tbok", "-t_ok", 'character 23: expected a letter, a digit, a dash or a comma, got "_"'),
        (",03t", ",0_t", 'character 58: expected a letter, a digit, a dash or a comma, got "_"'),
        (",03t", ",30t", 'character 58: expected a highest type of action of 3 to 5, got "0"'),
        ("tdeh", "td!h", 'character 61: expected a letter, a digit, a dash or a comma, got "!"'),
        ("tdeh,0", "t!e,9_", 'character 60: expected a letter, a digit, a dash or a comma, got "!"'),
        ("tdeh", "tde", 'character 61: expected two characters for each action, got "e"'),
        ("tdeh", "tdeZ", "character 61: expected a deck index of 0 to 49, got 61"),
        ("tdeh", "ddeh", "character 59: expected a rank of 1 to 5, got none"),
        ("tdeh", "tgeh", "character 59: expected a seat of 0 to 3, got 6"),
        (
            "deh,0",
            "deh,zero",
            "character 64: expected DECK,ACTIONS,VARIANT[,SEED], "
            'got 3 parts with "zero" as VARIANT, which is a number',
        ),
        ("deh,0", "deh,99999", "character 64: expected the id of a variant, got 99999"),
        (
            "deh,0",
            "deh,",
            "expected DECK,ACTIONS,VARIANT[,SEED], got 3 parts with nothing as VARIANT, which is a number",
        ),
        ("deh,0", "deh", "expected DECK,ACTIONS,VARIANT[,SEED], got 2 parts"),
        ("pml,", "pm,", "deck: expected 50 cards, got 49"),
        ("deh,0", "deh,0#x", 'character 66: expected a turn after "#", got "x"'),
        ("deh,0", "deh,0#3>", 'character 67: expected a turn after "#", got ">"'),
        ("deh,0", "deh,0#0", 'character 66: expected a turn from 1 after "#", got 0'),
    ],
)
def test_broken_links_say_which_character_is_wrong(old: str, new: str, fault: str) -> None:
    assert old in REAL
    assert fault_of(REAL.replace(old, new)) == fault


@pytest.mark.parametrize(
    ("old", "new", "text", "advice"),
    [
        ("pml,03tdeh,0,p4v0s1", "pml03tdeh,0", "2 parts", "a comma seems to be missing"),
        ("h,0,p", "h,0p", 'with "0p4v0s1" as VARIANT', "a seed stands there, so a comma seems to be missing"),
        ("h,0,p", "h0,p", 'with "p4v0s1" as VARIANT', "a seed stands there, so a comma seems to be missing"),
        ("pml,", "p,ml,", "5 parts", "a comma seems to be too many"),
        (",0,p4v0s1", ",,0", "4 parts with nothing as VARIANT", "a comma seems to be too many"),
        (",03tdeh,0,p4v0s1", ",03,tdeh,0", 'with "tdeh" as VARIANT', "cards or actions stand there"),
    ],
)
def test_missing_and_extra_commas_are_told(old: str, new: str, text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_link(f"{REAL},p4v0s1".replace(old, new))
    (fault,) = caught.value.faults
    assert "expected DECK,ACTIONS,VARIANT[,SEED], got " in fault.text
    assert text in fault.text
    assert fault.help.startswith(advice)


@pytest.mark.parametrize("seed", ["", ",p4v0s1"])
@pytest.mark.parametrize("garbage", [" and more", ">", "?x=1", ".", "é"])
def test_what_follows_a_link_is_no_seed(seed: str, garbage: str) -> None:
    link = f"https://hanab.live/replay-json/{REAL}{seed}"
    fault = f'character {len(link) + 1}: expected a letter, a digit, a dash or a comma, got "{garbage[0]}"'
    assert fault_of(link + garbage) == fault
    assert fault_of(f"{link}{garbage}#3") == fault


@pytest.mark.parametrize(
    ("seed", "place", "got"),
    [
        ("", 66, "its end"),
        ("1", 66, '"1"'),
        ("p4x0s1", 68, '"x"'),
        ("p4v0", 70, "its end"),
        ("p-4v0-z", 72, '"z"'),
    ],
)
def test_a_seed_has_its_form(seed: str, place: int, got: str) -> None:
    assert fault_of(f"{REAL},{seed}") == f"character {place}: expected a seed after the variant, got {got}"


def test_a_seed_of_another_game_is_noted() -> None:
    notes = parse_link(f"{REAL},p2v1s1").notes
    assert notes[0] == (
        'the seed "p2v1s1" is of 2 players and variant 1, '
        'the game of 4 players and variant 0 ("No Variant"); the game counts'
    )


def test_wrong_copies_are_told_with_their_characters() -> None:
    link = REAL.replace("415ifir", "415ffir")
    with pytest.raises(InputError) as caught:
        parse_link(link)
    faults = [str(fault) for fault in caught.value.faults]
    at = [index + 1 for index, text in enumerate(link[: link.index(",")]) if text == "f"]
    where = ", ".join(f"character {index}" for index in at)
    assert faults[0].startswith(f"character {at[-1]}: expected at most ")
    assert faults[0].endswith(f"({where})")


@pytest.mark.parametrize("tail", [" and more", "_", ",p4v0s1,x"])
def test_broken_links_without_a_path_are_links(tail: str) -> None:
    assert is_link(REAL + tail)
    assert is_link(REAL.replace("pml,", "pml"))


def test_places_count_from_the_start_of_the_text() -> None:
    assert fault_of(f"https://hanab.live/replay-json/{REAL.replace('415', '915')}").startswith(
        "character 32:"
    )


def test_links_to_a_numbered_game_hold_no_game() -> None:
    assert is_link("https://hanab.live/replay/123456")
    assert fault_of("https://hanab.live/replay/123456").startswith("expected a link with replay-json/")


@pytest.mark.parametrize("text", ["", "p2v0s40", "2 r1r1r1r2r2r3r3r4r4r5", "deals.txt", "-", "a,b,c"])
def test_other_texts_are_no_links(text: str) -> None:
    assert not is_link(text)


def test_lines_with_inverted_suits_have_a_link(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("solve", "p2v2133s2", "-q", "--workers", "1") == 0
    shown, _, link = capsys.readouterr().out.splitlines()[-1].partition(" ")[2].rpartition(" ")
    assert (shown, parse_link(link).replay().score) == ("it:", 15)


def test_a_broken_link_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("show", f"replay-json/{REAL[:-2]}") == 2
    assert capsys.readouterr().err.startswith("link: expected DECK,ACTIONS,VARIANT[,SEED], got 2 parts\n")


def test_options_do_not_fit_into_a_link() -> None:
    options = Options(one_extra_card=True)
    game = game_of(parse_seed("p2v0s1", options).deal)
    assert game.options == options
    with pytest.raises(UnsupportedRules, match=r"options of its own, got oneExtraCard$") as caught:
        format_link(game)
    assert "JSON" in caught.value.faults[0].help


def test_a_link_of_an_illegal_game_is_read_as_what_it_is() -> None:
    game = replace(game_of(parse_seed("p2v0s1").deal), moves=(Discard(0),))
    read = parse_link(format_link(game))
    assert read.moves == game.moves
    with pytest.raises(IllegalMoveError, match="turn 1: no discard while all 8 clue tokens"):
        read.replay()


def test_votes_to_end_a_game_are_left_out() -> None:
    game = replace(game_of(parse_seed("p2v0s1").deal), end=GameEnd(Action(5, -1, 10)))
    assert parse_link(format_link(game)).end is None


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_deal_without_moves_opens_on_the_site(players: int) -> None:
    seed = f"p{players}v0s1"
    game = parse(players=players, seed=seed)
    link = format_link(game)
    assert f",043a,0,{seed}" in link.replace("-", "")
    data, variant = site_replay.read_link(link, Variants({}, {0: NONE}))
    assert data["actions"] == [{"type": 4, "target": 0, "value": 4}]
    site_replay.check_upload(data, variant)
    assert site_replay.replay_link(link, Variants({}, {0: NONE})).turn == 1
    read = parse_link(link)
    assert (read.moves, read.end, read.deal, read.ending()) == ((), None, game.deal, "not stated")


def test_other_ends_are_kept() -> None:
    game = replace(parse(), end=GameEnd(Action(4, 1, 4)))
    assert parse_link(format_link(game)).end == game.end
    moved = replace(parse(), moves=(Clue(1, rank=parse().deal.deck[5].rank),), end=GameEnd(Action(4, 0, 4)))
    assert parse_link(format_link(moved)).ending() == "terminated"

"""hanab.live's seeds: which texts are seeds, and the deals that they stand for."""

import pytest

from hanabi_solver.errors import InputError
from hanabi_solver.formats.hanablive.options import Options
from hanabi_solver.formats.hanablive.seeds import deal_of, is_seed, parse_seed
from hanabi_solver.formats.hanablive.variants import variant_by_id


@pytest.mark.parametrize(
    ("seed", "players", "variant", "cards"),
    [
        ("p2v0s1", 2, "No Variant", 50),
        ("p6v2s", 6, "Black (6 Suits)", 55),
        (" legacy-1-p3v15s x y ", 3, "4 Suits", 40),
        ("p5v1821sñandú", 5, "Critical Fours (6 Suits)", 54),
        ("p3v24s1", 3, "Up or Down (5 Suits)", 45),
        ("p2v2092s1", 2, "Sudoku (4 Suits)", 32),
    ],
)
def test_seeds_name_players_and_variant(seed: str, players: int, variant: str, cards: int) -> None:
    assert is_seed(seed)
    dealt = parse_seed(seed)
    assert dealt.seed == seed.strip()
    assert dealt.variant.name == variant
    assert dealt.deal.rules.players == players
    assert len(dealt.deal.deck) == cards
    assert dealt.deal.start().problems() == []


def test_a_seed_obeys_the_options() -> None:
    position = parse_seed("p3v0s5", Options(one_extra_card=True, starting_player=2)).deal.start()
    assert [len(hand) for hand in position.hands] == [6, 6, 6]
    assert position.seat == 2


@pytest.mark.parametrize("text", ["", "p2", "p2v0", "2v0s1", "P2v0s1", "p2v0 s1", "pv0s1", "legacy-p2v0s1"])
def test_other_texts_are_no_seeds(text: str) -> None:
    assert not is_seed(text)
    with pytest.raises(InputError, match="seed: expected a seed, got") as caught:
        parse_seed(text)
    assert "p2v0s40" in caught.value.faults[0].help


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        ("p7v0s1", "rules.players: expected 2 to 6, got 7"),
        ("p1v0s1", "rules.players: expected 2 to 6, got 1"),
        ("p2v99999s1", "seed: expected the id of a variant, got 99999"),
    ],
)
def test_seeds_of_impossible_games_are_refused(seed: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_seed(seed)
    assert str(caught.value.faults[0]).startswith(message)


def test_the_numbers_in_a_seed_do_not_bind_a_game_that_names_its_own() -> None:
    deal = deal_of("p2v0s1", variant_by_id(1), 4)
    assert deal.rules.players == 4
    assert len(deal.deck) == 60

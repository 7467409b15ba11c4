"""The special rules of hanab.live, solved: against brute force that shares nothing with the package.

What has no reference data here is checked on seeded positions (`special_positions.py`) and stored traps.
"""

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from shuffle_vectors import SUITS, read_special_vectors
from site_replay import replay_link
from site_variants import Variants, read_variants
from special_positions import FAMILIES, positions
from special_samples import found_by, position_of, stored_traps

from hanabi_solver import Limits, Status, solve, verify
from hanabi_solver.certificate.check import verify_certificate
from hanabi_solver.certificate.files import ProofKind
from hanabi_solver.certificate.make import Certificate, certify, dump_certificate
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.game import game_of
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.links import format_link
from hanabi_solver.formats.hanablive.options import Options
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.variants import all_variants, variant_by_id
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle, parse_puzzle
from hanabi_solver.formats.source import read_source
from hanabi_solver.game.cards import format_cards
from hanabi_solver.game.replay import replay
from hanabi_solver.names import Method, Stacking
from hanabi_solver.solver.result_json import format_result
from hanabi_solver.solver.result_reader import parse_claim

EACH_FAMILY, MOST_STATES = 15, 600
SLICES = 10


def wrong_ones(cases: list[dict[str, Any]], method: Method) -> list[tuple[str, int, int]]:
    found = [(case["id"], found_by(method, position_of(case)), case["best"]) for case in cases]
    return [each for each in found if each[1] != each[2]]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_method_finds_the_best_by_brute_force(family: str) -> None:
    cases = positions(family, EACH_FAMILY, seed=7, max_states=MOST_STATES)
    for method in Method:
        assert wrong_ones(cases, method) == [], method
    assert len({case["best"] for case in cases}) > 5  # no walkover


@pytest.mark.parametrize("method", Method)
def test_a_misplay_that_would_be_a_play_is_none(method: Method) -> None:
    cases = stored_traps()
    assert {case["stack_rule"] for case in cases} == {"up_or_down", "sudoku"}
    assert wrong_ones(cases, method) == []
    for case in cases:
        limits = Limits(workers=1)
        assert (
            solve(position_of(case), target=case["wrong"], method=method, limits=limits).upper < case["wrong"]
        )


@pytest.mark.parametrize("family", FAMILIES)
def test_results_hold_and_survive_their_files(family: str) -> None:
    for case in positions(family, 6, seed=8, max_states=MOST_STATES):
        position = position_of(case)
        result = solve(position, limits=Limits(workers=1))
        assert result.best == case["best"]
        assert not verify(result).is_false, case["id"]
        claim = parse_claim(format_result(result))
        assert not verify(claim.result, claim.contradictions).is_false, case["id"]
        assert (claim.result.position, claim.result.line) == (result.position, result.line)
        assert parse_puzzle(format_puzzle(Puzzle(position))).position == position


def test_a_certificate_has_a_proof_for_each_way(tmp_path: Path) -> None:
    for case in (case for case in stored_traps() if case["best"] > 0):
        position = position_of(case)
        folder = tmp_path / case["id"]
        made = certify(position, solve(position, limits=Limits(workers=1)))
        assert isinstance(made, Certificate), case["id"]
        folder.mkdir()
        dump_certificate(made, folder)
        assert made.claim.kind is ProofKind.WAYS
        assert verify_certificate(folder).shows_upper, case["id"]


# --- reference data


def read_rows(path: Path) -> list[dict[str, str]]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


@pytest.fixture(scope="module")
def variants(hanabi_data: Path) -> Variants:
    return read_variants(hanabi_data / "variants.tsv")


@pytest.mark.acceptance
@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("method", Method)
def test_tiny_reference_positions(hanabi_data: Path, method: Method, part: int) -> None:
    if method is Method.SAT:
        pytest.importorskip("pysat")
    lines = (hanabi_data / "tiny_special.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 800
    assert wrong_ones([json.loads(line) for line in lines[part::SLICES]], method) == []


@pytest.mark.acceptance
@pytest.mark.parametrize("part", range(SLICES))
def test_reference_deals(hanabi_data: Path, part: int) -> None:
    rows = read_rows(hanabi_data / "reference_special.tsv")
    assert len(rows) == 612
    wrong = []
    for row in rows[part::SLICES]:
        options = Options(all_or_nothing=row["family"] == "all_or_nothing")
        result = solve(parse_seed(row["seed"], options).deal)
        if (result.status, result.best) != (Status.OPTIMAL, int(row["best"])):
            wrong.append((row, result.best, result.upper))
    assert wrong == []


# Those on rules; the other cases of the table are about the form of files.
RULE_CASES = ("orange_", "all_or_nothing_", "up_or_down_")


@pytest.mark.acceptance
def test_cases_of_the_rules(hanabi_data: Path) -> None:
    rows = [
        row for row in read_rows(hanabi_data / "cases" / "expected.tsv") if row["file"].startswith(RULE_CASES)
    ]
    assert len(rows) == 11
    for row in rows:
        path = hanabi_data / "cases" / row["file"]
        turn = None if row["turn"] == "-" else int(row["turn"])
        (entry,) = read_source(str(path), turn=turn)
        assert isinstance(entry, Entry), row
        game = parse_game(path.read_text(encoding="utf-8"))
        position = entry.position if turn else game.replay()
        letters = [suit.name[0].lower() for suit in game.variant.suits]
        found = {
            "stacks": " ".join(
                f"{letter}{height}" for letter, height in zip(letters, position.stacks, strict=True)
            ),
            "score": str(sum(position.stacks)),
            "tokens": str(position.tokens),
            "final score": str(position.score),
        }
        if row["what"] == "best score":
            found["best score"] = str(solve(game.deal).best)
        assert found[row["what"]] == row["value"], row


@pytest.mark.acceptance
def test_decks_of_special_variants_are_dealt_as_on_the_site(hanabi_data: Path) -> None:
    vectors = read_special_vectors(hanabi_data)
    assert len(vectors) > 10
    for seed, deck in vectors:
        assert format_cards(parse_seed(seed).deal.deck, SUITS, "") == deck


def variants_to_link() -> list[int]:
    """Ids of variants: some of each special kind, and any others."""
    rng = Random(2024)
    kinds = [
        [variant for variant in all_variants() if variant.stacking is Stacking.UP_OR_DOWN],
        [variant for variant in all_variants() if variant.stacking is Stacking.SUDOKU],
        [variant for variant in all_variants() if variant.has_inverted_suits],
        [variant for variant in all_variants() if "alternating-clues" in variant.clue_words],
        [variant for variant in all_variants() if "synesthesia" in variant.clue_words],
        [variant for variant in all_variants() if variant.special_rank],
    ]
    chosen = [variant.id for kind in kinds for variant in rng.sample(kind, 6)]
    return [*chosen, *(variant.id for variant in rng.sample(all_variants(), 24))]


@pytest.mark.acceptance
@pytest.mark.parametrize("part", range(6))
def test_the_site_accepts_the_links_of_lines(variants: Variants, part: int) -> None:
    for number, variant_id in list(enumerate(variants_to_link()))[part::6]:
        seed = f"p{2 + number % 5}v{variant_id}s{number}"
        dealt = parse_seed(seed)
        result = solve(dealt.deal, limits=Limits(seconds=20, workers=1))
        link = format_link(game_of(dealt.deal, result.line, seed, variant_by_id(variant_id)))
        outcome = replay_link(link, variants)
        assert outcome.score == result.best, (seed, outcome)
        assert outcome.heights == replay(dealt.deal.start(), result.line).stacks, seed

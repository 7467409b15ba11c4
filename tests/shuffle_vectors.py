"""Seeds and their decks as hanab.live's server dealt them."""

from pathlib import Path

from hanabi_solver.game.cards import DARK_COPIES, NORMAL_COPIES

SUITS = "abcdef"
CRITICAL_FOURS = (3, 2, 2, 1, 1)

# Seeds and their decks as the server dealt them: number of players and variant do not matter here.
DECKS = [
    (
        "p2v0s1",
        [NORMAL_COPIES] * 5,
        "d5e4d3a4c1d3d1a1c2c4a2d2c2e1a2a1d1b3b4a1b4c4e2e3e1a4c5b2e1b1b5b1c3a5e3b2d1c3b3d4b1a3d4a3c1d2c1e4e5e2",
    ),
    (
        "p2v0s2",
        [NORMAL_COPIES] * 5,
        "b4e2a4a3d2d3e5a4b3e3a2b1b2c4a2d5d4d1a5e1b1d2c2c1e2c3b5b2c1d1c3c1a1d4e4a1b1e1b3c2d1a3a1d3e4c4b4e1e3c5",
    ),
    (
        "p2v0s",
        [NORMAL_COPIES] * 5,
        "c1e4e1d5b1e3c3d3a4b1c2b2a3c4e2d2b4a3b4d3d4a1e5e4b1d1b2a1a1d4c2c1e1c3a2e3d1b3a2d2c5e1a5e2c4b5c1a4b3d1",
    ),
    (
        "p2v0sñandú-✓",
        [NORMAL_COPIES] * 5,
        "d1d4b3a1c5b1a2e3d3e3e2a2d2c2a1c1e4b1e5a3a4a1c4d2b2b4d1b2c4c1d3d1d5b3b1c3a5c2e1c1d4e1a3e2c3b4e1e4b5a4",
    ),
    (
        "p6v21s1",
        [*[NORMAL_COPIES] * 4, DARK_COPIES],
        "d1b2b3c4b5a4c4c5a1a1b4a1d1e2a2d3c1c2c3c2d2d5e5a2a5d4a4b1c1b1d2e1e3c3e4b1d4d3c1b3a3b2a3b4d1",
    ),
    (
        "p2v1821s1",
        [CRITICAL_FOURS] * 6,
        "b4e3a1e1a2a1b1e2f1a4a3a5f4f3c2e3f1e1e4b3b1d5c1d4c4f2f2f5d3d1b3d2f1c1f3b1e5d1a2c3e2c2c5d3b5c3c1d2b2a1b2"
        "e1d1a3",
    ),
]


def read_vectors(folder: Path) -> list[tuple[str, list[tuple[int, ...]], str]]:
    """All vectors of the reference data: the seed, the copies of each suit, and the deck."""
    lines = (folder / "shuffle_vectors.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line]
    return [(seed, [tuple(map(int, suit)) for suit in copies.split()], deck) for seed, copies, deck in rows]


def read_special_vectors(folder: Path) -> list[tuple[str, str]]:
    """Those of Up or Down and Sudoku: the seed and the deck."""
    lines = (folder / "shuffle_more.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(seed, deck.replace(" ", "")) for seed, deck in rows]

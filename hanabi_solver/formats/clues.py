"""Rules for clues in files: what `clues` in a puzzle's or result's rules says, in both directions."""

from typing import TYPE_CHECKING, Any

from hanabi_solver.errors import Fault
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import START_MARK, START_RANK
from hanabi_solver.game.clue_rules import ClueRules, ColourClue, RankClue, Touches

if TYPE_CHECKING:  # pydantic costs time that only reading files needs
    from hanabi_solver.formats.puzzle_schema import CluesFile

_FLAGS = ("alternate", "empty_colours", "empty_ranks")


def clues_from_file(file: "CluesFile", letters: str, faults: list[Fault]) -> ClueRules:
    """The clues that a file states for suits with these letters; what cannot be read is in `faults`."""
    return ClueRules(
        colours=tuple(
            ColourClue(
                colour.name,
                colour.letter,
                _read_touches(colour.touches, letters, f"rules.clues.colours[{index}].touches", faults),
            )
            for index, colour in enumerate(file.colours)
        ),
        ranks=tuple(
            RankClue(
                rank.rank, _read_touches(rank.touches, letters, f"rules.clues.ranks[{index}].touches", faults)
            )
            for index, rank in enumerate(file.ranks)
        ),
        alternate=file.alternate,
        empty_colours=file.empty_colours,
        empty_ranks=file.empty_ranks,
    )


def clues_to_data(clues: ClueRules, letters: str) -> dict[str, Any]:
    """The clues as JSON data, for suits with these letters.

    >>> clues_to_data(ClueRules((ColourClue("Red", "r", ((1, 2), (), (2,))),), ()), "rgm")
    {'colours': [{'name': 'Red', 'letter': 'r', 'touches': 'r12 m2'}], 'ranks': []}
    """
    data: dict[str, Any] = {
        "colours": [
            {"name": colour.name, "letter": colour.letter, "touches": _touches_text(colour.touches, letters)}
            for colour in clues.colours
        ],
        "ranks": [
            {"rank": rank.rank, "touches": _touches_text(rank.touches, letters)} for rank in clues.ranks
        ],
    }
    return data | {flag: True for flag in _FLAGS if getattr(clues, flag)}


def _touches_text(touches: Touches, letters: str) -> str:
    return " ".join(
        letter + "".join(START_MARK if rank == START_RANK else str(rank) for rank in ranks)
        for letter, ranks in zip(letters, touches, strict=True)
        if ranks
    )


def _read_touches(text: str, letters: str, place: str, faults: list[Fault]) -> Touches:
    touched: dict[str, tuple[int, ...]] = {}
    for word in text.split():
        letter, ranks = word[0], word[1:].replace(START_MARK, str(START_RANK))
        if letter not in letters or not (ranks.isascii() and ranks.isdigit()):
            expected = f"a suit (one of {'/'.join(letters)}) and ranks"
            advice = f'write what it touches as "{letters[:1]}123"'
            faults.append(Fault(place, f"expected {expected}, got {shorten(word)!r}", advice))
        elif letter in touched:
            faults.append(Fault(place, f"expected each suit once, got {letter!r} twice"))
        else:
            touched[letter] = tuple(map(int, ranks))
    return tuple(touched.get(letter, ()) for letter in letters)

"""The clues of hanab.live's variants: which ones there are and which cards each one touches."""

from functools import cache

from hanabi_solver.formats.hanablive.variants import USUAL_LETTERS, Variant, VariantSuit
from hanabi_solver.game.cards import START_RANK
from hanabi_solver.game.clue_rules import ClueRules, ColourClue, RankClue, Touches
from hanabi_solver.names import Stacking

_ODD, _EVEN = 1, 2


@cache
def clue_rules(variant: Variant) -> ClueRules | None:
    """The clues of a variant; None where they are the usual ones.

    >>> from hanabi_solver.formats.hanablive.variants import variant_by_name
    >>> clue_rules(variant_by_name("Black (6 Suits)")) is None
    True
    >>> clues = clue_rules(variant_by_name("Rainbow (3 Suits)"))
    >>> clues.letters, clues.colours[0].touches
    ('rb', ((1, 2, 3, 4, 5), (), (1, 2, 3, 4, 5)))
    """
    names = _colours(variant)
    colours = tuple(
        ColourClue(name, USUAL_LETTERS.get(name, name[0].lower()), _touched_by_colour(variant, number, names))
        for number, name in enumerate(names)
    )
    ranks = tuple(RankClue(rank, _touched_by_rank(variant, rank)) for rank in _ranks(variant))
    rules = ClueRules(
        colours,
        ranks,
        alternate="alternating-clues" in variant.clue_words,
        empty_colours="colour-blind" in variant.clue_words,
        empty_ranks="number-blind" in variant.clue_words,
    )
    return None if _is_usual(rules, variant) else rules


def _is_usual(rules: ClueRules, variant: Variant) -> bool:
    suits, cards = range(len(variant.suits)), _card_ranks(variant)
    own_colours = [tuple(cards if suit == own else () for suit in suits) for own in suits]
    own_ranks = [(rank, ((rank,),) * len(suits)) for rank in range(1, variant.stack_size + 1)]
    return (
        [colour.touches for colour in rules.colours] == own_colours
        and [(rank.rank, rank.touches) for rank in rules.ranks] == own_ranks
        and not (rules.alternate or rules.empty_colours or rules.empty_ranks)
    )


def _card_ranks(variant: Variant) -> tuple[int, ...]:
    ranks = tuple(range(1, variant.stack_size + 1))
    return (*ranks, START_RANK) if variant.stacking is Stacking.UP_OR_DOWN else ranks


def _colours(variant: Variant) -> tuple[str, ...]:
    """The colours that can be named: those of the suits in their order, each once."""
    if "colour-mute" in variant.clue_words:
        return ()
    return tuple(dict.fromkeys(colour for suit in variant.suits for colour in suit.colours))


def _ranks(variant: Variant) -> tuple[int, ...]:
    """The ranks that can be named. A special rank whose cards its own clue does not tell apart is none."""
    if variant.clue_words & {"number-mute", "synesthesia"}:
        return ()
    if "odds-and-evens" in variant.clue_words:
        return (_ODD, _EVEN)
    without_own = variant.special_marks & {"all-ranks", "no-ranks", "deceptive"}
    left_out = variant.special_rank if without_own else None
    return tuple(rank for rank in range(1, variant.stack_size + 1) if rank != left_out)


def _touched_by_colour(variant: Variant, number: int, names: tuple[str, ...]) -> Touches:
    return tuple(
        tuple(rank for rank in _card_ranks(variant) if _has_colour(variant, suit, rank, number, names))
        for suit in variant.suits
    )


def _has_colour(variant: Variant, suit: VariantSuit, rank: int, number: int, names: tuple[str, ...]) -> bool:
    """Whether a clue of the colour with this number touches a card. The suit counts before its rank."""
    if "colour-blind" in variant.clue_words or "no-colours" in suit.clue_marks:
        return False
    if "all-colours" in suit.clue_marks:
        return True
    # Ranks take turns with the colours; START comes before 1, so it has the last one.
    is_of_rank = number == (len(names) - 1 if rank == START_RANK else (rank - 1) % len(names))
    if "synesthesia" in variant.clue_words and "no-ranks" not in suit.clue_marks and is_of_rank:
        return True
    if rank == variant.special_rank:
        if "all-colours" in variant.special_marks:
            return True
        if "no-colours" in variant.special_marks:
            return False
    return is_of_rank if "prism" in suit.clue_marks else names[number] in suit.colours


def _touched_by_rank(variant: Variant, named: int) -> Touches:
    return tuple(
        tuple(rank for rank in _card_ranks(variant) if _has_rank(variant, suit, rank, named))
        for suit in range(len(variant.suits))
    )


def _has_rank(variant: Variant, suit: int, rank: int, named: int) -> bool:
    """Whether a clue of the rank `named` touches a card. The suit counts before its rank."""
    words, marks = variant.clue_words, variant.suits[suit].clue_marks
    if "number-blind" in words or "no-ranks" in marks:
        return False
    if "all-ranks" in marks:
        return True
    if "funnels" in words:
        return rank <= named
    if "chimneys" in words:
        return rank >= named
    if "odds-and-evens" in words:
        return rank % 2 == named % 2
    if rank == variant.special_rank:
        if "all-ranks" in variant.special_marks:
            return True
        if "no-ranks" in variant.special_marks:
            return False
        if "deceptive" in variant.special_marks:
            clued = _ranks(variant)
            return named == clued[suit % len(clued)]
    return named == rank

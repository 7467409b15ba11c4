"""What clues touch of each suit of hanab.live: facts, one line a suit.

Columns: name, the clue colours that touch it ("all", "none", "prism" or names with commas, in the site's
order), the clue ranks ("own", "all", "none"), and words: dark (one of each card), inverted.
The suit "X Reversed" is X, played downwards.
"""

from dataclasses import dataclass

_FACTS = """\
Red|Red|own|
Yellow|Yellow|own|
Green|Green|own|
Blue|Blue|own|
Purple|Purple|own|
Teal|Teal|own|
Black|Black|own|dark
Rainbow|all|own|
Pink|Pink|all|
White|none|own|
Brown|Brown|none|
Omni|all|all|
Null|none|none|
Muddy Rainbow|all|none|
Light Pink|none|all|
Prism|prism|own|
Orange|Orange|own|inverted
Dark Rainbow|all|own|dark
Dark Pink|Pink|all|dark
Gray|none|own|dark
Dark Brown|Brown|none|dark
Dark Omni|all|all|dark
Dark Null|none|none|dark
Cocoa Rainbow|all|none|dark
Gray Pink|none|all|dark
Dark Prism|prism|own|dark
Dark Orange|Orange|own|dark inverted
Tomato|Red|own|
Mahogany|Red|own|
Carrot|Red|own|
Emerald|Green|own|
Olive|Green|own|
Sky|Blue|own|
Navy|Blue|own|
Berry|Blue|own|
Ice EA|Blue|own|
Aqua EA|Blue|own|
Sky EA|Blue|own|
Berry EA|Blue|own|
Navy EA|Blue|own|
Ocean EA|Blue|own|
Tangerine|Red,Yellow|own|
Violet|Red,Blue|own|
Maroon|Red,Black|own|
Jade|Yellow,Blue|own|
Tan|Yellow,Black|own|
Cobalt|Blue,Black|own|
Lime|Yellow,Green|own|
Cyan|Green,Blue|own|
Indigo|Blue,Purple|own|
Cardinal|Purple,Red|own|
Peach|Red,Yellow|own|
Magenta|Red,Blue|own|
Jungle|Yellow,Green|own|
Gold|Red,Green|own|
Ruby|Red|own|
Yam|Red,Yellow|own|
Geas|Red,Yellow,Green|own|
Beatnik|Red,Yellow,Green,Blue|own|
Plum|Red,Yellow,Green,Blue,Purple|own|
Taupe|Red,Yellow,Green,Blue,Purple,Teal|own|
"""

# Variants with a suit whose colours no public file at hand settles (older files have other names there).
UNSETTLED = frozenset({"Ambiguous & Dual-Color Mix"})


@dataclass(frozen=True)
class Suit:
    name: str
    colours: tuple[str, ...]
    all_colours: bool
    prism: bool
    all_ranks: bool
    no_ranks: bool
    dark: bool
    inverted: bool
    down: bool

    @property
    def no_colours(self) -> bool:
        return not (self.colours or self.all_colours or self.prism)


def suit_named(name: str) -> Suit:
    """The suit called `name`, also "X Reversed"."""
    plain = name.removesuffix(" Reversed")
    for line in _FACTS.splitlines():
        known, colours, ranks, words = line.split("|")
        if known == plain:
            return Suit(
                name,
                () if colours in ("all", "none", "prism") else tuple(colours.split(",")),
                all_colours=colours == "all",
                prism=colours == "prism",
                all_ranks=ranks == "all",
                no_ranks=ranks == "none",
                dark="dark" in words,
                inverted="inverted" in words,
                down=name != plain,
            )
    raise KeyError(name)

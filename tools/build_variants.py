"""Build the package's list of hanab.live variants from a table of facts about them.

    python tools/build_variants.py variants.tsv

The table's columns are `id`, `name`, `stack_size`, `suits` (names, ", " between them), `one_of_each`
and `reversed` (a digit 0 or 1 for each suit) and `special` (words with commas, or "-"), all from the site's
packages/game/src/json/variants.json and suits.json. What follows from a suit's name is written once, with
the suit. The result goes to hanabi_solver/formats/hanablive/variants.txt, which that package's `variants.py`
reads.

How clues touch the suits is in suits.tsv beside this file, from the same suits.json (Ruby and Yam: from the
site's docs/variants.md): `name`; `colours`, its clueColors (the colour of its own name if it states none);
`clue_marks`, which of allClueColors, noClueColors, allClueRanks, noClueRanks and prism it has. The reversed
kind of a suit is touched as the suit.

Which rules for clues a variant has is in its name, part by part; the site makes both from one another in
packages/scripts/src/createVariantsJSON/getVariantDescriptions.ts.
"""

import csv
import re
import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "hanabi_solver" / "formats" / "hanablive" / "variants.txt"
SUITS = Path(__file__).with_name("suits.tsv")
FULL_STACK = "5"
INVERTED = "inverted"
INVERTED_WORD = "Orange"
NUMBER_OF_SUITS = re.compile(r"(?:^| \(?)\d Suits\)?$")
SPECIAL_RANK = re.compile(r"(.+)-(Ones|Fives)")
# Parts of names that say a rule for clues, and the words for it here.
CLUE_WORDS = {
    "Alternating Clues": ["alternating-clues"],
    "Chimneys": ["chimneys"],
    "Color Blind": ["colour-blind"],
    "Color Mute": ["colour-mute"],
    "Funnels": ["funnels"],
    "Number Blind": ["number-blind"],
    "Number Mute": ["number-mute"],
    "Odds and Evens": ["odds-and-evens"],
    "Synesthesia": ["synesthesia"],
    "Totally Blind": ["colour-blind", "number-blind"],
}
# Parts of names that say nothing of clues beyond the suits (in "Cow & Pig" and "Duck" only the receiver
# of a clue learns less).
OTHER_PARTS = {
    "No Variant",
    "Critical Fours",
    "Scarce Ones",
    "Clue Starved",
    "Throw It in a Hole",
    "Reversed",
    "Cow",
    "Pig",
    "Duck",
    "Up or Down",
    "Sudoku",
    "Ambiguous",
    "Very Ambiguous",
    "Extremely Ambiguous",
    "Matryoshka",
    "Dual-Color",
    "Ambiguous Mix",
    "Candy Corn Mix",
    "Dual-Color Mix",
    "Holiday Mix",
    "RGB Mix",
    "Special Mix",
    "Valentine Mix",
}


def main(table: Path) -> None:
    """Write the list from `table`; stops if a name does not show a fact after all."""
    clue_facts = {row["name"]: (row["colours"], row["clue_marks"]) for row in read(SUITS)}
    suits: dict[str, str] = {}
    lines = []
    for row in sorted(read(table), key=lambda row: int(row["id"])):
        names = row["suits"].split(", ")
        rules = [] if row["special"] == "-" else row["special"].split(",")
        inverted = [INVERTED_WORD in name for name in names]
        if any(inverted) != (INVERTED in rules):
            raise SystemExit(f"{row['name']}: the names do not show which suits are inverted")
        rules = [rule for rule in rules if rule != INVERTED]
        if row["stack_size"] != FULL_STACK:
            rules.append(f"stack-size-{row['stack_size']}")
        rules += clue_words(row["name"], names, clue_facts)
        for name, dark, backward, swapped in zip(
            names, row["one_of_each"], row["reversed"], inverted, strict=True
        ):
            colours, marks = clue_facts[name.removesuffix(" Reversed")]
            flags = [("one-of-each", dark == "1"), ("reversed", backward == "1"), (INVERTED, swapped)]
            words = [word for word, holds in flags if holds] + ([] if marks == "-" else [marks])
            text = f"{','.join(words) or '-'}\t{colours}"
            if suits.setdefault(name, text) != text:
                raise SystemExit(f"{row['name']}: {name} differs from {name} in another variant")
        numbers = ",".join(str(list(suits).index(name)) for name in names)
        lines.append(f"{row['id']}\t{numbers}\t{','.join(rules) or '-'}\t{row['name']}")
    head = [f"{name}\t{text}" for name, text in suits.items()]
    TARGET.write_text("\n".join([*head, "", *lines]) + "\n", encoding="utf-8")
    print(f"{TARGET}: {len(suits)} suits, {len(lines)} variants", file=sys.stderr)


def read(table: Path) -> list[dict[str, str]]:
    """The rows of a table with tabs."""
    with table.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def clue_words(name: str, suits: list[str], clue_facts: dict[str, tuple[str, str]]) -> list[str]:
    """The rules for clues that a variant's name says; stops at a part that is not known."""
    words = []
    for part in NUMBER_OF_SUITS.sub("", name).split(" & "):
        special = SPECIAL_RANK.fullmatch(part)
        if special:
            rank = 1 if special[2] == "Ones" else 5
            kind = special[1].replace("-", " ")
            marks = "deceptive" if kind == "Deceptive" else clue_facts[kind][1]
            words += [f"rank-{rank}-{mark}" for mark in marks.split(",")]
        elif part in CLUE_WORDS:
            words += CLUE_WORDS[part]
        elif part and part not in OTHER_PARTS and part not in suits:
            raise SystemExit(f"{name}: it is not known what {part} says of clues")
    return words


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/build_variants.py TABLE")
    main(Path(sys.argv[1]))

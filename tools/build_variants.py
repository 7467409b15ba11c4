"""Build the package's list of hanab.live variants from a table of facts about them.

    python tools/build_variants.py variants.tsv

The table's columns are `id`, `name`, `stack_size`, `suits` (names, ", " between them), `one_of_each`
and `reversed` (a digit 0 or 1 for each suit) and `special` (words with commas, or "-"). What follows
from a suit's name is written once, with the suit. The result goes to
hanabi_solver/formats/hanablive/variants.txt, which that package's `variants.py` reads.
"""

import csv
import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "hanabi_solver" / "formats" / "hanablive" / "variants.txt"
FULL_STACK = "5"
INVERTED = "inverted"
INVERTED_WORD = "Orange"


def main(table: Path) -> None:
    """Write the list from `table`; stops if a suit's name does not show a fact after all."""
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    suits: dict[str, str] = {}
    lines = []
    for row in sorted(rows, key=lambda row: int(row["id"])):
        names = row["suits"].split(", ")
        rules = [] if row["special"] == "-" else row["special"].split(",")
        inverted = [INVERTED_WORD in name for name in names]
        if any(inverted) != (INVERTED in rules):
            raise SystemExit(f"{row['name']}: the names do not show which suits are inverted")
        rules = [rule for rule in rules if rule != INVERTED]
        if row["stack_size"] != FULL_STACK:
            rules.append(f"stack-size-{row['stack_size']}")
        for name, dark, backward, swapped in zip(
            names, row["one_of_each"], row["reversed"], inverted, strict=True
        ):
            flags = [("one-of-each", dark == "1"), ("reversed", backward == "1"), (INVERTED, swapped)]
            text = ",".join(word for word, holds in flags if holds) or "-"
            if suits.setdefault(name, text) != text:
                raise SystemExit(f"{row['name']}: {name} differs from {name} in another variant")
        numbers = ",".join(str(list(suits).index(name)) for name in names)
        lines.append(f"{row['id']}\t{numbers}\t{','.join(rules) or '-'}\t{row['name']}")
    head = [f"{name}\t{text}" for name, text in suits.items()]
    TARGET.write_text("\n".join([*head, "", *lines]) + "\n", encoding="utf-8")
    print(f"{TARGET}: {len(suits)} suits, {len(lines)} variants", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/build_variants.py TABLE")
    main(Path(sys.argv[1]))

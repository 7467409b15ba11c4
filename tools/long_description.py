"""Write PYPI.md, the page of a package index, from README.md.

python tools/long_description.py

An index shows one page and none of the files that the README links to: such a link becomes the name of the
file, and the picture is left out. tests/test_readme.py fails while PYPI.md is not what this writes.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTE = "(Names like `docs/cli.md` on this page are those of files in the source distribution.)"
# A paragraph that ends with a colon and the picture that it announces.
_PICTURE = re.compile(r":\n\n!\[[^]]*\]\((?![a-z]+:)[^)]*\)\n")
_LINK = re.compile(r"\[([^]]+)\]\((?![a-z]+:|#)([^)]+)\)")


def long_description(readme: str) -> str:
    """The README with names of files in place of links to them.

    `[docs/cli.md](docs/cli.md)` becomes the name in backquotes, `[rules](docs/rules.md)` "rules" with the
    name in brackets; links to other sites stay.
    """
    title, rest = readme.split("\n", 1)
    return f"{title}\n\n{NOTE}\n" + _LINK.sub(_named, _PICTURE.sub(".\n", rest))


def _named(link: re.Match[str]) -> str:
    text, target = link.groups()
    return f"`{target}`" if text == target else f"{text} (`{target}`)"


def main() -> int:
    """Write the page."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (ROOT / "PYPI.md").write_text(long_description(readme), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

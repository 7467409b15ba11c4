"""A hook of mkdocs: a list or table may follow a line of text directly, as where the pages are read as files.

CommonMark begins a list there; the Markdown of mkdocs goes on with the paragraph, without a word. So a blank
line is put between.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

_FENCE = re.compile(r" *(```|~~~)")
_ITEM = re.compile(r"([-*]|1\.) ")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The text of a page, as mkdocs hands it to its hooks, with those blank lines."""
    return "\n".join(separated(markdown.splitlines()))


def separated(lines: Iterable[str]) -> Iterator[str]:
    """The lines, with a blank one before each list and table that follows a paragraph."""
    is_code = is_list = False
    before = ""
    for line in lines:
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            is_item, is_row = bool(_ITEM.match(line)), line.startswith("|")
            if before and ((is_item and not is_list) or (is_row and not before.startswith("|"))):
                yield ""
            # The lines of an item that goes on are indented; a blank line or other text may end the list.
            is_list = is_item or (is_list and line.startswith(" "))
        yield line
        before = line.strip()

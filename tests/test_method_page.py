"""docs/method.md: numbered statements whose code and tests exist, and one for all that needs an argument."""

import ast
import re
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import hanabi_solver.search.layout as at
from hanabi_solver.model.cuts import CUTS
from hanabi_solver.names import NAMED_BOUNDS, Model

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
STATEMENTS = re.findall(r"^### ([A-Z])(\d+)\. (.+)$", PAGE, re.MULTILINE)
NUMBERS = [letter + number for letter, number, _ in STATEMENTS]
TEXTS = dict(zip(NUMBERS, re.split(r"^### .+$", PAGE, flags=re.MULTILINE)[1:], strict=True))
# Pages and modules that name a statement do so as "docs/method.md, B3" or "([method.md](method.md), B3)".
REFERENCE = re.compile(
    r"method\.md(?:\)|\]\(method\.md\))?,\s+([A-Z]\d+)(?:(?:,|\s+and|\s+to)\s+([A-Z]\d+)\b)?"
)


def names_after(text: str, word: str) -> list[str]:
    """The names in backticks of the last paragraph, after "Code:" or "Tests:"."""
    found = re.search(rf"\b{word}:((?:\s|`[^`]+`|,|\([^)]*\))+)", text)
    return re.findall(r"`([^`]+)`", found.group(1)) if found else []


def resolve(name: str) -> object:
    """What a dotted name of the package means: a module, or something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value: object = import_module(".".join(["hanabi_solver", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            value = getattr(value, part)
        return value
    raise AssertionError(f"no module of {name}")


@cache
def defined_in(file: str) -> frozenset[str]:
    """The tests and classes of a test file, as pytest writes them."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    found = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found.add(node.name)
            found |= {f"{node.name}::{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return frozenset(found)


def test_numbers_are_in_order_and_letters_in_one_piece() -> None:
    assert STATEMENTS
    for (letter, number, _), (next_letter, next_number, _) in pairwise(STATEMENTS):
        assert int(next_number) == (int(number) + 1 if letter == next_letter else 1)
    firsts = [letter for letter, number, _ in STATEMENTS if number == "1"]
    assert len(firsts) == len(set(firsts))


@pytest.mark.parametrize("number", NUMBERS)
def test_code_and_tests_of_a_statement_exist(number: str) -> None:
    code, tests = names_after(TEXTS[number], "Code"), names_after(TEXTS[number], "Tests")
    assert code
    assert tests
    for name in code:
        resolve(name)
    for name in tests:
        file, _, inside = name.partition("::")
        assert not inside or inside in defined_in(file), name
        assert defined_in(file)


def test_a_name_that_is_not_there_is_noticed() -> None:
    with pytest.raises(AttributeError):
        resolve("bounds.pace.pace_bounds")
    assert "TestPace" in defined_in("test_bounds.py")
    assert "TestPaces" not in defined_in("test_bounds.py")


def test_every_test_named_in_the_text_exists() -> None:
    for file, inside in re.findall(r"`(test_\w+\.py)::([\w:]+)`", PAGE):
        assert inside in defined_in(file)


def test_every_bound_switch_cut_and_model_has_a_statement() -> None:
    titles = {title.lower().replace(" ", "-") for _, _, title in STATEMENTS}
    for bound in NAMED_BOUNDS[1:]:
        assert bound.value in titles
    assert f"`BoundName.{NAMED_BOUNDS[0].name}`" in PAGE
    switches = [
        name
        for name, value in vars(at).items()
        if name.isupper() and name in switch_names() and value & at.ALL_DOMINANCES
    ]
    assert sum(getattr(at, name) for name in switches) == at.ALL_DOMINANCES
    for name in switches:
        assert f"`{name}`" in PAGE
    for cut in CUTS:
        assert f"`{cut}`" in titles
    for model in Model:
        assert any(f"The model `{model.value}`" in re.sub(r"\s+", " ", text) for text in TEXTS.values())


def switch_names() -> set[str]:
    """The names on the line that sets the switches of dominances."""
    source = (ROOT / "hanabi_solver" / "search" / "layout.py").read_text(encoding="utf-8")
    line = next(line for line in source.splitlines() if line.startswith("TRASH_FIRST"))
    return set(line.partition(" =")[0].split(", "))


def test_every_reference_names_a_statement() -> None:
    files = [
        *ROOT.glob("hanabi_solver/**/*.py"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
    ]
    named = 0
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"method\.md(\)|\]\(method\.md\))?,\s+\"", text), f"{path} names a section"
        for numbers in REFERENCE.findall(text):
            for number in filter(None, numbers):
                assert number in NUMBERS, (path, number)
                named += 1
    assert named > 15


def test_statements_named_in_the_page_exist() -> None:
    for number in re.findall(r"(?<![\w`/])([RBXSDHCMVP]\d)(?![\w`])", PAGE):
        assert number in NUMBERS


def test_lines_are_wrapped() -> None:
    for page in ("method.md", "measurements.md"):
        for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
            assert len(line) <= 110 or line.startswith("|"), line

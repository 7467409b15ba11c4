"""docs/method.md: every statement has a number, its code and its tests, and all of these exist."""

import ast
import importlib
import re
from pathlib import Path

from hanabi_solver.model.cuts import CUTS
from hanabi_solver.names import BoundName, Model
from hanabi_solver.search import layout

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
STATEMENTS = re.findall(r"^### ([A-Z])(\d+)\. (.+)$", PAGE, re.MULTILINE)
NUMBERS = [f"{letter}{number}" for letter, number, _ in STATEMENTS]


def bodies() -> dict[str, str]:
    """The text of each statement by its number."""
    parts = re.split(r"^### ([A-Z]\d+)\. ", PAGE, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_statements_are_numbered_in_order() -> None:
    assert len(NUMBERS) > 30
    assert len(set(NUMBERS)) == len(NUMBERS)
    letters = list(dict.fromkeys(letter for letter, _, _ in STATEMENTS))
    for letter in letters:
        numbers = [int(number) for each, number, _ in STATEMENTS if each == letter]
        assert numbers == list(range(1, len(numbers) + 1)), letter
    assert [letter for letter, _, _ in STATEMENTS] == sorted(
        [letter for letter, _, _ in STATEMENTS], key=letters.index
    )


def test_every_statement_has_its_code_and_its_tests() -> None:
    for number, text in bodies().items():
        assert re.search(r"^\*Code:\* `", text, re.MULTILINE), number
        assert re.search(r"^\*Tests:\* `", text, re.MULTILINE), number


def exists(name: str) -> bool:
    """Whether a dotted name of the package is a module, or something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(["hanabi_solver", *parts[:cut]]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def test_all_code_that_is_named_exists() -> None:
    named = {
        name
        for line in re.findall(r"^\*Code:\* (.+)$", PAGE, re.MULTILINE)
        for name in re.findall("`(.+?)`", line)
    }
    assert len(named) > 30
    assert {name for name in named if not exists(name)} == set()
    assert not exists("bounds.pace.no_such_function")


def names_of_tests(file: str) -> set[str]:
    """The names of the test functions and test classes in a file."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_all_tests_that_are_named_exist() -> None:
    named = set(re.findall(r"`(test_\w+\.py)::(\w+)`", PAGE))
    assert len(named) > 30
    assert {(file, name) for file, name in named if name not in names_of_tests(file)} == set()


def test_every_bound_dominance_cut_and_model_has_a_statement() -> None:
    code = " ".join(re.findall(r"^\*Code:\* (.+)$", PAGE, re.MULTILINE))
    for name in (BoundName.COMPOSITION, BoundName.PACE, BoundName.LAST_ROUND, BoundName.SINGLE_HAND):
        assert f"bounds.{name.replace('-', '_')}." in code
    switches = [
        name for name, value in vars(layout).items() if name.isupper() and f"search.layout.{name}`" in code
    ]
    assert sum(getattr(layout, name) for name in switches) == layout.ALL_DOMINANCES
    for cut in CUTS.values():
        assert f"model.cuts.{cut.__name__}`" in code
    modules = {
        Model.USED_CARDS: "model.constraints",
        Model.KEPT_CARDS: "model.kept_by_draws",
        Model.KEPT_BY_TURNS: "model.kept_by_turns",
    }
    assert all(f"`{modules[model]}`" in code for model in Model)


def references() -> list[tuple[str, str]]:
    """Each place in the package that names statements of the page, and their numbers as written."""
    found = []
    for path in sorted((ROOT / "hanabi_solver").rglob("*.py")):
        text = re.sub(r"\s*\n\s*#?\s*", " ", path.read_text(encoding="utf-8"))
        for following in re.findall(r"docs/method\.md((?:, [A-Z]\d+)?(?: (?:to|and) [A-Z]\d+)*)", text):
            found.append((path.name, following))
    return found


def test_references_name_statements_that_exist() -> None:
    named = [(place, number) for place, text in references() for number in re.findall(r"[A-Z]\d+", text)]
    assert len(named) > 15
    assert [(place, number) for place, number in named if number not in NUMBERS] == []
    assert [
        path for path in (ROOT / "hanabi_solver").rglob("*.py") if 'method.md, "' in path.read_text()
    ] == []


def test_lines_are_short() -> None:
    for page in ("method.md", "measurements.md"):
        lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
        long = [line for line in lines if len(line) > 100 and not line.startswith(("|", "*Code", "*Tests"))]
        assert long == [], page

"""How a missing extra is installed depends on where the package came from."""

import json
import re
import shlex
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from hanabi_solver.solver import extras
from hanabi_solver.solver.extras import command_for, install_command

HASH = "4a1c3e58d02f"


def folder(path: str, *, editable: bool = False) -> dict[str, Any]:
    return {"url": f"file://{path}", "dir_info": {"editable": True} if editable else {}}


def git(**noted: str) -> dict[str, Any]:
    return {"url": "https://example.org/it.git", "vcs_info": {"vcs": "git", "commit_id": HASH, **noted}}


ARCHIVE = {"url": "https://example.org/it.zip", "archive_info": {"hashes": {}}, "subdirectory": "solver"}


@pytest.mark.parametrize(
    ("origin", "checkout", "words"),
    [
        (None, None, ["hanabi-solver[proofs]"]),
        (folder("/home/ann/it"), None, ["/home/ann/it[proofs]"]),
        (folder("/home/ann/my%20it"), None, ["/home/ann/my it[proofs]"]),
        (folder("/home/ann/$it"), None, ["/home/ann/$it[proofs]"]),
        (folder("/home/ann/it", editable=True), None, ["-e", "/home/ann/it[proofs]"]),
        (folder("/old", editable=True), Path("/here"), ["-e", "/here[proofs]"]),
        (None, Path("/here"), ["/here[proofs]"]),
        (git(), None, [f"hanabi-solver[proofs] @ git+https://example.org/it.git@{HASH}"]),
        (git(requested_revision="v1"), None, ["hanabi-solver[proofs] @ git+https://example.org/it.git@v1"]),
        (ARCHIVE, None, ["hanabi-solver[proofs] @ https://example.org/it.zip#subdirectory=solver"]),
        (
            {"url": "file:///tmp/it.whl", "archive_info": {}},
            None,
            ["hanabi-solver[proofs] @ file:///tmp/it.whl"],
        ),
    ],
)
def test_the_command_names_where_the_package_came_from(
    origin: dict[str, Any] | None, checkout: Path | None, words: list[str]
) -> None:
    assert shlex.split(command_for("proofs", origin, checkout)) == ["pip", "install", *words]


def test_a_checkout_is_named_by_its_path() -> None:
    assert shlex.split(install_command("plots"))[-1] == f"{ROOT}[plots]"


def test_an_installed_package_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pip installs it: no checkout around, and a note of the origin in its metadata."""
    place = tmp_path / "hanabi_solver" / "solver"
    place.mkdir(parents=True)
    monkeypatch.setattr(extras, "__file__", str(place / "extras.py"))
    noted = tmp_path / "hanabi_solver-1.0.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: hanabi-solver\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert install_command("proofs") == 'pip install "hanabi-solver[proofs]"'
    (noted / "direct_url.json").write_text(json.dumps(folder("/src/it")))
    assert install_command("proofs") == 'pip install "/src/it[proofs]"'


def test_a_package_that_nobody_installed_has_the_name_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_of_that_name(_name: str) -> None:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "distribution", none_of_that_name)
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "hanabi_solver" / "solver" / "extras.py"))
    assert install_command("proofs") == 'pip install "hanabi-solver[proofs]"'


def test_nothing_else_says_how_to_install() -> None:
    """A command that is written out somewhere would be wrong for most."""
    written = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "hanabi_solver").rglob("*.py")
        if re.search("pip install", path.read_text(encoding="utf-8")) and path.name != "extras.py"
    ]
    assert written == []

"""How an extra of this package is installed, from where the package itself came from."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

_NAME = "hanabi-solver"
# What a shell takes for more than text between double quotes.
_ACTIVE = '"$`\\!'


def install_command(extra: str) -> str:
    """The command that installs an extra from the folder, address or index that this package came from.

    >>> "[proofs]" in install_command("proofs")
    True
    """
    root = Path(__file__).resolve().parents[2]
    return command_for(extra, _origin(), root if (root / "pyproject.toml").is_file() else None)


def command_for(extra: str, origin: Mapping[str, Any] | None, checkout: Path | None) -> str:
    """The same for an origin as installers note it (PEP 610), None for an index, and the checkout that runs.

    >>> command_for("proofs", None, None)
    'pip install "hanabi-solver[proofs]"'
    >>> command_for("proofs", {"url": "file:///src/it", "dir_info": {"editable": True}}, None)
    'pip install -e "/src/it[proofs]"'
    >>> git = {"vcs": "git", "requested_revision": "main", "commit_id": "1a2b"}
    >>> command_for("plots", {"url": "https://example.org/it.git", "vcs_info": git}, None)
    'pip install "hanabi-solver[plots] @ git+https://example.org/it.git@main"'
    """
    origin = origin or {}
    url = str(origin.get("url", ""))
    option = "-e " if origin.get("dir_info", {}).get("editable") else ""
    if checkout is not None:
        return f"pip install {option}{_quoted(f'{checkout}[{extra}]')}"
    if "dir_info" in origin:
        return f"pip install {option}{_quoted(f'{unquote(urlsplit(url).path)}[{extra}]')}"
    if not url:
        return f"pip install {_quoted(f'{_NAME}[{extra}]')}"
    if vcs := origin.get("vcs_info"):
        revision = vcs.get("requested_revision") or vcs.get("commit_id")
        url = f"{vcs.get('vcs')}+{url}" + (f"@{revision}" if revision else "")
    if subdirectory := origin.get("subdirectory"):
        url += f"#subdirectory={subdirectory}"
    return f"pip install {_quoted(f'{_NAME}[{extra}] @ {url}')}"


def _origin() -> dict[str, Any] | None:
    """What the installer noted on where this package came from; None if that was an index, or nobody."""
    from importlib.metadata import PackageNotFoundError, distribution  # here, as it takes a tenth of a second

    try:
        noted = distribution(_NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    origin = json.loads(noted) if noted else None
    return origin if isinstance(origin, dict) else None


def _quoted(text: str) -> str:
    return shlex.quote(text) if set(text) & set(_ACTIVE) else f'"{text}"'

"""Games that were fetched, kept in the user's cache folder: a finished game never changes.

The folder is the one that `HANABI_CACHE` names, or the platform's own for caches; `games/HOST/NUMBER.json`
in it is the text of a game as the site gave it.
"""

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from hanabi_solver.errors import InputError
from hanabi_solver.formats.atomic import replacing

_NAME = "hanabi-solver"
SETTING = "HANABI_CACHE"


def user_cache_folder() -> Path | None:
    """Where this package keeps what it can do without, or None if there is no such place."""
    given = os.environ.get(SETTING)
    if given:
        return Path(given)
    try:
        return _platform_folder()
    except RuntimeError:  # nobody's home
        return None


def _platform_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / _NAME / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / _NAME
    # One that is not absolute is to be ignored, says the convention.
    given = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / _NAME


@dataclass(frozen=True, slots=True)
class KeptGames:
    """The kept games of one site; `folder` is None where none can be kept."""

    folder: Path | None

    @classmethod
    def of(cls, host: str) -> "KeptGames":
        """Those of a host, perhaps with a port."""
        folder = user_cache_folder()
        name = "".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in host)
        return cls(None if folder is None else folder / "games" / name)

    def file(self, number: int) -> Path | None:
        """Where the game is kept, if it is."""
        return None if self.folder is None else self.folder / f"{number}.json"

    def read(self, number: int, most: int) -> bytes | None:
        """The text of a game, at most so many bytes and one more; None if it is not kept.

        Only a regular file counts: a link may lead anywhere, and a pipe keeps one waiting.
        """
        file = self.file(number)
        if file is None:
            return None
        try:
            with open(file, "rb", opener=_open_no_link) as stream:
                is_regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
                return stream.read(most + 1) if is_regular else None
        except (OSError, ValueError):
            return None

    def prepare(self) -> str:
        """Make the folder; returns why that cannot be done, or nothing."""
        if self.folder is None:
            return "there is no cache folder"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            return f"{self.folder}: {_reason(error)}"
        return ""

    def keep(self, number: int, text: bytes) -> str:
        """Keep a game, whole or not at all; returns why that cannot be done, or nothing."""
        file = self.file(number)
        why = self.prepare()
        if why or file is None:
            return why
        try:
            if file.is_symlink() or (file.exists() and not file.is_file()):
                return f"{file}: not a regular file"
            with replacing(file, "") as unfinished:
                unfinished.write_bytes(text)
        except InputError as error:
            return str(error)
        except OSError as error:
            return f"{file}: {_reason(error)}"
        return ""


def _open_no_link(path: str, flags: int) -> int:
    """Open a file itself, without a wait for the other end of a pipe, where the system has both."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _reason(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)

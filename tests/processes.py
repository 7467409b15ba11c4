"""Processes that tests start: which there are, and that they end."""

from pathlib import Path

from waiting import wait_until


def offspring(parent: int) -> set[int]:
    """The processes that a process has started."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")  # one for each thread
    return {int(pid) for each in lists for pid in each.read_text().split()}


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def assert_all_end(pids: set[int]) -> None:
    wait_until(lambda: not any(map(is_alive, pids)))

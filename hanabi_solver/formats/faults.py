"""Faults of inputs of any size: how many are listed, and how much of a faulty value is shown."""

from collections.abc import Sequence

from hanabi_solver.errors import Fault, InputError

MAX_FAULTS = 50


def capped(faults: Sequence[Fault]) -> list[Fault]:
    """The first faults, and how many more there are; capping them again changes nothing.

    >>> print(capped([Fault("deck", "expected a card")] * 60)[-1])
    and 10 more faults
    """
    more = len(faults) - MAX_FAULTS
    if more <= 1:  # a fault takes no more room than the line that says there is one more
        return list(faults)
    return [*faults[:MAX_FAULTS], Fault("", f"and {more} more faults", "mend those above first")]


def capped_error(error: InputError, source: str = "") -> InputError:
    """The same error, of the same class, said of `source` (if given) and with its faults capped."""
    return type(error)(capped(error.faults), source or error.source)


def shorten(text: str) -> str:
    """The text, or its beginning if it is long.

    >>> shorten("a" * 50)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'
    """
    return text if len(text) <= 40 else text[:37] + "..."


def is_within(place: str, outer: str) -> bool:
    """Whether a place of a file is another one, or in it.

    >>> is_within("hands[1][2]", "hands[1]"), is_within("hands[1]", "hands[1][2]"), is_within("pile", "pi")
    (True, False, False)
    """
    return place.startswith(outer) and place[len(outer) : len(outer) + 1] in ("", ".", "[")


def runs(numbers: Sequence[int]) -> str:
    """Rising numbers with those that follow one another drawn together.

    >>> runs([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    drawn: list[list[int]] = []
    for number in numbers:
        if drawn and number == drawn[-1][-1] + 1:
            drawn[-1].append(number)
        else:
            drawn.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in drawn)

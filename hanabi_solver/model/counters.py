"""Counts in order encoding ("at least c"), written without arithmetic."""

from collections.abc import Sequence

from hanabi_solver.game.position import Position
from hanabi_solver.model.sink import FALSE, TRUE, Sink


def count_up_to(literals: Sequence[int], limit: int, name: str, sink: Sink) -> list[int]:
    """Literals by c from 0 to `limit`, each of which holds if at least c of `literals` do.

    Nothing makes one fail where fewer hold: they are for clauses that forbid a count.
    """
    counts = [TRUE, *[FALSE] * limit]
    for index, literal in enumerate(literals):
        after = [TRUE]
        for count in range(1, limit + 1):
            before, below = counts[count], counts[count - 1]
            if before == TRUE or FALSE in (literal, below):
                after.append(before)
            elif before == FALSE and TRUE in (literal, below):
                after.append(below if literal == TRUE else literal)
            else:
                after.append(sink.new_bool(f"{count} of the first {index + 1} {name}"))
                sink.implies([before], after[count])
                sink.implies([below, literal], after[count])
        counts = after
    return counts


def target_is_reached(position: Position, target: int, heights: Sequence[Sequence[int]], sink: Sink) -> None:
    """The stacks of the end, `heights` by suit and height, sum up to the target.

    At most so much of the reachable height is missing.
    """
    tops = position.reachable_heights()
    spare = sum(tops) - target
    missing = [TRUE]
    for suit, (stack, top) in enumerate(zip(position.stacks, tops, strict=True)):
        short = [TRUE, *[-heights[suit][top - count + 1] for count in range(1, top - stack + 1)]]
        width = min(len(missing) + len(short) - 2, spare)
        total = [TRUE, *[sink.new_bool(f"missing {n} up to suit {suit}") for n in range(1, width + 1)]]
        for a, left in enumerate(missing):
            for b, right in enumerate(short):
                sink.implies([left, right], total[a + b] if a + b <= width else FALSE)
                if a + b > spare:
                    break
        missing = total

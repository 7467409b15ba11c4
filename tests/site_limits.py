"""The most points that hanab.live still counts as possible, and whether any card can still be put down.

Naive, from the site's rules in words. `stacks` holds the ranks on each stack, in the order they were
played; `lost` has, for each suit, the ranks of which every copy is discarded.
"""

from itertools import permutations

from site_variants import START, Variant

Stacks = list[list[int]]


def fits(variant: Variant, stacks: Stacks, suit: int, rank: int) -> bool:
    """Whether a card may be put on its stack."""
    return rank in next_ranks(variant, stacks, suit)


def next_ranks(variant: Variant, stacks: Stacks, suit: int) -> tuple[int, ...]:
    stack = stacks[suit]
    if len(stack) == variant.stack_size:
        return ()
    if variant.up_or_down:
        if not stack:
            return (1, 5, START)
        if stack == [START]:
            return (2, 4)
        return (stack[-1] + (1 if goes_up(stack) else -1),)
    if variant.sudoku:
        if not stack:
            return tuple(set(variant.ranks) - {other[0] for other in stacks if other})
        return (stack[-1] % variant.stack_size + 1,)
    if variant.suits[suit].down:
        return (variant.stack_size - len(stack),)
    return (len(stack) + 1,)


def goes_up(stack: list[int]) -> bool:
    """Of an Up or Down stack with a direction."""
    return stack[0] == 1 or stack[:2] == [START, 2]


def most_possible(variant: Variant, stacks: Stacks, lost: list[set[int]]) -> int:
    """The site's maximum: what lost cards still allow, whatever lies where."""
    if variant.sudoku:
        return _most_sudoku(variant, stacks, lost)
    total = 0
    for suit, stack in zip(variant.suits, stacks, strict=True):
        gone = lost[variant.suits.index(suit)]
        up, down = list(range(1, variant.stack_size + 1)), list(range(variant.stack_size, 0, -1))
        if not variant.up_or_down:
            total += _walk(down if suit.down else up, gone)
        elif len(stack) == variant.stack_size:
            total += variant.stack_size
        else:
            ways = [_walk_from_start(up, gone), _walk_from_start(down, gone)]
            if stack and stack != [START]:
                ways = ways[:1] if goes_up(stack) else ways[1:]
            total += max(ways)
    return total


def _walk(order: list[int], gone: set[int]) -> int:
    """How many of `order` come before the first lost rank."""
    count = 0
    for rank in order:
        if rank in gone:
            break
        count += 1
    return count


def _walk_from_start(order: list[int], gone: set[int]) -> int:
    """The same where START can take the first place."""
    if order[0] in gone and START in gone:
        return 0
    return 1 + _walk(order[1:], gone)


def _most_sudoku(variant: Variant, stacks: Stacks, lost: list[set[int]]) -> int:
    """The best over all ways to give different starts to the suits that have none yet."""
    total, open_suits = 0, []
    for suit, stack in enumerate(stacks):
        if not lost[suit]:
            total += variant.stack_size
        elif stack:
            total += sudoku_length(variant.stack_size, lost[suit], stack[0])
        else:
            open_suits.append(suit)
    free = [rank for rank in variant.ranks if all(stack[:1] != [rank] for stack in stacks)]
    return total + max(
        sum(
            sudoku_length(variant.stack_size, lost[suit], start)
            for suit, start in zip(open_suits, starts, strict=True)
        )
        for starts in permutations(free, len(open_suits))
    )


def sudoku_length(size: int, gone: set[int], start: int) -> int:
    """How far the site thinks a stack from `start` can get, where some rank is lost.

    Between two lost ranks (or 0 and one) it counts all ranks, also those below the start: too many.
    From a start above all lost ranks it counts rightly, round by rank 1.
    """
    if start in gone:
        return 0
    below = max((rank for rank in gone if rank < start), default=0)
    above = [rank for rank in gone if rank > start]
    if above:
        return min(above) - below - 1
    return min(min(gone) - 1 + size + 1 - start, size)

"""The lines that are tried before anything is loaded, in plain Python."""

from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.names import LineFinder, Phase
from hanabi_solver.search.quick_line import quick_line
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.greedy import greedy_line


def try_quick(bracket: Bracket, clock: Clock) -> None:
    """Look for a line to the score in question, which settles it if there is one (docs/method.md, P3).

    Where a bound has refuted the full score the others are asked first: they may be reasons too.
    """
    if bracket.is_settled() or bracket.reasons() or clock.must_stop():
        return
    target = bracket.upper if bracket.target is None else bracket.target
    clock.report(Phase.SEARCH, target)
    line, nodes = quick_line(bracket.position, target)
    clock.nodes += nodes
    if line:
        bracket.reached(target, line, LineFinder.QUICK)


def try_greedy(bracket: Bracket) -> None:
    """Have some line to show: also to a best score of 0 that a shorter line would not keep."""
    line, score = greedy_line(bracket.position)
    if bracket.position.rules.clues is not None and not keeps_score(replay(bracket.position, line)):
        return  # a variant's clues may not suffice to keep what it reaches
    if score > bracket.best or not keeps_score(bracket.position):
        bracket.reached(score, line, LineFinder.GREEDY)

"""A result that is right, to be spoilt, and a deal that keeps bounds busy."""

from puzzle_samples import POSITION, parse

from hanabi_solver.game.moves import Play
from hanabi_solver.solver.result import Result

START = parse(POSITION).position
# r4, b5, p5 from the hands of seats 0, 1 and 2, then r5, the card that seat 0 drew.
TRUE = Result(
    position=START,
    best=25,
    upper=25,
    reasons=(),
    line=(Play(3), Play(7), Play(13), Play(15)),
    method="search",
    target=None,
    seconds=0.1,
    nodes=5,
    seed=0,
    versions={},
)
# Four places, and the ones come last: useful cards must be dropped.
CROWDED = "r5g5r4g4r3g3r2g2r4g4r3g3r2g2r1r1r1g1g1g1"

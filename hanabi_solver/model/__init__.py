"""The Boolean models of "this position can still reach this score", and the solvers of clauses: CP-SAT
and SAT.

Here belong variables, clauses, cuts, and the reading of a solution as a line. Not here: when a
model is asked (`solver`), and proofs as files (`certificate`). A clause holds in every line that
reaches the target or, if it is a cut, in one that all cuts share (docs/method.md, C1).
"""

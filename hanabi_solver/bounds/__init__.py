"""Upper bounds on the score, one module each, with a name, an argument in docs/method.md and a
sentence for people.

Here belongs what refutes a score by a relaxation of the game. Not here: when a bound is asked
(`solver`), and its check by other code (`checking`). A new bound also needs a name (`names`), a line in
`solver.best_score` that asks it, a statement in docs/method.md, a recheck, and tests that accept, that
reject, and that compare it with brute force.
"""

"""The memoised search: can a score be reached from here? (docs/method.md, G1)

Here belong the packed state and every function that numba compiles, with what packs a position and
reads a path back as a line, and the short look in plain Python that comes first. `layout.py` explains
the state on one page. Not here: which target is asked and for how long (`solver`). Nothing outside may
rely on how a state is packed, but `bounds.single_hand`, which asks the compiled relaxation.
"""

"""What checks results without the solver: bounds recomputed from their definitions, and a second
method.

Here belongs code that would have to be wrong in the same way as the solver for a wrong answer to
pass. Not here: anything that finds answers, and proofs in files (`certificate`). The rechecks import
neither `bounds` nor `search`; the second method asks them.
"""

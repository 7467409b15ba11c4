"""Odds: how many orders of the draw pile the best policy wins when the cards of the pile are known, not
their order.

Here belongs what treats the pile as a set: the packed state, the compiled search over draws and moves,
its bounds, the policy, and the answer as a value. Not here: the known order (`search`, `solver`), and
questions about many turns of a game (`analysis`).
"""

"""`solve`: limits in, result out; the policy, the bracket of best and upper, the clock, and results as
JSON and words.

Here belongs who is asked about a target, in which order and for how long. Not here: how a method
answers (`search`, `bounds`, `model`), checks of a result (`checking`), and questions about more
than one position (`analysis`, `parallel`). Every line passes the engine in `bracket.py` before it
leaves this room.
"""

"""Studies: many deals solved into one store, and what they say together.

Here belong the selection of deals, runs, the store, reports, plots and the cluster. Not here: how
one deal is solved (`solver`), and processes on this machine (`parallel`).
"""

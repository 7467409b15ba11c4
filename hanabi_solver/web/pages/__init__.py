"""Self-contained pages: a line on a board, to be stepped through in any browser without a network.

Here belong the template with its script and style (`assets`), the data of every turn, the chart,
and the gallery of puzzles. Not here: anything that needs a server.
"""

"""Self-contained pages, for any browser without a network: a line on a board to be stepped through, a study.

Here belong the template with its script and style (`assets`), the data of every turn, the chart,
the gallery of puzzles, and the page of a study. Not here: anything that needs a server.
"""

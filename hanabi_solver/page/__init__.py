"""Self-contained pages: a line on a board, to be stepped through in any browser without a network."""

"""The turn-indexed Boolean model of "this position can still reach this score", and its CP-SAT back end."""

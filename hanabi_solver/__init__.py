"""Exact best scores of fully known Hanabi deals, with lines that reach them and proofs."""

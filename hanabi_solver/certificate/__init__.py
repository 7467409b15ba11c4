"""Certificates: an answer with a proof in files that other programs can check (docs/proof.md).

Here belong the files, how a proof is found for a result, and how it is checked. Not here: the
clauses themselves (`model`), and the options of the command line.
"""

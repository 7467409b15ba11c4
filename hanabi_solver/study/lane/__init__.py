"""The fast lane: whole batches of deals dealt, searched and replayed in compiled code.

Here belong compiled functions with arrays in and arrays out (`layout.py` says what they hold), and what
drives them. The lane answers one thing only: the full score is reached, and here is the line. Not here:
everything else about a deal (`solver`), and what a study keeps of it.
"""

"""Values as text for people: one look for a terminal and for a pipe.

Here belongs what turns results, positions, reviews and reports into lines. Not here: sentences that
pages show too (`game.words`, `solver.words`, `analysis.review_words`), and reading of options.
"""

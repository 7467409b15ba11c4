"""What can be said about a deal, or a few, beyond the best score: reviews of games, explanations, facts about
puzzles.

Here belongs what puts many questions to the solver and draws conclusions; also the JSON and the
sentences of what it found. Not here: layout on a terminal or page (`cli.render`, `web`), and many
deals at once (`study`).
"""

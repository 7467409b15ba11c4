"""hanab.live: its seeds, variants, replay links and game files (docs/hanablive.md).

Here belongs what only that site knows: how it deals, numbers, names and stores. Not here: rules of
the game, which are `game.rules` with values that a variant chooses.
"""

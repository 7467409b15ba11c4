"""Text and JSON to game values and back: puzzles, plain deals, sources of the command line;
`hanablive` for the site.

Here belongs every format of deals, positions, games and moves, one module each, and what they
share: reading within bounds, faults with their places, files written whole or not at all. Not here:
the JSON of results, reviews and studies, which stands beside the values that it writes (`solver`,
`analysis`, `study`), and printing for people (`cli`). A new format also needs a case in `entry` (and in
`convert` for the way back), a round trip as a test, and a line in docs/formats.md.
"""

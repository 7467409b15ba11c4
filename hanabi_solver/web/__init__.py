"""The board in the browser: self-contained pages (`pages`), and a position for notebooks (`snippet`).

Here belongs what makes HTML, CSS and the data of a script. Not here: what a page shows is found
elsewhere (`solver`, `analysis`), and no rule of the game is written in a script.
"""

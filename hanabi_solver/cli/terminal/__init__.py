"""The terminal and the standard streams: keys, the screen, progress, Ctrl-C, closed and full outputs.

Here belongs what knows about terminals and signals. Not here: what a command says.
"""

"""One module a command of `hanabi-solve`, named like it, with what only it needs beside it.

Here belong the options of a command and what it calls. Not here: text for people (`cli.render`). A
new command is also registered in `cli.command_line`, has its section in docs/cli.md, and tests of
real calls.
"""

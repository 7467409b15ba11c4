"""The command line: each command reads its options, calls one function of the library, and prints what
it returns.

Here belong the commands (`commands`), the text that they print (`render`), the terminal
(`terminal`), and what commands share: options, exit codes, files that they write, errors as
messages. Not here: any decision about deals or results. Nothing else imports this room.
"""

"""The game itself: cards, rules, moves, positions, the engine, replays, what cards are worth, and all
this in words.

Here belongs what the rules say and what follows from a position at a glance. Not here: reading or
writing of text and files (`formats`), upper bounds (`bounds`), and anything that searches. Imports
`errors` alone, but for `Position.to_html`, which takes its snippet from `web` when it is called.
"""

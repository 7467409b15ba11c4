"""The examples that end the help of each command: lines to copy, with a word on what they do."""

from typing import NamedTuple


class Example(NamedTuple):
    """A command line and what it does."""

    line: str
    word: str


# By the words that name a command, as in "study run"; the app itself has none.
EXAMPLES: dict[str, tuple[Example, ...]] = {
    "": (
        Example("hanabi-solve solve p2v0s40", "the best score of a deal"),
        Example("hanabi-solve review game.json", "from which turn on a game was lost"),
        Example("hanabi-solve solve --help", "options and examples of a command"),
    ),
    "solve": (
        Example("hanabi-solve solve p2v0s40", "a deal, by its seed"),
        Example("hanabi-solve solve game.json --turn 12", "from turn 12 on"),
        Example("hanabi-solve solve deals.txt --json", "a deal a line, as JSON"),
        Example("hanabi-solve solve puzzle.json --html board.html", "and a page to look at"),
    ),
    "review": (
        Example("hanabi-solve review game.json", "what each turn cost"),
        Example("hanabi-solve review 1746851", "a game, by its number"),
        Example("hanabi-solve review game.json --html page.html", "the same as a page"),
        Example("hanabi-solve review games", "a folder, as a table"),
    ),
    "explain": (
        Example("hanabi-solve explain puzzle.json", "why no line scores more"),
        Example("hanabi-solve explain p2v0s40 --target 25", "why 25 cannot be reached"),
        Example("hanabi-solve explain p2v0s40 --what-if", "what would have been enough"),
    ),
    "odds": (
        Example("hanabi-solve odds puzzle.json", "the pile in an unknown order"),
        Example("hanabi-solve odds games/p3v0s1.json --turn 43", "at turn 43"),
    ),
    "check": (
        Example("hanabi-solve check puzzle.json", "what there is to know of it"),
        Example("hanabi-solve check puzzle.json --shortest", "with the fewest turns it takes"),
        Example("hanabi-solve check puzzle.json --write", "add the answer to the file"),
    ),
    "gallery": (
        Example("hanabi-solve gallery puzzle.json --out pages", "a page to solve it on"),
        Example("hanabi-solve gallery puzzles --out pages", "all puzzles of a folder"),
    ),
    "show": (
        Example("hanabi-solve show p2v0s40", "the start of a deal"),
        Example("hanabi-solve show game.json --turn 12", "a game at turn 12"),
        Example("hanabi-solve show puzzle.json --html board.html", "the same as a page"),
    ),
    "play": (
        Example("hanabi-solve play p2v0s40", "try moves from the deal on"),
        Example("hanabi-solve play game.json --turn 12", "step through a game from turn 12"),
    ),
    "deal": (
        Example("hanabi-solve deal p2v0s40", "players and deck on a line"),
        Example("hanabi-solve deal p2v0s40 --link", "a link to hanab.live"),
        Example("hanabi-solve deal p4v16s7 --json", "with suits and rules"),
    ),
    "convert": (
        Example("hanabi-solve convert game.json --to link", "a link to hanab.live"),
        Example("hanabi-solve convert game.json --turn 12 --to puzzle", "turn 12 as a puzzle"),
        Example("hanabi-solve convert p2v0s40 --to text", "the deck on a line"),
    ),
    "verify": (
        Example("hanabi-solve verify result.json", "a file of solve --out or --json"),
        Example("hanabi-solve verify proof", "a folder of solve --certificate"),
    ),
    "schema": (
        Example("hanabi-solve schema puzzle", "what a puzzle file holds"),
        Example("hanabi-solve schema result", "what solve --json prints"),
    ),
    "warmup": (
        Example("hanabi-solve warmup", "compile now, with progress"),
        Example("hanabi-solve warmup --quiet", "the same in a script"),
    ),
    "puzzles": (
        Example("hanabi-solve puzzles new mine.json", "a file to start from"),
        Example("hanabi-solve puzzles new --help", "what can be said there"),
    ),
    "puzzles new": (
        Example("hanabi-solve puzzles new mine.json", "a file to start from"),
        Example("hanabi-solve puzzles new", "the same on the screen"),
    ),
    "study": (
        Example("hanabi-solve study run p2v0s1..200 --store study.db", "solve 200 deals"),
        Example("hanabi-solve study report study.db", "what they say together"),
        Example("hanabi-solve study sample study.db --best 24", "ten with 24 at best"),
    ),
    "study run": (
        Example("hanabi-solve study run p2v0s1..200 --store study.db", "solve 200 deals"),
        Example("hanabi-solve study run deals.txt --store study.db", "those of a list"),
        Example("hanabi-solve study run --retry-undecided --store study.db", "what is open"),
    ),
    "study report": (
        Example("hanabi-solve study report study.db", "shares and times"),
        Example("hanabi-solve study report study.db --html study.html", "as a page"),
        Example("hanabi-solve study report study.db --csv --deals", "a deal a line"),
        Example("hanabi-solve study report study.db --players 2 --json", "a part, as JSON"),
    ),
    "study sample": (
        Example("hanabi-solve study sample study.db --best 24", "deals with 24 at best"),
        Example("hanabi-solve study sample study.db --undecided", "those that are open"),
        Example("hanabi-solve study sample study.db --random-seed 7", "ten others"),
    ),
}

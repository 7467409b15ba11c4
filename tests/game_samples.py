"""Games of hanab.live that many tests begin with: files, links, and small ones by their seed."""

import json
from typing import Any

from places import SAMPLES

from hanabi_solver.analysis.game_review import review_entry
from hanabi_solver.analysis.review_summary import GameRow, row_of
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.solver.limits import Limits

# A deal that takes seconds.
SLOW = "p2v0s539189"
# One that is won, but not by the short search of the fast lane.
NOT_BY_LANE = "p2v0s1192"
# A whole game as it was shared from the site.
SHARED = (
    "https://hanab.live/shared-replay-json/415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,03tdeh-"
    "sbxckceeeisbkdeg1bep-edodeleufaerxaexwdez-fjgcfbffeswaeywcf5en-fvfqe2eo1bgce7emf3f4-ewf0tctdeHeIecocekkb-"
    "obe1fJf8f6et,0,p4v0s1#33"
)
HARD = (
    "215clofwjcudwrhneurl-ftgxvpaysxkgfihqbnsp-aqumambpvkkid,03lbeh-1blaed1afapagbfjfefk-1bfpfloaemfqpbetfowa,0,"
    "p2v0s5"
)
LOST_P4 = (
    "415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,04nbfh-manafbfe7a2awbfg7b2c-gagfnbgm3a,0,p4v0s1"
)


# A game of five whose last turns hang on the order of the pile.
UNSURE_P5 = (
    "https://hanab.live/replay-json/515avkfghwargjpmnupk-lcwxuaiskfusqinhpytb-xlddveoqcfrmb,03ldoe-kbepeqede"
    "epaeoer1cod-xbemfsebeftetcetfae3-eigafvxdfg1eenfzewex-1beue8pdfhekeyocfcgd-eHeAtaeJe91beEf1gbeG-,0,p5v0s4"
)


def row(game: Game, name: str = "game") -> GameRow:
    """What a table of reviews says of a game."""
    return row_of(review_entry(Entry(name, game.deal, game=game), limits=Limits(workers=1)))


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def game_data(**changes: Any) -> dict[str, Any]:
    """A small game by its seed, with `changes`."""
    return {"players": ["Ann", "Ben"], "seed": "p2v0s1", "actions": [], "options": {}, **changes}


def parse(**changes: Any) -> Game:
    return parse_game(json.dumps(game_data(**changes)))

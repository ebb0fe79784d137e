"""The games that the laws and the recordings are for.

Another game has such modules of its own, and a `Played` of them goes through `tests.rules.laws` as these do.
"""

from game.rules import around_the_corner, nine_to_nothing
from tests.rules.around_the_corner import laws as corner_laws
from tests.rules.around_the_corner import pictures as corner_pictures
from tests.rules.around_the_corner import rounds as corner_rounds
from tests.rules.contract import Played
from tests.rules.nine_to_nothing import laws as nine_laws
from tests.rules.nine_to_nothing import pictures as nine_pictures
from tests.rules.nine_to_nothing import rounds as nine_rounds

PLAYED = (
    Played(around_the_corner, around_the_corner.Card, corner_rounds, corner_laws, corner_pictures),
    Played(nine_to_nothing, nine_to_nothing.Card, nine_rounds, nine_laws, nine_pictures),
)

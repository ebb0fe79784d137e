"""Every place of the code that decides how often something may pass has a row, or a reason why it needs none."""

from tests.at_once import firing
from tests.at_once.places import places
from tests.at_once.rows import ROWS

WITHOUT = {
    "addresses.asked": "the link to a new e-mail says one address: a second press changes nothing",
    "frames.frame_token": "tells a frame that no link will come: it may be told twice",
    "hashers.in_turn": "a queue of one process, whose length tells nobody anything",
    "keys.platform_keys": "how seldom a platform's keys are fetched again, and no limit of anybody's tries",
    "known_browsers._in": "opens nothing",
    "persons.part": "each row is parted once, under its lock, and a second time changes nothing",
    "views.read_catch": "reads which stars a child has caught: one sent twice measures one press of its own again",
    "packs.read": "reads a pack; handing_in locks the child and counts no tap twice",
}


def test_every_place_that_limits_has_a_row_or_a_reason():
    firing.read_rows()
    guarded = {place for row in ROWS.values() for place in row.guards}
    assert places() - guarded == WITHOUT.keys()

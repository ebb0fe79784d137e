"""A round is judged, and read ever after, by the rules that dealt it, whatever they have become since."""

from functools import reduce
from hashlib import sha256
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async

from game import rules, tables
from game.consumers import RESTART
from game.live import registry
from game.log import reader
from game.log.round import LiveRound
from game.models import Round
from game.rules import Event, around_the_corner, nine_to_nothing
from game.rules.around_the_corner import version_1 as corner_1
from tests.game.test_consumers import socket_to
from tests.rules.recordings import TAPES, Tape


def turned_round(position, event):
    """Rules of another version: who puts down a card gets it back."""
    after = around_the_corner.apply(position, event)
    return position if event.kind == "played" else after


PRESENT = SimpleNamespace(**vars(around_the_corner) | {"VERSION": 3, "apply": turned_round})


@pytest.fixture
def changed(monkeypatch):
    """The game has been changed: what is dealt from now on is of version 3."""
    catalogue = rules.Catalogue.of(PRESENT, nine_to_nothing, earlier=[around_the_corner, corner_1])
    monkeypatch.setattr(rules, "CATALOGUE", catalogue)


async def played(race) -> Round:
    """A round by these rules in which Ana has put down a card, or drawn until she could."""
    table, ana, _ = race
    while not ana.fitting():
        await ana.draws()
    assert (await ana.taps(ana.fitting()[0])).ok
    return await Round.objects.select_related("table").aget(table=table.row)


async def test_a_round_is_read_by_the_rules_that_dealt_it(race, changed):
    table, *_ = race
    row = await played(race)
    again = await database_sync_to_async(_read)(row)
    assert again.rules is around_the_corner
    assert again.position == table.round.position
    events = [event for _, event in (await database_sync_to_async(reader.events_of)([row.pk]))[row.pk]]
    otherwise = reduce(PRESENT.apply, events, PRESENT.deal(row.options, row.seats, row.seed))
    assert otherwise != again.position


def _read(row: Round) -> LiveRound:
    live = LiveRound(row, row.table.game)
    live.catch_up()
    return live


async def test_a_round_from_before_rounds_knew_it_is_of_version_one(race, changed):
    row = await played(race)
    del row.options[rules.VERSION]
    assert (await database_sync_to_async(_read)(row)).rules is corner_1


async def test_the_next_round_is_dealt_by_the_present_rules(race, changed):
    table, *_ = race
    row, _is_new = await database_sync_to_async(tables.deal_next)(table.row, number=2, seats=2)
    assert row.options[rules.VERSION] == 3
    assert LiveRound(row, table.row.game).rules is PRESENT


async def test_the_same_hand_again_is_played_by_the_rules_that_dealt_it(race, changed):
    table, *_ = race
    first = await Round.objects.aget(table=table.row)
    again = await database_sync_to_async(tables.deal_round)(table.row, number=2, seats=2, deal=first)
    assert again.options[rules.VERSION] == around_the_corner.VERSION


async def test_a_worker_that_does_not_know_the_rules_yet_sends_the_page_to_the_one_that_does(lay):
    table = await lay()
    await Round.objects.filter(table=table.row).aupdate(options=table.round.options | {rules.VERSION: 99})
    registry._tables.clear()
    socket = socket_to(table.code, 101)
    assert await socket.connects()
    assert await socket.closing() == RESTART


def test_two_games_of_one_version_are_refused():
    with pytest.raises(ValueError, match="is taken"):
        rules.Catalogue.of(around_the_corner, earlier=[around_the_corner])


RECORDED = {
    ("around_the_corner", 1, "race-of-four-some-leave"): "8ffdd7a0d7b552a1",
    ("around_the_corner", 1, "race-of-three-without-corner"): "9301d12d71466a4c",
    ("around_the_corner", 1, "race-of-two"): "d13ff7e02238e1bb",
    ("around_the_corner", 1, "race-only-plus"): "d6a5d228e8a6ac46",
    ("around_the_corner", 1, "race-to-five-without-corner"): "0c00f7ab719562ea",
    ("around_the_corner", 1, "race-to-five"): "aef0b5ac13877b8c",
    ("around_the_corner", 1, "race-with-small-steps"): "dafb60066f290bfa",
    ("around_the_corner", 1, "race-with-two-steps-without-corner"): "cf3cd542ade4e645",
    ("around_the_corner", 1, "solo-to-five-without-corner"): "0094ab6ab1add57b",
    ("around_the_corner", 1, "solo-without-corner"): "a0501da8d5466c57",
    ("around_the_corner", 1, "solo"): "e1936341fd0767de",
    ("around_the_corner", 1, "sun/of-three"): "b18cfb4613b03ac3",
    ("around_the_corner", 1, "sun/of-two-without-corner"): "cb4f4b9713ccb606",
    ("around_the_corner", 1, "sun/that-sets"): "1c589146ce3cd016",
    ("around_the_corner", 1, "sun/that-waits"): "8071ea2d7fb7dabb",
    ("around_the_corner", 1, "turns-of-three"): "54c83e84dd597491",
    ("around_the_corner", 1, "turns-to-five-only-plus"): "1edebf3ecdba7e77",
    ("around_the_corner", 1, "turns-without-corner-on-a-clock"): "64b07cad6a1e0e92",
    ("around_the_corner", 2, "solo-with-a-handicap"): "ac9918d9a38838da",
    ("around_the_corner", 1, "solo-with-a-handicap"): "55f0ec70eae2baea",
    ("nine_to_nothing", 1, "alone"): "d3bd3ddafeff2684",
    ("nine_to_nothing", 1, "classmates-of-four-some-leave"): "879ca1f5f937ac6c",
    ("nine_to_nothing", 1, "classmates-of-three"): "05dd64c6dae38ddc",
    ("nine_to_nothing", 1, "classmates-of-two"): "5d99027a4066831c",
    ("nine_to_nothing", 1, "from-five-by-classmates"): "84d769a4d20edbdb",
    ("nine_to_nothing", 1, "from-five-of-three"): "9dc7bd8c54bf1aea",
    ("nine_to_nothing", 1, "referee-of-four-some-leave"): "93f9a569491df56c",
    ("nine_to_nothing", 1, "referee-of-two"): "35498e6d0e79f535",
    ("nine_to_nothing", 2, "referee-of-two-one-leaves"): "fd025ffb60aa0d8e",
    ("nine_to_nothing", 1, "referee-of-two-one-leaves"): "a3e3745f03ef3144",
}
"""The game, the version of its rules from which on a set of options comes out so, and that set; the beginning of the
recording's hash."""


@pytest.mark.parametrize("tape", TAPES, ids=Tape.__str__)
def test_what_a_recorded_round_comes_to_changes_with_the_version_alone(tape):
    found = sha256(tape.path.read_bytes()).hexdigest()[:16]
    versions = range(tape.game.VERSION, 0, -1)
    lines = (RECORDED.get((tape.game.NAME, version, tape.name)) for version in versions)
    assert next(filter(None, lines), None) == found, (
        "a new set of options: add its line. Otherwise rounds come out as they did not before: raise VERSION, keep the "
        "rules before in rules.EARLIER with their recordings, and add lines"
    )


def test_the_rules_of_every_recording_are_still_there():
    assert {(name, version) for name, version, _ in RECORDED} == rules.CATALOGUE.versions.keys()


def test_an_event_of_an_earlier_version_is_known_to_the_table():
    strange = SimpleNamespace(**vars(around_the_corner) | {"EVENTS": around_the_corner.EVENTS | {"whistled"}})
    now = SimpleNamespace(**vars(around_the_corner) | {"VERSION": 3})
    assert Event("whistled").kind in rules.Catalogue.of(now, earlier=[strange]).events

"""The proof of *first by reaction* in small: fixed seeds, few rounds."""

import pytest

from game.rules.first import MOST_CREDIT_MS
from tests.prove.fairness import rows
from tests.prove.fairness.race import races

FEW = range(7, 19)


@pytest.mark.parametrize("round_trip", [5, 300])
def test_on_equal_connections_nobody_waits_and_the_order_is_that_of_arrival(round_trip):
    assert rows.equal(round_trip, range(3)).passed


@pytest.mark.parametrize("table", rows.TABLES[:3], ids=str)
def test_equal_children_win_alike_on_connections_up_to_300_ms(table):
    row = rows.connections(table, "slow", FEW)
    assert row.passed, row.text


@pytest.mark.parametrize("name", rows.WIFI)
def test_few_contested_cards_go_to_a_slower_child(name):
    row = rows.wifi(name, "slow", FEW)
    assert row.passed, row.text


def test_by_arrival_many_contested_cards_go_to_a_slower_child():
    """The control: were the judgement by reaction left out, the proof would see it."""
    nets = [rows.Net(round_trip) for round_trip in (5, 5, 5, 300)]
    arrival = races(nets, rows.QUICK, FEW, by_reaction=False)
    reaction = races(nets, rows.QUICK, FEW)
    assert arrival.wrong > 2 * reaction.wrong
    assert arrival.share(3) < 25 - rows.error(0.25, arrival.cards)


@pytest.mark.parametrize("what", ["says 150 ms less, always", "says 250 ms less on every fifth card"])
def test_a_cheat_gains_little(what):
    points, noise = rows.gained(rows.CHEATS[what], FEW)
    assert points < rows.MOST_GAINED + noise


def test_a_hold_is_never_longer_than_it_may_be():
    tally = races([rows.WIFI["poor"]] * 4, rows.QUICK, FEW)
    assert 0 < max(tally.holds) <= MOST_CREDIT_MS + 1

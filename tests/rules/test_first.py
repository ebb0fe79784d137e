"""Who was first (rules 1.10): laws of the judgement, for any cards that arrive, and of what a connection is
credited."""

import random
from itertools import pairwise

import pytest

from game.rules.first import (
    CLOCK_OFF_MS,
    KNOWN,
    MOST_CREDIT_MS,
    PAINT_MS,
    PINGS,
    RaceClaim,
    SeatConnection,
    first,
    held_until,
)

SEEDS = range(30)


def connection_of(*pings: float) -> SeatConnection:
    connection = SeatConnection()
    for taken in pings * (KNOWN if len(pings) == 1 else 1):
        connection.pinged(taken)
    return connection


def some_claims(rng: random.Random) -> list[RaceClaim]:
    """Return claims of two to four seats, in the order in which they arrive."""
    claims = [
        RaceClaim(seat, rng.randrange(300, 1500), rng.randrange(MOST_CREDIT_MS)) for seat in range(rng.randint(2, 4))
    ]
    return sorted(claims, key=lambda claim: claim.elapsed)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_was_quicker_than_the_first(seed):
    claims = some_claims(random.Random(seed))
    won = first(claims)
    assert all(won.reaction <= claim.reaction for claim in claims)
    assert first([claim._replace(reaction=700) for claim in claims]).seat == claims[0].seat


@pytest.mark.parametrize("seed", SEEDS)
def test_without_credits_the_order_is_that_of_arrival_and_nobody_waits(seed):
    claims = [claim._replace(credit=0) for claim in some_claims(random.Random(seed))]
    claims.sort(key=lambda claim: claim.elapsed)
    assert first(claims) is claims[0]
    assert held_until(claims[:1], [0, 0, 0]) <= claims[0].elapsed


@pytest.mark.parametrize("round_trip", [0, 5, 20, 60, 150, 300])
@pytest.mark.parametrize("painted_after", [4, 10, PAINT_MS])
def test_on_equal_connections_nobody_waits(round_trip, painted_after):
    connections = [connection_of(round_trip) for _ in range(4)]
    for thought in (700, 900, 4000) * 30:
        elapsed = thought + round_trip + painted_after
        credit = connections[0].credit(elapsed - thought)
        assert credit == connections[0].typical
        assert (
            held_until([RaceClaim(0, elapsed - credit, credit)], [connection.most for connection in connections[1:]])
            <= elapsed
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_arrives_after_the_hold_would_not_have_been_first(seed):
    rng = random.Random(seed)
    claims, most = some_claims(rng), rng.randrange(MOST_CREDIT_MS)
    until = held_until(claims, [most])
    assert until <= claims[0].elapsed + MOST_CREDIT_MS
    late = RaceClaim(9, max(until, claims[-1].elapsed) - most, most)
    assert first([*claims, late]) is not late


def test_a_claim_is_credited_what_its_connection_took_and_no_more_than_the_server_has_measured():
    assert connection_of(300).credit(300 + PAINT_MS // 2) == 300 + PAINT_MS // 2
    assert connection_of(300, 300, 300, 300, 300, 300, 300, 300, 200).credit(220) == 220
    assert connection_of(20).credit(300) == 20 + PAINT_MS // 2
    assert connection_of(2000).credit(2000) == MOST_CREDIT_MS


@pytest.mark.parametrize("painted_after", [0, 5, PAINT_MS])
def test_what_differs_by_less_than_a_paint_is_what_the_connection_usually_takes(painted_after):
    assert connection_of(150).credit(150 + painted_after) == connection_of(150).typical == 150 + PAINT_MS // 2


def test_a_connection_that_is_late_now_and_then_is_credited_in_full_when_it_is():
    connection = connection_of(20, 22, 25, 20, 140, 21, 20, 24, 22)
    for _ in range(20):
        assert connection.credit(45) == connection.typical
    assert connection.credit(150) == 150


def test_a_browser_that_always_says_less_than_it_took_gains_what_a_screen_takes_to_paint_at_most():
    connection, gained = connection_of(40), 0
    for _ in range(500):
        gained += connection.credit(40 + 150) - 40
    assert gained / 500 <= PAINT_MS + 1


def test_who_says_less_now_and_then_has_to_save_for_it_first():
    connection, taken = connection_of(200, 200, 200, 200, 200, 200, 200, 200, 20), 0
    for number in range(400):  # pings answered late, cards sent at once; every tenth card lies
        taken += connection.credit(45 + (300 if number % 10 == 0 else 0))
        connection.pinged(200)
    assert taken / 400 <= 45 + PAINT_MS // 2 + 1


@pytest.mark.parametrize("lag", [0, -1, -CLOCK_OFF_MS])
def test_a_card_that_was_seen_before_it_was_told_gets_no_credit(lag):
    connection = connection_of(300)
    assert connection.credit(lag) == 0
    assert not connection.clock_off


def test_a_clock_that_was_wrong_once_is_not_believed_until_the_next_socket():
    connection = connection_of(300)
    assert connection.credit(-CLOCK_OFF_MS - 1) == 0
    assert connection.clock_off
    assert connection.credit(300) == 0
    connection.is_new()
    for _ in range(KNOWN):
        connection.pinged(300)
    assert connection.credit(300) == connection.typical


def test_what_was_saved_is_used_up_by_the_cards_themselves():
    connection = connection_of(20, 22, 25, 20, 140, 21, 20, 24, 22)
    taken = [connection.credit(150) for _card in range(9)]
    assert taken[0] == 150
    assert max(taken[-1], connection.most) < 100


def test_a_new_socket_is_measured_anew():
    connection = connection_of(300)
    connection.is_new()
    for _ in range(KNOWN - 1):
        connection.pinged(300)
    assert (connection.net, connection.most) == (None, 0)


def test_a_connection_gets_no_credit_before_it_is_known():
    connection = connection_of(*[300] * (KNOWN - 1))
    assert (connection.net, connection.most, connection.credit(300)) == (None, 0, 0)
    connection.pinged(300)
    assert (connection.net, connection.credit(300)) == (300, 300 + PAINT_MS // 2)


def test_the_longest_of_the_newest_pings_is_what_may_be_waited_for():
    connection = connection_of(*[20] * (KNOWN - 1), 100)
    most = [connection.most]
    for _ in range(PINGS):
        connection.pinged(20)
        most.append(connection.most)
    assert all(after <= before for before, after in pairwise(most))
    assert most[-1] == 20 + PAINT_MS // 2

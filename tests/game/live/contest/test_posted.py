"""A card that is posted while a socket is missing has no connection (rules 1.10): no credit, and nobody waits for
it."""

import asyncio
import json

import pytest

from game import views
from game.log.codec import First, first_of
from tests.game.live.contest.racing import ANAS, NET, is_good_at_once, is_held, know, plays
from tests.game.test_consumers import socket_to
from tests.game.test_views import Browser, label


async def posts(raced, seat: int, since_top: int, card: int) -> dict:
    """Post a card as a page does whose connection is down; return what the page hears."""
    top = raced.table.round.position.top
    frame = {"t": "play", "aid": "posted-1", "id": label(raced.table, seat, card), "seq": top, "rtop": since_top}
    answer = await Browser(raced.table, seat).request("post", views.move, frame=json.dumps(frame))
    return json.loads(answer.content)


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_posted_card_has_no_credit_whatever_its_page_says_and_its_connection_was(raced, is_open):
    """The server may not have heard yet that the connection is down."""
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    if not is_open:
        ben.goes()
    later(200)
    told = await posts(raced, 1, 890, ben.fitting()[0])
    assert (await ana_plays).ok
    assert (told["t"], told["why"]) == ("no", "beaten")
    (_begun, won), (lost,) = await raced.entries("played"), await raced.entries("beaten")
    assert first_of(won.measured.measured)[:2] == (1000 - ANAS, ANAS)
    assert first_of(lost.measured.measured)[:2] == (1200, 0)


async def test_the_first_card_of_a_round_has_no_credit_either_where_it_is_posted(raced):
    table, ana, ben, later = raced
    table.round.told = table.round.told._replace(in_play=False)
    assert (await posts(raced, 1, 890, ben.fitting()[0]))["t"] == "ok"
    assert first_of((await raced.entries("played"))[-1].measured.measured) == First(1000, 0)


async def test_a_posted_card_waits_for_a_quicker_one(raced):
    """Its reaction is the time until it arrived."""
    table, ana, ben, later = raced
    ana_posts = asyncio.ensure_future(posts(raced, 0, 970, ana.fitting()[0]))
    await asyncio.sleep(0.02)
    assert is_held(ana_posts)
    later(100)
    assert (await (await plays(ben, 790))).ok
    assert (await ana_posts)["why"] == "beaten"


async def test_nobody_waits_for_a_seat_whose_last_socket_has_left(raced):
    table, ana, ben, later = raced
    socket = socket_to(table.code, ben.player)
    await socket.opens()
    know(table, *NET)
    ben.goes()  # the old socket, after the new one has entered
    assert table.connections[1].net == NET[1]
    await socket.leaves()
    assert await is_good_at_once(table, await plays(ana, 970))
    assert table.connections[1].net is None

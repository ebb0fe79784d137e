"""Who goes from a live table: away, back again, folded, or played for by a computer."""

from game.live import presence
from game.rules.computer import LEVELS, Pace
from tests.game.conftest import Screen, begin, until
from tests.game.live.test_live import log_of


async def test_a_player_who_goes_is_away_and_comes_back_to_the_same_hand(race, monkeypatch):
    table, ana, ben = race
    monkeypatch.setattr(presence, "GONE", 0.02)
    await ben.draws(4)
    hand = table.round.position.hands[1]
    ben.goes()
    await until(lambda: table.round.state.away_since(1) is not None)
    back = Screen(table, 1)
    await back.arrives()
    assert table.round.state.away_since(1) is None
    assert table.round.position.hands[1] == hand


async def test_a_reload_is_not_an_absence(race):
    table, ana, ben = race
    ben.goes()
    await Screen(table, 1).arrives()
    await table.timers.idle()
    assert "left" not in {event.kind for event in await log_of(table)}


async def test_the_seat_of_one_who_came_back_meanwhile_is_not_given_up(race):
    """The timer may have rung already, and wait for the table while its player comes."""
    table, *_screens = race
    await table.presence._replace(1, "fold")
    assert not table.round.position.folded


async def test_a_seat_whose_player_stays_away_is_folded_where_the_session_says_so(lay, monkeypatch):
    monkeypatch.setattr(presence, "GONE", 0.02)
    table, *screens = await begin(await lay("Ana", "Ben", "Caz", away="fold", away_limit=30))
    screens[2].goes()
    await until(lambda: 2 in table.round.position.folded)
    assert (await screens[2].draws()).why == "folded"
    assert (await screens[0].draws()).ok


async def test_a_computer_plays_the_seat_of_one_who_stays_away_until_they_are_back(lay, monkeypatch):
    monkeypatch.setattr(presence, "GONE", 0.02)
    monkeypatch.setitem(LEVELS, presence.STAND_IN, Pace(median=0.01, draw=0.001))
    monkeypatch.setattr("game.rules.computer.SHIFT", 0)
    table, ana, ben = await begin(await lay("Ana", "Ben", away="computer", away_limit=30))
    ben.goes()
    await until(lambda: len(ben.hand()) > 3)
    assert 1 in table.view(0).computer
    await Screen(table, 1).arrives()
    drawn = len(ben.hand())
    assert not table.is_computer(1)
    await until(lambda: not table.presence._computers)
    assert len(ben.hand()) <= drawn

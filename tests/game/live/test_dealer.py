"""Who deals: the dealer goes round at a table, and whoever sits at the dealer's left begins (rules 1.4, 2.2)."""

import pytest
from channels.db import database_sync_to_async

from game import tables
from game.log.round import LiveRound
from game.models import Round
from game.rules import Event
from tests.game.conftest import begin, happens, until

IN_TURNS = {"around_the_corner": {"mode": "turns"}, "nine_to_nothing": {}}
both_games = pytest.mark.parametrize("game", ["around_the_corner", "nine_to_nothing"])


@both_games
async def test_three_rounds_in_a_row_begin_with_different_seats(lay, game):
    table, *players = await begin(await lay("Ana", "Ben", "Cleo", game=game, **IN_TURNS[game]))
    began = []
    for number in (1, 2, 3):
        await until(lambda wanted=number: table.round.number == wanted and table.round.phase == "playing")
        began.append(table.round.position.turn)
        await happens(table, Event("stopped"))
        for player in players:
            await player.says("ready")
    assert began == [1, 2, 0]


@both_games
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_dealer_of_a_round_is_the_seat_of_its_number_less_one_round_the_table(db, game, seats):
    table = tables.lay_table(
        game=game,
        number=1,
        options={"mode": "solo"} if (game, seats) == ("around_the_corner", 1) else IN_TURNS[game],
        players=[(seat, "Ana") for seat in range(1, seats + 1)],
        first_round=2,
    )
    for number in range(3, 8):
        tables.deal_round(table, number=number, seats=seats)
    dealers = [LiveRound(dealt, game).position.dealer for dealt in table.rounds.order_by("number")]
    assert dealers == [(number - 1) % seats for number in range(2, 8)]


async def test_a_class_with_one_hand_plays_more_rounds_than_it_has_dealers(transactional_db):
    def turns_up_its_hand() -> bool:
        players = [(seat, "Ana") for seat in range(1, 13)]
        table = tables.lay_table(
            game="nine_to_nothing", number=1, options={"mode": "same_hand"}, players=players, first_round=12
        )
        return bool(LiveRound(table.rounds.get(), table.game).position.hands[11])

    assert await database_sync_to_async(turns_up_its_hand)()


@both_games
def test_an_older_round_that_names_no_dealer_reads_as_it_was_played(db, game):
    table = tables.lay_table(game=game, number=1, options=IN_TURNS[game], players=[(1, "Ana"), (2, "Ben"), (3, "Cleo")])
    older = Round.objects.create(table=table, number=2, seats=3, options=IN_TURNS[game], seed=5)
    assert (LiveRound(older, game).position.dealer, LiveRound(older, game).position.turn) == (0, 1)


@both_games
def test_the_same_deal_again_has_the_same_dealer(db, game):
    players = [(1, "Ana"), (2, "Ben"), (3, "Cleo")]
    options = IN_TURNS[game]
    first = tables.lay_table(game=game, number=1, options=options, players=players, first_round=3).rounds.get()
    again = tables.lay_table(game=game, number=1, options=options, players=players, deal=first).rounds.get()
    before, after = LiveRound(first, game).position, LiveRound(again, game).position
    assert (first.number, again.number, before) == (3, 1, after)


def test_tables_with_the_same_deal_have_the_same_dealer_in_every_round(db):
    def position(number: int):
        players = [(1, "Ana"), (2, "Ben")]
        table = tables.lay_table(game="nine_to_nothing", number=number, options={}, players=players, seed=7)
        return LiveRound(tables.deal_round(table, number=2, seats=2), "nine_to_nothing").position

    assert position(1) == position(2)

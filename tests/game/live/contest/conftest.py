"""Tables at which two race by reaction."""

import pytest

from tests.game.conftest import begin
from tests.game.live.contest.racing import NET, Raced, both_fit, know, plays


@pytest.fixture
async def race_of(lay, frozen):
    async def race_of(*, net: tuple[int, ...] = NET, **options) -> Raced:
        table, ana, ben = await begin(await lay(**{"first": "reaction", **options}))
        await both_fit(ana, ben)
        begins = ben if table.round.position.turn == 1 else ana
        played = await plays(begins, None)
        table.moves.contest.end_now()
        await played
        await both_fit(ana, ben)
        know(table, *net)
        frozen(1000)
        return Raced(table, ana, ben, frozen)

    return race_of


@pytest.fixture
async def raced(race_of) -> Raced:
    return await race_of()

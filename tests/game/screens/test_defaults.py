"""A game that says nothing but its rules is played, watched, read and replayed."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async
from django.template import Context, Template
from django.utils.safestring import SafeString

from game import catalogue, rules
from game.around_the_corner.presentation import GAME as AROUND_THE_CORNER
from game.models import Attempt, Claim, Round
from game.projection import project
from game.rules import Result, around_the_corner
from game.rules.computer import LEVELS
from game.screens.contract import Presentation
from game.screens.messages import OF_EVERY_GAME
from game.screens.replay import BoardMoment
from game.screens.table_view import TableView
from tests.game.conftest import begin
from tests.third_game.added import added

BOARD = Template(
    """<div id="board" data-n="{{ n }}">{{ turn }}<ul>{% for name, seat in seats %}<li>{{ name }}: {{ seat.left }}</li>
    {% endfor %}</ul>{% for id, card in hand %}<button name="id" value="{{ id }}">{{ card.number }}</button>{% endfor %}
    {{ over }}</div>"""
)


class Plain(Presentation):
    """Around the Corner as a game that has nothing but its rules and one template."""

    rules = around_the_corner

    def board(self, table: TableView) -> SafeString:
        return BOARD.render(Context(self.board_context(table)))


@pytest.fixture
def plain() -> Iterator[Plain]:
    shown = Plain()
    with added(shown):
        yield shown


def test_a_game_is_added_in_one_place(plain):
    assert catalogue.of(around_the_corner.NAME) is plain
    assert catalogue.measured(around_the_corner.NAME) is plain
    assert rules.game(around_the_corner.NAME) is around_the_corner
    assert catalogue.measured("practice") is not plain


async def test_everybody_is_shown_the_whole_board_of_every_event(plain, lay):
    table, ana, ben = await begin(await lay(seed=5))
    answer = await ana.draws()
    assert answer.ok
    assert answer.html == plain.board(table.view(0))
    while not ana.fitting() or len(ana.hand()) < 2:
        await ana.draws()
    before, card = len(ben.texts), ana.fitting()[0]
    assert (await ana.taps(card)).html == plain.board(table.view(0))
    assert len(ben.texts) == before + 1
    assert "html" in ben.texts[-1]
    assert not ben.labels_told() & {table.round.labels[held] for held in ana.hand()}


async def test_a_wrong_card_is_answered_in_words(plain, lay):
    table, ana, _ben = await begin(await lay(seed=5))
    while not ana.misfits() or len(ana.hand()) < 2:
        await ana.draws()
    answer = await ana.taps(ana.misfits()[0])
    assert (answer.ok, answer.why, answer.say) == (False, "wrong", "That does not fit. Look again.")
    assert (await ana.says("pass")).say == "You cannot do that at this table."


async def test_its_round_has_a_replay_and_no_evidence(plain, lay):
    table, ana, _ben = await begin(await lay(seed=5))
    await ana.draws()
    await table.stop()
    played = await Round.objects.select_related("table").aget(pk=table.round.id)
    story = await database_sync_to_async(plain.replay_of)(played)
    moment = story.moment(story.places[-1])
    assert isinstance(moment, BoardMoment)
    assert 'id="board"' in moment.board
    assert moment.words == "The round was stopped."
    assert await database_sync_to_async(project.project)(played.pk) == 0
    assert not await Attempt.objects.aexists()
    assert not await Claim.objects.aexists()


async def test_the_end_of_a_round_says_to_who_won_that_they_did_and_is_kind_to_the_others(plain, lay):
    table, _ana, _ben = await begin(await lay(seed=5))
    seen = table.view(0)
    assert "You have won!" in plain.over_panel(over_with(seen, (1, 2)))
    for places in ((2, 1), (1, 1)):
        other = plain.over_panel(over_with(seen, places))
        assert "Good round, Ana!" in other
        assert "Ben has won" not in other
    assert "The round is over" in plain.over_panel(over_with(table.view(None), (1, 2)))


def over_with(seen, places):
    """Return that screen at the end of a round with these places."""
    return seen._replace(phase="over", view=seen.view._replace(result=Result(places, (0,) * len(places))))


async def test_a_teacher_can_say_what_fits_every_game_and_what_fits_this_one(plain, lay):
    table, _ana, _ben = await begin(await lay(seed=5))
    assert plain.messages == OF_EVERY_GAME
    said = [game.note(table.view(0)._replace(said=(2, 0))) for game in (plain, AROUND_THE_CORNER)]
    assert ["Count on from the top card." in shown for shown in said] == [False, True]


async def test_a_game_without_page_glance_and_computers_of_its_own_has_defaults(plain, lay):
    table, _ana, _ben = await begin(await lay(seed=5))
    assert plain.title() == "Around the corner"
    assert plain.page_context(table.view(0), {})["by_forms"]
    assert plain.glance(table.view(None)).seats == tuple(f"{seat.left} left" for seat in table.view(None).view.seats)
    without_hands = SimpleNamespace(view=SimpleNamespace(seats=[SimpleNamespace(left=0, place=None)] * 2))
    assert plain.glance(without_hands).seats == ("", "")
    assert plain.pace("quick", []) is LEVELS["quick"]
    assert plain.pace("like_me", []) is LEVELS["steady"]

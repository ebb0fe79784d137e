"""A lesson of a game of which only the rules and one template are known, through every page, to the last file."""

import random
import re
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.live import controls
from classroom.models import Classroom, ClassSession
from game.live import registry
from game.live.table import LiveTable
from game.models import Attempt, Claim, Round, Seat
from game.rules.computer import LEVELS, Pace
from tests.classroom.conftest import join, teacher_at
from tests.conftest import words
from tests.game.conftest import until

pytestmark = pytest.mark.django_db(transaction=True)

SETTINGS = {
    "table_size": "3",
    "away": "computer",
    "computers": "fill",
    "computer_level": "quick",
    "same_deal": "no",
    "tables": "random",
    "alone": "merge",
    "together": "none",
}
AT_ONCE = Pace(median=0.001, spread=0.1, draw=0.001)


@pytest.fixture
async def teacher(ana_teacher) -> AsyncClient:
    return await teacher_at(ana_teacher)


@pytest.fixture
async def session(third_game, class_4b: Classroom, teacher: AsyncClient) -> ClassSession:
    """A lobby, opened with the form that its teacher is offered; nobody is in."""
    answer: Any = await teacher.post(f"{reverse('session_new', args=[class_4b.pk])}?game={third_game.NAME}", SETTINGS)
    assert answer.status_code == 302, words(answer)
    session = await ClassSession.objects.aget(classroom=class_4b)
    session.options |= {"countdown": 0}
    await session.asave()
    return session


@pytest.fixture
async def children(session: ClassSession, teacher: AsyncClient) -> dict[str, AsyncClient]:
    """Two children who sit at a table with a computer."""
    browsers = {name: await join(session, name) for name in ("Amir", "Bea")}
    await teacher.post(reverse("session_start", args=[session.pk]))
    return browsers


@pytest.fixture
async def table(children: dict[str, AsyncClient], monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """Their table, after GO; its computer does not think."""
    monkeypatch.setitem(LEVELS, SETTINGS["computer_level"], AT_ONCE)
    monkeypatch.setattr("game.rules.computer.SHIFT", 0)
    seat = await Seat.objects.select_related("table").aget(name="Bea")
    table = await registry.at(seat.table.code)
    for browser in children.values():
        await posts(browser, table, "ready")
    await until(lambda: table.round.phase == "playing")
    return table


async def posts(browser: AsyncClient, table: LiveTable, kind: str, **fields: Any) -> dict[str, Any]:
    """Post a move as the script does; return its answer."""
    aid = f"page-{random.getrandbits(40)}"
    address = reverse("table_move", args=[table.code])
    answer: Any = await browser.post(address, {"t": kind, "aid": aid, **fields}, headers={"HX-Request": "true"})
    assert answer.status_code == 200, words(answer)
    return dict(answer.json())


async def plays(browser: AsyncClient, table: LiveTable, seat: int) -> dict[str, Any]:
    """Post the first move that the rules allow."""
    move = table.round.rules.moves(table.round.position, seat)[0]
    carried = {} if move.card is None else {"id": f"c{table.round.labels[move.card]}", "seq": move.top}
    return await posts(browser, table, move.kind, **carried)


async def play_to_the_end(table: LiveTable, children: dict[str, AsyncClient]) -> None:
    """Let the children play whenever it is their turn; in between the computer does."""
    while table.round.phase == "playing":
        turn = table.round.position.turn
        browser = children.get(table.names[turn])
        if browser and table.round.rules.moves(table.round.position, turn):  # none: the last card lies, the end is due
            assert (await plays(browser, table, turn))["t"] == "ok"
        await until(partial(has_gone_on, table, turn))


def has_gone_on(table: LiveTable, turn: int) -> bool:
    """Say whether that turn is over, or the round."""
    return table.round.phase == "over" or table.round.position.turn != turn


async def page(browser: AsyncClient, name: str, *numbers: Any, query: str = "") -> str:
    """What that page says, which answers."""
    answer = await browser.get(f"{reverse(name, args=numbers)}{query}", follow=True)
    assert answer.status_code == 200, name
    return await written(answer)


async def written(answer: Any) -> str:
    if not answer.streaming:
        return words(answer)
    return (await sync_to_async(b"".join)(answer)).decode("utf-8-sig")


async def test_a_teacher_is_offered_it_and_its_lobby_and_projector_fill(third_game, class_4b, teacher, session):
    assert "Match it" in await page(teacher, "session", session.pk)
    await join(session, "Bea")
    assert "Bea" in await page(teacher, "session", session.pk)
    assert "Somebody is in" in await page(teacher, "session_screen", session.pk)


async def test_the_form_offers_the_sizes_of_the_rules(third_game, class_4b, teacher):
    answer = await teacher.get(f"{reverse('session_new', args=[class_4b.pk])}?game={third_game.NAME}")
    assert answer.context["game"].name == third_game.NAME
    offered = [size for size, _words in answer.context["form"].fields["table_size"].choices]
    assert offered == list(third_game.SEATS)


async def test_two_children_and_a_computer_play_it_to_its_end(table, children, teacher, session):
    assert [chair.player is None for chair in table.chairs] == [False, False, True]
    for browser in children.values():
        assert "Draw" in await page(browser, "table", table.code)
    watched = await page(teacher, "session_monitor", session.pk)
    assert watched.count("4 left") == len(table.names)
    assert not re.search("pile|corner|Call out", watched), "words of another game"
    await page(teacher, "session_screen", session.pk)
    await play_to_the_end(table, children)
    assert await Round.objects.filter(table=table.row).acount() >= 1
    assert re.search("You have won!|Good round, |Won together", await page(children["Bea"], "table", table.code))


async def test_who_is_not_on_turn_and_a_wrong_card_are_answered_in_words(table, children):
    waits = next(name for seat, name in enumerate(table.names[:2]) if seat != table.round.position.turn)
    answer = await posts(children[waits], table, "draw")
    assert answer["why"] == "not_your_turn"
    assert answer["say"]


async def test_nobody_is_offered_help_that_its_screens_cannot_give(table, teacher, session, bea):
    drawer = await page(teacher, "session_monitor_child", session.pk, bea.pk)
    assert "Bea" in drawer
    assert "Hints" not in drawer


@pytest.fixture
async def ended(table, children, teacher, session) -> ClassSession:
    """The session, played and ended."""
    await play_to_the_end(table, children)
    await until(lambda: table.settled)
    await teacher.post(reverse("session_end", args=[session.pk]))
    await session.arefresh_from_db()
    controls.alarms.disarm(session.pk)
    return session


async def test_every_page_and_file_after_it_answers(ended, teacher, class_4b, bea, third_game):
    of_it = f"?game={third_game.NAME}"
    assert "Together they placed" in await page(teacher, "session", ended.pk)
    assert "is not measured" in await page(teacher, "session_report", ended.pk)
    assert "is not measured" in await page(teacher, "class_report", class_4b.pk, query=of_it)
    assert "is not measured" in await page(teacher, "student_report", bea.pk, query=of_it)
    assert "is not measured" in await page(teacher, "session_student", ended.pk, bea.pk)
    for name, number in (("session_csv", ended.pk), ("class_csv", class_4b.pk), ("student_csv", bea.pk)):
        assert "Bea" in await page(teacher, name, number, query=of_it)
    assert third_game.NAME in await page(teacher, "student_json", bea.pk)
    refused = await page(teacher, "session_homework", ended.pk)
    assert "This game is played in class only" in refused


async def test_its_replay_shows_its_board_at_every_moment(ended, teacher):
    played = await Round.objects.filter(finished_at__isnull=False).afirst()
    for n in (0, 3, 1000):
        assert "Amir" in await page(teacher, "round_replay", ended.pk, played.pk, query=f"?n={n}")


async def test_a_forgotten_child_is_in_it_no_more(ended, teacher, bea):
    await teacher.post(reverse("student_remove", args=[bea.pk]))
    await teacher.post(reverse("student_forget", args=[bea.pk]))
    assert not await Seat.objects.filter(name="Bea").aexists()
    assert "Bea is removed" in await page(teacher, "class", ended.classroom_id)
    assert "Bea" not in await page(teacher, "session", ended.pk)
    assert "Bea" not in await page(teacher, "session_csv", ended.pk)
    assert not await Attempt.objects.aexists()
    assert not await Claim.objects.aexists()


async def test_a_late_child_sits_alone_with_computers(session, children, third_game):
    late = await join(session, "Chen")
    assert "Play alone" in await page(late, "waiting")
    await late.post(reverse("waiting_alone"))
    seat = await Seat.objects.select_related("table").aget(name="Chen")
    assert "Draw" in await page(late, "table", seat.table.code)
    people = await sync_to_async(list)(seat.table.seats.values_list("player", flat=True))
    assert [player is None for player in people] == [False] + [True] * (len(people) - 1)
    assert len(people) in third_game.SEATS

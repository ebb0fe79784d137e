"""The law of a session's open pages: in whatever order things happen and pages are opened, a page that was open all the
time shows what a page shows that is loaded afresh."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from classroom.live import controls
from classroom.live.monitor import watch
from classroom.models import ClassSession, Knock, Student, Teacher, Teaching
from classroom.sessions import lifecycle
from game.live import registry
from game.rules import Event as Happened
from tests.classroom.conftest import join, teacher_at
from tests.classroom.live.playing import goes, tables_of
from tests.conftest import make_class
from tests.game.conftest import happens, until
from tests.open_page import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

State = ClassSession.State
NAMES = ("Amir", "Bea", "Chen", "Dana", "Elsa", "Finn", "Guðrún")
LOOKS = 60
"""So many looks a page has for showing what there is: as long as the slowest question to the database, twelve times."""
TOLD = {
    "lobby": ("count", "start", "wake", "arrivals", "knocks"),
    "monitor": (
        *("class-state", "more-time-in-menu", "not-seated", "class-news", "news", "tiles", "say-table", "caller"),
        "knocks",
    ),
    "screen": ("screen", "lock", "eyes-up", "tables", "daylight"),
    "": (),
}
"""What the pages are told of, by the last part of their socket's address."""


class Lesson:
    """A class session, the pages that are open over it, and what may happen to it."""

    def __init__(self, session: ClassSession, teachers: list[AsyncClient], socket_of, dice: random.Random) -> None:
        self.pk, self.teachers, self.socket_of, self.dice = session.pk, teachers, socket_of, dice
        self.pages: list[OpenPage] = []
        self.children: dict[str, AsyncClient] = {}
        self.log: list[str] = []

    async def session(self) -> ClassSession:
        return await ClassSession.objects.select_related("classroom").aget(pk=self.pk)

    async def press(self, what: str, **fields: object) -> None:
        teacher = self.dice.choice(self.teachers)
        answer = await teacher.post(reverse(f"session_{what}", args=[self.pk]), fields)
        assert answer.status_code < 500

    # Pages

    async def a_page_is_opened(self) -> None:
        self.pages.append(await self.loaded(self.dice.choice(("session", "session_screen"))))

    async def loaded(self, name: str) -> OpenPage:
        page = OpenPage(self.dice.choice(self.teachers), self.socket_of)
        return await page.load(reverse(name, args=[self.pk]))

    async def a_page_is_closed(self) -> None:
        if len(self.pages) > 1:
            await self.pages.pop(self.dice.randrange(len(self.pages))).leaves()

    # What happens

    async def a_child_comes(self) -> None:
        row = await self.session()
        out = [name for name in NAMES if name not in self.children]
        if out and not row.locked and row.state != State.ENDED:
            name = self.dice.choice(out)
            self.children[name] = await join(row, name)

    async def children_wake(self) -> None:
        for browser in self.children.values():
            if self.dice.random() < 0.6:
                await browser.get(reverse("waiting_ask"))

    async def a_child_is_taken_out(self) -> None:
        if self.children:
            name = self.dice.choice(sorted(self.children))
            del self.children[name]
            child = await Student.objects.aget(name=name)
            await self.teachers[0].post(reverse("session_child_remove", args=[self.pk, child.pk]))

    async def somebody_knocks(self) -> None:
        stranger = AsyncClient()
        await stranger.post(reverse("join_ask", args=[(await self.session()).code]), {"name": "Zoe"})

    async def a_knock_is_refused(self) -> None:
        if asked := await Knock.objects.filter(session=self.pk).afirst():
            await self.teachers[0].post(reverse("session_knock", args=[self.pk, asked.pk]), {"no": "1"})

    async def it_starts(self) -> None:
        await self.press("start")

    async def it_pauses_or_goes_on(self) -> None:
        await self.press(self.dice.choice(("pause", "resume")))

    async def a_minute_more(self) -> None:
        await self.press("more_time")

    async def the_door(self) -> None:
        await self.press("lock", locked=self.dice.choice(("yes", "no")))

    async def those_who_wait_are_seated(self) -> None:
        await self.press("seat_waiting")

    async def a_child_moves(self) -> None:
        child = await Student.objects.filter(name__in=self.children).order_by("?").afirst()
        to = self.dice.randrange(1, 4)
        if child:
            await self.press("move", student=child.pk, to=to, cards=self.dice.choice(("fold", "computer")))

    async def a_table_ends(self) -> None:
        if tables := await tables_of(await self.session()):
            await self.press("end_table", table=self.dice.choice(tables).code)

    async def a_table_begins(self) -> None:
        for table in await tables_of(await self.session()):
            if table.round.phase == "waiting" and self.dice.random() < 0.5:
                await goes(table)

    async def a_round_ends_and_the_next_is_dealt(self) -> None:
        for table in await tables_of(await self.session()):
            if table.round.phase == "playing":
                await happens(table, Happened("exhausted"))
                await registry.start(table.code)

    async def it_ends(self) -> None:
        if self.dice.random() < 0.15:
            await self.press("end")

    async def a_while_passes(self) -> None:
        await asyncio.sleep(self.dice.random() * 6 * watch.BEAT)

    def steps(self) -> list[Callable[[], Awaitable[None]]]:
        often = (self.a_page_is_opened, self.a_child_comes, self.children_wake, self.a_while_passes)
        seldom = (
            *(self.a_page_is_closed, self.a_child_is_taken_out, self.somebody_knocks, self.a_knock_is_refused),
            *(self.it_starts, self.it_pauses_or_goes_on, self.a_minute_more, self.the_door, self.a_child_moves),
            *(self.those_who_wait_are_seated, self.a_table_ends, self.a_table_begins, self.it_ends),
            self.a_round_ends_and_the_next_is_dealt,
        )
        return [*often, *often, *seldom, self.it_starts]

    # The law

    async def holds(self) -> None:
        for page in self.pages:
            for _look in range(LOOKS):
                loaded = await OpenPage(page.browser, self.socket_of).load(page.address)
                shown, fresh = page.shows(*TOLD[page.kind]), loaded.shows(*TOLD[loaded.kind])
                await loaded.leaves()
                if shown == fresh:
                    break
                await asyncio.sleep(watch.BEAT)
            assert shown == fresh, f"{page.address} after {self.log}"


@pytest.fixture
async def lesson(ana_teacher, ben_teacher, socket_of, monkeypatch) -> AsyncIterator[Callable[[int], Awaitable[Lesson]]]:
    """Lessons by their seed: one class, whose two teachers read two languages, neither the projector's, at every
    second lesson against the sun."""
    monkeypatch.setattr(watch, "BEAT", 0.02)
    await Teacher.objects.filter(pk=ben_teacher.pk).aupdate(language="is")
    classroom = await sync_to_async(make_class)(ana_teacher, "4B", NAMES)
    await Teaching.objects.acreate(classroom=classroom, teacher=ben_teacher)
    opened: list[Lesson] = []

    async def lesson(seed: int) -> Lesson:
        mode = ("race", "sun")[seed % 2]
        row = await sync_to_async(lifecycle.open_session)(
            classroom=classroom,
            game="around_the_corner",
            options={"mode": mode, "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "minutes": 20},
            table_size=2,
        )
        teachers = [await teacher_at(teacher) for teacher in (ana_teacher, ben_teacher)]
        opened.append(Lesson(row, teachers, socket_of, random.Random(seed)))
        return opened[-1]

    yield lesson
    for each in opened:
        for page in each.pages:
            await page.leaves()
        controls.alarms.disarm(each.pk)


@pytest.mark.parametrize("seed", range(12))
async def test_an_open_page_shows_what_a_fresh_one_shows_in_whatever_order_things_happen(lesson, seed):
    now = await lesson(seed)
    await now.a_page_is_opened()
    for turn in range(24):
        step = now.dice.choice(now.steps())
        now.log.append(step.__name__)
        await step()
        if turn % 6 == 5:
            await now.holds()
    assert now.pages


async def test_a_table_that_is_born_later_comes_to_a_monitor_although_the_projector_was_watched_first(
    lesson, monkeypatch
):
    """The order is forced: the watch has looked for the projector, the monitor comes, and then a table is laid."""
    monkeypatch.setattr(watch, "BEAT", 60)
    now = await lesson(0)
    for name in ("Amir", "Bea", "Chen", "Dana"):
        now.children[name] = await join(await now.session(), name)
    now.pages.append(await now.loaded("session_screen"))
    away = [child.pk async for child in Student.objects.filter(name__in=("Chen", "Dana"))]
    row = await now.session()
    await sync_to_async(lifecycle.start)(session=row, away=away)
    watch._watchers[now.pk].hurry()
    await until(lambda: watch._watchers[now.pk].looks == 1)
    monitor = await now.loaded("session_monitor")
    now.pages.append(monitor)
    assert monitor.shows("tiles")["tiles"].count("<li class=tile") == 1
    for name in ("Chen", "Dana"):
        await now.children[name].get(reverse("waiting_ask"))
    await now.press("seat_waiting")
    await until(lambda: monitor.shows("tiles")["tiles"].count("<li class=tile") == 2)

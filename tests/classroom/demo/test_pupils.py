"""Invented children of the demo play while somebody looks, on lines that are never slow, and rest otherwise."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from classroom.demo import pupils, visits
from classroom.joining import presence
from classroom.live import lifespan
from classroom.models import Attendance, ClassSession
from game import rooms
from game.live import registry
from game.models import Table


class Looker:
    """A monitor that is open; it reads nothing."""

    player, seat, language = None, None, "en"

    def writes(self, frame: bytes) -> bool:
        return True

    async def tell(self, text: str) -> None: ...

    async def close(self, code: int) -> None: ...

    def drop(self) -> None: ...


def begun() -> tuple[int, str]:
    lesson = visits.begin("en")
    return lesson.pk, Table.objects.filter(seats__sitting__session=lesson)[0].code


@pytest.mark.django_db(transaction=True)
async def test_invented_children_play_while_somebody_looks_and_rest_otherwise(short_demo, settings):
    settings.DEMO = True
    lesson, code = await sync_to_async(begun)()
    table = await registry.at(code)
    await pupils.look_after()
    assert table.round.phase == "waiting"
    looker = Looker()
    rooms.join(f"monitor:{lesson}", looker)
    try:
        await pupils.look_after()
        assert table.round.phase == "countdown"
        assert {presence.speed_of(table.chairs[seat].player) for seat in table.players()} == {"good"}
        assert code in pupils._playing
    finally:
        rooms.leave(f"monitor:{lesson}", looker)
    await pupils.look_after()
    assert pupils._playing == {}
    await registry.stop(code)


@pytest.mark.django_db(transaction=True)
async def test_a_lesson_that_ends_while_its_children_come_does_not_end_the_demo(short_demo, settings, monkeypatch):
    settings.DEMO = True
    seen = asyncio.Event()

    def watched() -> list[ClassSession]:
        """The lesson as it was a moment ago."""
        loop.call_soon_threadsafe(seen.set)
        return [ClassSession(pk=lesson, classroom_id=classroom, state=ClassSession.State.LOBBY)]

    lesson, classroom = await sync_to_async(ended)()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(pupils, "_watched", watched)
    keeper = asyncio.create_task(lifespan.repeat(pupils.look_after, 0))
    try:
        for _round in range(3):
            seen.clear()
            await asyncio.wait_for(seen.wait(), 10)
        assert not keeper.done()
    finally:
        keeper.cancel()
    assert not await Attendance.objects.filter(session=lesson).aexists()


def ended() -> tuple[int, int]:
    """A lesson that is over, to which nobody came."""
    lesson = visits.begin("en")
    ClassSession.objects.filter(pk=lesson.pk).update(state=ClassSession.State.ENDED)
    lesson.attendances.all().delete()
    return lesson.pk, lesson.classroom_id


@pytest.mark.django_db
def test_a_look_asks_as_often_for_two_lessons_as_for_one(short_demo, settings, django_assert_num_queries):
    settings.DEMO = True
    lessons = [visits.begin("en"), visits.begin("is")]
    codes = set()
    for seen in (lessons[:1], lessons):
        with django_assert_num_queries(2):
            codes |= pupils._awake(seen)
    assert len(codes) == 2 * Table.objects.filter(seats__sitting__session=lessons[0]).distinct().count()

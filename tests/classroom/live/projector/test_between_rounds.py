"""Between two short rounds: the class's total beside its round before and its best one; one press begins the next."""

import pytest
from django.urls import reverse

from classroom.live import controls
from classroom.live.projector import between
from classroom.live.projector.between import RoundRecord
from classroom.models import ClassSession
from classroom.sessions import counts, lifecycle
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import playing as playing
from tests.classroom.live.playing import tables_of
from tests.classroom.live.playing import teacher as teacher

ROUND = {"mode": "race", "steps": [1, 2], "corner": True, "minutes": 3}


def over(classroom, placed: int | None, previous: ClassSession | None = None, **options) -> ClassSession:
    """A round that is over, with this total kept."""
    opened = lifecycle.open_session(
        classroom=classroom, game="around_the_corner", options={**ROUND, **options}, table_size=2, previous=previous
    )
    lifecycle.end(session=opened)
    ClassSession.objects.filter(pk=opened.pk).update(placed=placed)
    opened.refresh_from_db()
    return opened


@pytest.mark.parametrize(
    ("record", "more", "to_best", "is_best", "is_less"),
    [
        (RoundRecord(288, 262, 301), 26, 13, False, False),
        (RoundRecord(302, 262, 301), 40, 0, True, False),
        (RoundRecord(250, 262, 301), 0, 51, False, True),
        (RoundRecord(250, None, None), 0, 0, False, False),
    ],
)
def test_a_record_says_what_is_more_and_never_what_is_less(record, more, to_best, is_best, is_less):
    assert (record.more, record.to_best, record.is_best, record.is_less) == (more, to_best, is_best, is_less)
    assert 0 <= record.tick <= record.flag <= 1000
    assert record.bar <= record.flag


def test_a_first_round_fills_its_bar():
    first = RoundRecord(150, None, None)
    assert first.bar == between.WIDTH


def test_a_round_is_compared_with_rounds_as_long_alone(class_4b):
    over(class_4b, 900, minutes=15)
    best = over(class_4b, 301)
    first = over(class_4b, 262)
    second = over(class_4b, None, previous=first)
    shown = between.context(second)
    assert shown["record"] == RoundRecord(0, 262, 301)
    assert (shown["round"], between.context(best)["round"]) == (2, 1)
    assert between.context(best)["record"].best is None


def test_a_total_is_kept_once_nothing_more_can_be_written(class_4b):
    fresh = over(class_4b, None)
    assert counts.placed_in([fresh]) == {fresh.pk: 0}
    fresh.refresh_from_db()
    assert fresh.placed is None, "a table may still write its last line"
    fresh.ended_at -= counts.SETTLED * 2
    fresh.save()
    counts.placed_in([fresh])
    fresh.refresh_from_db()
    assert fresh.placed == 0


@pytest.mark.django_db(transaction=True)
async def test_one_press_on_the_projector_begins_the_next_round_at_every_table(playing, teacher):
    await ClassSession.objects.filter(pk=playing.pk).aupdate(options=playing.options | {"minutes": 3})
    await controls.end(await ClassSession.objects.select_related("classroom").aget(pk=playing.pk))
    shown = (await teacher.get(reverse("session_screen", args=[playing.pk]))).content.decode()
    assert "<b>0</b> together" in shown
    await teacher.post(reverse("session_podium", args=[playing.pk]), {"show": "1"})
    assert "together-now" not in (await teacher.get(reverse("session_screen", args=[playing.pk]))).content.decode()
    answer = await teacher.post(reverse("session_again", args=[playing.pk]), {"tables": "same", "screen": "1"})
    following = await ClassSession.objects.select_related("classroom").aget(previous=playing)
    assert answer["Location"] == reverse("session_screen", args=[following.pk])
    phases = {table.round.phase for table in await tables_of(following)}
    assert phases == {"countdown"}
    screen = (await teacher.get(answer["Location"])).content.decode()
    assert "data-count-in" in screen
    await controls.end(following)

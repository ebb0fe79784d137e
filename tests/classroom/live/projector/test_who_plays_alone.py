"""The class on the projector: tiles of those who play alone, and the podium at the end."""

import pytest
from django.urls import reverse

from classroom.live.projector import page
from classroom.live.projector.page import FULL, runs_of
from classroom.models import ClassSession
from classroom.naming.characters import DressedFace
from classroom.sessions import lifecycle
from classroom.sessions.teams import Standing
from game import tables
from game.models import Round, Table
from tests.classroom.logged import log
from tests.conftest import make_class, make_lesson, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone(class_4b) -> ClassSession:
    """Amir and Bea are in, each against the own time."""
    options = {"mode": "solo", "corner": True, "steps": [1, 2, 3]}
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options=options, table_size=1)
    for name, character in (("Amir", "crab"), ("Bea", "owl")):
        child = class_4b.students.get(name=name)
        child.character, child.colour = character, "green"
        child.save()
        lifecycle.arrive(session=session, student=child)
    lifecycle.start(session=session)
    return session


def round_of(session: ClassSession, name: str) -> Round:
    return Round.objects.filter(table__seats__name=name, table__seats__sitting__session=session).latest("pk")


def filled(session: ClassSession) -> dict[str, int]:
    """Return how full each child's tile is, by name; there is one for those who are in and nobody else."""
    names = dict(session.attendances.values_list("student__character", "student__name"))
    return {names[run.face.character]: run.filled for run in runs_of(session)}


def test_a_tile_fills_with_the_own_cards(alone):
    assert filled(alone) == {"Amir": 0, "Bea": 0}
    played = round_of(alone, "Bea")
    log(played, ("go", None), ("played", 0))
    first = filled(alone)
    assert first["Amir"] == 0
    assert 0 < first["Bea"] < FULL
    log(played, ("played", 0))
    assert filled(alone)["Bea"] > first["Bea"]


def test_a_tile_stays_as_full_as_it_was_when_the_next_round_begins(alone):
    log(round_of(alone, "Bea"), ("go", None), ("played", 0), ("played", 0), ("finished", 0))
    before = filled(alone)["Bea"]
    tables.deal_next(round_of(alone, "Bea").table, number=2, seats=1)
    log(round_of(alone, "Bea"), ("go", None), ("played", 0))
    assert filled(alone)["Bea"] == before > 0


def test_the_screen_says_how_many_are_in_and_shows_nobody_else(alone, ana_client):
    shown = page.screen_context(alone)
    assert (len(shown["runs"]), shown["expected"]) == (2, alone.classroom.students.count())
    assert page.screen_html(alone).count('class="run ') == 2
    assert "2 of" in page.screen_html(alone)


def standings(*places: int) -> list[Standing]:
    face = DressedFace("crab", "green", "")
    return [Standing(place, 9 - place, f"child {n}", face) for n, place in enumerate(places)]


@pytest.mark.parametrize(
    ("places", "blocks"),
    [
        ((1, 2, 3), [1, 2, 3]),
        ((1, 1, 3), [1, 1, 3]),
        ((1, 2, 2, 2), [1, 2, 2, 2]),
        ((1, 2, 2, 2, 2), [1]),
        ((1, 1, 1, 1), [1, 1, 1, 1]),
        ((1, 1, 1, 1, 1), []),
        ((), []),
    ],
)
def test_a_place_stands_on_the_podium_with_all_who_share_it_or_not_at_all(places, blocks):
    assert [standing.place for standing in page.blocks(standings(*places))] == blocks


def test_the_podium_says_that_a_place_is_shared(lesson, their_table):
    lesson.state, lesson.podium = "ended", True
    log(their_table.rounds.get(), ("go", None), ("finished", 0))
    assert "share the first place" not in page.screen_html(lesson)
    tables.deal_next(their_table, number=2, seats=their_table.seats.count())
    log(their_table.rounds.get(number=2), ("go", None), ("finished", 1))
    html = page.screen_html(lesson)
    assert html.count('class="place-1"') == 2
    assert "2 share the first place." in html


def test_the_podium_of_a_lesson_counts_all_its_short_rounds(lesson, bea, ana_client):
    lesson.options |= {"minutes": 3}
    lesson.save()
    following = lesson
    for _each in range(2):
        lesson = following
        sitting = lesson.sittings.get(student=bea)
        log(round_of(lesson, "Bea"), ("go", None), ("finished", sitting.seat.number))
        lifecycle.end(session=lesson)
        following = lifecycle.again(session=lesson, same_tables=True)
    ana_client.post(reverse("session_podium", args=[lesson.pk]), {"show": "1"})
    lesson.refresh_from_db()
    assert "2 rounds won" in page.screen_html(lesson)


def test_where_too_many_share_the_first_place_the_teacher_is_told_so_instead(ana_teacher, ana_client):
    session = make_lesson(make_class(ana_teacher, "4C", list("ABCDEF")), list("ABCDEF"))
    for table in Table.objects.all():
        log(table.rounds.get(), ("go", None), ("finished", 0))
        tables.deal_next(table, number=2, seats=2)
        log(table.rounds.get(number=2), ("go", None), ("finished", 1))
    lifecycle.end(session=session)
    shown = words(ana_client.get(reverse("session", args=[session.pk])))
    assert "No podium: 6 children share the first place." in shown
    assert "Show a podium" not in shown

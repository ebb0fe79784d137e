"""A child's hat is where its face is: in the lobby, on the projector, in a replay, unless its class hides the album."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classroom import persons
from classroom.album.things import HATS
from classroom.joining import arrivals
from classroom.live.projector import page
from classroom.models import Attendance, Classroom, SeatingLine, StandingGroup
from classroom.reports.kit.moments import moment_of
from classroom.reports.pages.timeline import timeline_of
from classroom.rosters import faces
from classroom.sessions import lifecycle, teams
from game.around_the_corner import solo_screens
from game.around_the_corner.presentation import GAME
from game.models import Seat
from tests.classroom.album.test_album import rounds, table
from tests.classroom.conftest import open_lobby
from tests.game.around_the_corner.test_solo import a_standing

__all__ = ["table"]
pytestmark = pytest.mark.django_db
CAP = HATS[0].word


@pytest.fixture
def capped(bea):
    persons.keep(bea, character="fox", colour="orange", chosen=f"calm {CAP}")
    return bea


def worn(lesson, table, bea) -> dict[str, set[str]]:
    """Return the hats of each place where the class sees the faces of its children."""
    (arrival,) = arrivals.arrival(lesson, bea.pk)
    return {
        "lobby": {arrival.hat} | {each.hat for each in arrivals.arrivals(lesson)},
        "crowd": {face.hat for face in page.faces_of_all(lesson)},
        "alone": {run.face.hat for run in page.runs_of(lesson)},
        "podium": {standing.face.hat for standing in teams.podium(lesson) if standing.face},
    }


def test_a_hat_is_where_the_face_is_unless_the_teacher_hides_the_album(lesson, table, capped):
    seat = table.seats.get(player=capped.pk).number
    rounds(table, ("played", seat), ("played", 1 - seat), ("finished", seat))
    assert Attendance.objects.filter(session=lesson, student=capped).exists()
    assert {place: CAP in hats for place, hats in worn(lesson, table, capped).items()} == dict.fromkeys(
        ("lobby", "crowd", "alone", "podium"), True
    )
    lesson.classroom.album = False
    lesson.classroom.save()
    assert {place: hats - {""} for place, hats in worn(lesson, table, capped).items()} == dict.fromkeys(
        ("lobby", "crowd", "alone", "podium"), set()
    )


def test_a_replay_shows_the_hat_that_was_worn(table, capped):
    Seat.objects.filter(table=table, player=capped.pk).update(face=f"fox orange {CAP}")
    rounds(table, ("played", 0), ("played", 1), ("finished", 0))
    story = GAME.replay_of(table.rounds.get())
    moment = moment_of(story, {}, named=True)["moment"]
    assert [seat.hat for seat in moment.seats if seat.character == "fox"] == [CAP]
    assert [lane.hat for lane in timeline_of(story).lanes if lane.character == "fox"] == [CAP]


def test_a_hat_goes_along_on_the_pace_line():
    drawn = solo_screens.pace_line(a_standing(), 0, 4, f"fox orange {CAP}")
    assert drawn.count("#fox") == drawn.count(f"#{CAP}") == 2
    assert 'class="track orange"' in drawn


def test_a_hat_stands_on_the_childs_own_face_in_its_pictures_and_on_its_path(bea_client, lesson, table, capped):
    rounds(table, ("played", 0), ("played", 1), ("finished", 0))
    pages = {name: bea_client.get(reverse(name)).text for name in ("my_page", "own_picture", "meanwhile")}
    in_pictures = {name: re.findall(rf"#fox\"/>\s*<use [^>]*#{CAP}\"", page) for name, page in pages.items()}
    assert {name: len(found) for name, found in in_pictures.items()} == {"my_page": 4, "own_picture": 2, "meanwhile": 1}
    at_home = Client()
    at_home.get(reverse("card", args=[capped.card]))
    assert f'#{CAP}"' in at_home.post(reverse("practice"), {"steps": ["1"]}, follow=True).text


def hats_on(addresses: list[str], teacher) -> dict[str, tuple[int, int]]:
    """Return by address how many hats stand on it, and what it asks of the database when it is loaded again."""
    found = {}
    for address in addresses:
        teacher.get(address)
        with CaptureQueriesContext(connection) as asked:
            html = teacher.get(address).content.decode()
        found[address] = (html.count(f"#{CAP}"), len(asked))
    return found


def test_teachers_see_the_hats_of_a_class_without_a_query_for_each(class_4b, ana_client):
    faces.give(class_4b.pk)
    session = open_lobby(class_4b)
    for child in class_4b.students.all():
        lifecycle.arrive(session=session, student=child)
    one, *_between, other = class_4b.students.all()
    SeatingLine.objects.create(one=one, other=other, together=False)
    class_4b.students.exclude(pk=one.pk).update(group=StandingGroup.objects.create(classroom=class_4b, sign="sun"))
    of_class = [reverse(name, args=[class_4b.pk]) for name in ("class", "class_groups", "session_on_paper")]
    of_class += [reverse(name, args=[session.pk]) for name in ("session_settings", "session_tables")]
    of_class += [reverse("classes"), reverse("class_cards", args=[class_4b.pk]) + "?as=tents"]
    bare = hats_on(of_class, ana_client)
    assert not any(hats for hats, _queries in bare.values())
    for child in class_4b.students.all():
        persons.keep(child, chosen=CAP)
    dressed = hats_on(of_class, ana_client)
    assert all(hats >= class_4b.students.count() for hats, _queries in dressed.values())
    assert [queries for _hats, queries in dressed.values()] == [queries for _hats, queries in bare.values()]
    Classroom.objects.update(album=False)
    assert not any(hats for hats, _queries in hats_on(of_class, ana_client).values())

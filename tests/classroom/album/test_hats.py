"""A child's hat is where its face is: in the lobby, on the projector, in a replay, unless its class hides the album."""

import pytest

from classroom import persons
from classroom.album.things import HATS
from classroom.joining import arrivals
from classroom.live.projector import celebration, page
from classroom.models import Attendance
from classroom.reports.kit.moments import moment_of
from classroom.sessions import teams
from game.around_the_corner import solo_screens
from game.around_the_corner.presentation import GAME
from game.models import Seat
from tests.classroom.album.test_album import rounds, table
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
        "crowd": {face.hat for face in celebration.crowd(lesson)},
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
    moment = moment_of(GAME.replay_of(table.rounds.get()), {}, named=True)["moment"]
    assert [seat.hat for seat in moment.seats if seat.character == "fox"] == [CAP]


def test_a_hat_goes_along_on_the_pace_line():
    drawn = solo_screens.pace_line(a_standing(), 0, 4, f"fox orange {CAP}")
    assert drawn.count("#fox") == drawn.count(f"#{CAP}") == 2
    assert 'class="track orange"' in drawn

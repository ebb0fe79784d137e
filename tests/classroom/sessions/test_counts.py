"""What children placed in a session: counted once, for every page, and never what a computer did."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.joining import waiting_page
from classroom.live.projector.page import screen_context
from classroom.models import ClassSession, Sitting, Student
from classroom.reports.around_the_corner.student.child_page import placed_at
from classroom.sessions import counts, lifecycle, teams
from classroom.sessions.seating.lay_tables import lay_one
from game.around_the_corner import answer_sheets
from game.log import counts as folds
from game.models import Attempt, Event, Round
from game.rules import Event as Happened
from game.rules import nine_to_nothing as nine
from game.rules.nine_to_nothing.cards import is_change
from game.screens.table_view import words_of
from tests.classroom.logged import log, write
from tests.classroom.reports.attempts_given import WRONG, attempt
from tests.conftest import words

LAST = frozenset({"finished"})


@pytest.fixture
def played(lesson: ClassSession) -> Round:
    """The round of Amir and Bea; GO has been said."""
    row = Round.objects.get()
    log(row, ("go", None))
    return row


def seat_of(student: Student) -> int:
    return student.sittings.get().seat.number


def test_what_a_computer_plays_in_a_child_s_seat_is_not_the_child_s(lesson, played, bea):
    seat = seat_of(bea)
    log(played, ("played", seat), ("takeover", seat), ("played", seat), ("wrong", seat))
    log(played, ("back", seat), ("played", seat), ("takeover", seat), ("finished", seat))
    counted = counts.of_session(lesson)
    assert (counted.placed.total(), counted.last, counted.tries[bea.pk]) == (2, 0, (2, 2))
    assert (counts.placed_by(lesson).total(), counts.placed_by(lesson)[bea.pk]) == (2, 2)
    assert teams.podium(lesson) == []


def test_a_browser_that_calls_its_moves_a_computer_s_is_a_child_all_the_same(lesson, played, bea):
    log(played, ("played", seat_of(bea)), ("finished", seat_of(bea)), move_id="computer-1-")
    assert counts.placed_by(lesson)[bea.pk] == 2
    assert [standing.name for standing in teams.podium(lesson)] == ["Bea"]


def test_computers_that_fill_a_table_place_nothing_for_the_class(class_4b, bea):
    session = lifecycle.open_session(
        classroom=class_4b, game="around_the_corner", options={"computers": "fill"}, table_size=3
    )
    lifecycle.arrive(session=session, student=bea)
    lifecycle.start(session=session)
    computer = 1 if seat_of(bea) == 0 else 0
    log(Round.objects.get(), ("go", None), ("played", computer), ("wrong", computer), ("finished", computer))
    assert counts.of_session(session).tries == {bea.pk: (0, 0)}
    assert counts.placed_by(session).total() == 0


def test_the_sums_of_a_computer_that_sits_in_are_not_the_child_s(class_4b):
    session = lifecycle.open_session(classroom=class_4b, game=nine.NAME, options={}, table_size=2)
    for student in class_4b.students.all()[:2]:
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    played = Round.objects.get()
    position = nine.deal(played.options, played.seats, played.seed)
    hand = [held for held in position.hands[position.turn] if not is_change(held)]
    laid = {"round": played, "seat": position.turn, "top": 1, "cards": " ".join(map(str, hand[:3]))}
    log(played, ("go", None), ("takeover", position.turn))
    Event.objects.create(n=3, kind="wrong", at=3000, **laid)
    assert counts.of_session(session).tries[at_turn(session, position)].tried == 0
    Event.objects.filter(kind="takeover").update(kind="back")
    folds.forget()
    assert counts.of_session(session).tries[at_turn(session, position)].tried == 1


def at_turn(session: ClassSession, position: nine.Position) -> int:
    return session.sittings.get(seat__number=position.turn or 0).student_id


def test_the_end_page_and_the_report_say_the_same_counts_in_the_same_words(ana_client, lesson, played, bea):
    seat = seat_of(bea)
    log(played, ("played", seat), ("wrong", seat), ("played", seat), ("played", 1 - seat), ("finished", seat))
    attempts = [attempt(played, bea), attempt(played, bea, top=3), attempt(played, bea, top=4, **WRONG)]
    attempts += [
        attempt(played, bea, retry=True),
        attempt(played, bea, top=5, **WRONG | {"directions": "", "fitting": []}),
    ]
    Attempt.objects.bulk_create(attempts)
    answer_sheets.write(played.table_id)
    said = (
        "Together they placed 4 cards in 1 round. 1 of them was a last card, which needs no sum. "
        "First answers to a top card, the beaten ones too: 2 of 3 were right."
    )
    assert said in words(ana_client.get(reverse("session_report", args=[lesson.pk])))
    lifecycle.end(session=lesson)
    assert said in words(ana_client.get(reverse("session", args=[lesson.pk])))


def test_a_child_s_own_page_counts_the_cards_that_the_waiting_page_does_at_whatever_try(
    bea_client, lesson, played, bea
):
    seat = seat_of(bea)
    log(played, ("wrong", seat), ("played", seat), ("played", 1 - seat), ("finished", seat))
    assert counts.placed_by(lesson)[bea.pk] == len(placed_at(bea.pk)) == 2
    assert "2</strong> cards placed" in bea_client.get(reverse("my_page")).content.decode()


def test_cards_that_a_computer_laid_are_not_on_the_child_s_own_page(lesson, played, bea):
    seat = seat_of(bea)
    log(played, ("takeover", seat), ("played", seat), ("back", seat), ("played", seat), ("takeover", seat))
    log(played, ("finished", seat))
    assert counts.placed_by(lesson)[bea.pk] == len(placed_at(bea.pk)) == 1


def test_teams_and_the_class_together_count_by_the_seat(lesson, played, bea):
    lesson.options["together"] = "teams"
    teams.join_teams(lesson, [bea, *lesson.classroom.students.filter(name="Amir")])
    log(played, ("played", seat_of(bea)), ("takeover", seat_of(bea)), ("played", seat_of(bea)))
    assert sorted(team.mean or 0 for team in teams.teams_of(lesson)) == [0, 1]


def test_a_child_is_told_at_the_end_what_its_team_placed_and_of_no_other_team(bea_client, lesson, played, bea):
    lesson.options["together"] = "teams"
    lesson.save()
    amir = lesson.classroom.students.get(name="Amir")
    teams.join_teams(lesson, [bea, amir])
    log(played, *[("played", seat_of(bea))] * 2, ("played", seat_of(amir)))
    lifecycle.end(session=lesson)
    own, other = (teams.sign_of(lesson.attendances.get(student=child)).name for child in (bea, amir))
    said = words(bea_client.get(reverse("waiting")))
    assert f"2 by your team, the {own} 2.0 cards each 3 cards placed together" in said
    assert other not in said


def test_the_end_of_a_lesson_in_which_nothing_was_placed_counts_nothing(ana_client, lesson, played):
    lifecycle.end(session=lesson)
    said = words(ana_client.get(reverse("session_screen", args=[lesson.pk])))
    assert "Well played, 4B!" in said
    assert "0 cards" not in said


def test_a_child_keeps_its_team_from_round_to_round_and_the_end_counts_all_of_them(lesson, played, bea):
    """The rope at the end says of each team what its children's own pages say: what it placed in all rounds."""
    lesson.options |= {"together": "teams", "minutes": 3}
    lesson.save()
    amir = lesson.classroom.students.get(name="Amir")
    teams.join_teams(lesson, [bea, amir])
    log(played, *[("played", seat_of(bea))] * 2, ("played", seat_of(amir)))
    lifecycle.end(session=lesson)
    following = lifecycle.again(session=lesson, same_tables=True)
    lifecycle.end(session=following)
    kept = [dict(each.attendances.values_list("student", "team")) for each in (lesson, following)]
    assert kept[0] == kept[1]
    following.lesson_over = True
    following.save()
    shown = {team.sign: team.placed for team in screen_context(following)["teams"]}
    for child in (bea, amir):
        here = following.attendances.get(student=child)
        assert waiting_page.waiting_context(here)["own_team"].placed == shown[teams.sign_of(here).sign]
    assert sorted(shown.values()) == [1, 2]


def test_a_contested_card_counts_for_the_team_of_the_seat_that_was_first(lesson, played, bea):
    """Rules 1.10: what was beaten lies on no pile, and nobody is first for another's team."""
    lesson.options["together"] = "teams"
    amir = lesson.classroom.students.get(name="Amir")
    teams.join_teams(lesson, [bea, amir])
    log(played, *[("beaten", seat_of(amir)), ("played", seat_of(bea))] * 2)
    means = {team.sign: team.mean for team in teams.teams_of(lesson)}
    of = {each.student_id: teams.sign_of(each).sign for each in lesson.attendances.filter(student__in=[bea, amir])}
    assert (means[of[bea.pk]], means[of[amir.pk]] or 0) == (2, 0)


def test_each_face_at_a_table_has_the_sign_of_its_team(lesson, bea):
    Student.objects.update(character="hedgehog", colour="orange")
    group = list(lesson.classroom.students.filter(name__in=["Amir", bea.name]))
    assert teams.faces(lesson, group) == {each.pk: each.face for each in group}
    lesson.options["together"] = "teams"
    Sitting.objects.all().delete()
    signs = {}
    for seat in lay_one(lesson, group, number=9, seed=1).seats.exclude(player=None):
        character, colour, signs[seat.player], _hat = words_of((seat.face,), 0)
        assert f"{character} {colour}" == Student.objects.get(pk=seat.player).face
    told = {each.student_id: teams.sign_of(each).sign for each in lesson.attendances.filter(student__in=group)}
    assert signs == told
    assert sorted(signs.values()) == ["anchors", "bells"]


def test_a_class_asks_the_database_as_often_however_many_cards(lesson, played, bea, django_assert_num_queries):
    with django_assert_num_queries(3):
        counts.placed_by(lesson)
    log(played, *[("played", seat_of(bea))] * 30)
    with django_assert_num_queries(3):
        counts.placed_by(lesson)


def test_after_hardly_any_cards_the_end_page_does_not_reassure(ana_client, lesson, played, bea):
    log(played, ("played", seat_of(bea)))
    lifecycle.end(session=lesson)
    page = words(ana_client.get(reverse("session", args=[lesson.pk])))
    assert "Play on: from about" in page
    assert "Nothing stands out" not in page


def test_the_teacher_s_pauses_are_no_part_of_ten_minutes(lesson, played, bea):
    """Twenty minutes, of which the tables stood still for ten: two pauses that lie in each other count once."""
    began = timezone.now() - timedelta(minutes=20)
    ClassSession.objects.update(started_at=began, ended_at=began + timedelta(minutes=20))
    log(played, *[("played", seat_of(bea))] * 4)
    first = round(began.timestamp() * 1000)
    other = Round.objects.create(table=played.table, number=2, seed=3, seats=2, options=played.options)
    log(other, ("go", None))
    for row, (held, on) in ((played, (2, 12)), (other, (4, 8))):
        lines = ("held", first + held * 60_000), ("resumed", first + on * 60_000)
        write(row, [Happened(kind, at=at) for kind, at in lines], row.events.count() + 1)
    lesson.refresh_from_db()
    assert counts.of_session(lesson).stood(lesson.ended_at) == 10 * 60_000
    assert teams.together(lesson).now == pytest.approx(4 / 2)

"""One child in two classes: Bea is in 4B, which Ana teaches, and in Ana's maths set or Ben's 5C, too."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

from classroom import persons, upkeep
from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.joining import device
from classroom.joining.sign_in import credentials, sign_in_cards, throttling
from classroom.models import Classroom, Homework, Student
from classroom.rosters import faces, rollover, roster
from classroom.rosters.imports import apply, drafts
from classroom.sessions import lifecycle, own_choices
from game.models import AnswerSheet, Attempt
from tests.classroom.reports.attempts_given import play_at
from tests.classroom.rosters.conftest import joined
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)
RACE = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "away": "wait"}


@pytest.fixture
def bea_in_5c(bea: Student, class_5c: Classroom) -> Student:
    roster.add_students(classroom=class_5c, names=["Bea"])
    return joined(bea, class_5c.students.get(name="Bea"))


def lesson_of(child: Student, right: int) -> None:
    session = lifecycle.open_session(classroom=child.classroom, game="around_the_corner", options=RACE, table_size=2)
    play_at(session, child, right=right)
    lifecycle.end(session=session)


def test_a_list_that_moves_a_child_where_it_stands_under_another_name_takes_it_off_the_old_one(
    ana_teacher, bea, maths, bea_in_maths
):
    Student.objects.filter(pk=bea_in_maths.pk).update(name="Beatrix")
    Student.objects.filter(pk=bea.pk).update(source_id="7")
    draft = drafts.from_text("First name,ID\nBea,7", teacher=ana_teacher, classroom=maths, is_file=True)
    assert apply.apply(draft, {"choice-2": "move"}) == []
    assert [child.name for child in maths.students.all()] == ["Beatrix", "Gus"]
    assert not bea.classroom.students.filter(name="Bea").exists()


def test_every_child_is_a_person_of_its_own(class_4b, class_5c):
    known = list(Student.objects.values_list("person", flat=True))
    assert len(set(known)) == len(known) == 6
    assert "" not in known


def test_a_class_has_a_child_once(class_4b, bea):
    with pytest.raises(IntegrityError):
        Student.objects.create(classroom=class_4b, name="Bea again", person=bea.person)


# One card, one secret, one face, settings of its own


def test_one_card_opens_what_is_hers_in_the_class_that_has_a_lesson(client, bea, bea_in_maths):
    assert bea.card == bea_in_maths.card
    assert persons.with_card(bea.card).first() == bea
    lifecycle.open_session(classroom=bea_in_maths.classroom, game="around_the_corner", options=RACE, table_size=2)
    assert persons.with_card(bea.card).first() == bea_in_maths


def test_a_new_card_is_new_in_both_classes_and_ends_what_the_old_one_opened(client, bea, bea_in_maths):
    client.get(reverse("card", args=[bea.card]))
    assert client.get(reverse("practice")).status_code == 200
    sign_in_cards.change([bea_in_maths])
    bea.refresh_from_db()
    assert bea.card == bea_in_maths.card
    assert client.get(reverse("practice")).status_code == 403


def test_cards_keep_the_hours_of_the_stricter_class(bea, bea_in_maths):
    assert not device.keeps_hours(bea)
    Classroom.objects.filter(pk=bea_in_maths.classroom_id).update(cards_in_hours=True)
    assert device.keeps_hours(Student.objects.get(pk=bea.pk))


def test_a_secret_that_she_chose_serves_in_every_class_that_signs_in_alike(bea, bea_in_maths):
    for classroom in (bea.classroom, bea_in_maths.classroom):
        sign_in_cards.set_sign_in(classroom, sign_in="words", own_secrets=True)
    hers, there = (Student.objects.get(pk=row.pk) for row in (bea, bea_in_maths))
    assert credentials.choose(hers, ["purple", "walrus"])
    there.refresh_from_db()
    assert credentials.fits(there, ["purple", "walrus"])
    sign_in_cards.set_sign_in(there.classroom, sign_in="pictures", own_secrets=True)
    assert Student.objects.get(pk=there.pk).secret == ""
    sign_in_cards.set_sign_in(there.classroom, sign_in="words", own_secrets=True)
    assert credentials.fits(Student.objects.get(pk=there.pk), ["purple", "walrus"])


def test_wrong_tries_in_both_classes_count_together(bea, bea_in_maths):
    for row in (bea, bea_in_maths) * 3:
        throttling.settle(False, *throttling.at_secret(row))
    assert throttling.wait(*throttling.at_secret(bea)) == throttling.wait(*throttling.at_secret(bea_in_maths)) > 0


def test_her_face_is_the_same_in_both_and_no_classmate_of_either_has_it(bea, bea_in_maths):
    faces.give(bea.classroom_id, bea_in_maths.classroom_id)
    bea.refresh_from_db()
    taken = faces.taken_by_others(bea)
    assert len(taken) == bea.classroom.students.count() - 1 + bea_in_maths.classroom.students.count() - 1
    gus = bea_in_maths.classroom.students.get(name="Gus")
    with pytest.raises(faces.FaceTakenError):
        faces.choose(bea, faces.face_of(gus))
    bea_in_maths.refresh_from_db()
    assert faces.face_of(bea) == faces.face_of(bea_in_maths)


def test_what_she_chooses_in_one_class_holds_in_the_other(bea, bea_in_maths):
    own_choices.choose(bea, {"lefty": "on"})
    own_choices.choose_language(bea, "is")
    bea_in_maths.refresh_from_db()
    assert (bea_in_maths.chosen, bea_in_maths.language) == ("lefty", "is")


# One practice, one page, one report


def test_practice_knows_what_she_answered_in_both_classes(bea, bea_in_maths):
    lesson_of(bea_in_maths, right=3)
    assert len(practice.history(bea)) == len(practice.history(bea_in_maths)) > 0
    begun = practice.begin(bea, options={"corner": True, "steps": [1]})
    assert practice.present(bea_in_maths) == begun


def test_the_report_of_each_class_counts_what_she_did_in_both(ana_client, bea, bea_in_maths):
    lesson_of(bea, right=3)
    lesson_of(bea_in_maths, right=4)
    seen = [words(ana_client.get(reverse("student_report", args=[row.pk]))) for row in (bea, bea_in_maths)]
    assert ["7 of 11 cards" in page for page in seen] == [True, True]


def test_homework_of_both_classes_is_done_once_each_for_its_own_class(client, bea, bea_in_maths):
    end = timezone.now() + timedelta(days=1)
    given = [
        Homework.objects.create(classroom=row.classroom, options={"corner": True, "steps": [1]}, amount=5, until=end)
        for row in (bea, bea_in_maths)
    ]
    assert set(assignments.open_for(bea)) == set(assignments.open_for(bea_in_maths)) == set(given)
    client.get(reverse("card", args=[bea.card]))
    page = words(client.get(reverse("practice")))
    assert "4B ·" in page
    assert "Maths set ·" in page
    begun = practice.begin(bea, options=given[1].options, homework=given[1])
    assert begun.student == bea_in_maths


# What another class's teacher sees


def test_another_class_s_teacher_sees_what_she_can_and_nothing_else_of_it(
    ana_client: Any, ben_client: Any, bea: Student, bea_in_5c: Student
) -> None:
    lesson_of(bea, right=3)
    session = bea.classroom.sessions.get()
    for page, pk in [
        ("class", bea.classroom_id),
        ("student_report", bea.pk),
        ("session_report", session.pk),
        ("class_plays", bea.classroom_id),
        ("student_needs", bea.pk),
    ]:
        assert ben_client.get(reverse(page, args=[pk])).status_code == 404
    report = words(ben_client.get(reverse("student_report", args=[bea_in_5c.pk])))
    lessons = ben_client.get(f"{reverse('student_report', args=[bea_in_5c.pk])}?part=sessions").content.decode()
    plays = ben_client.get(f"{reverse('class_plays', args=[bea_in_5c.classroom_id])}?since=").content.decode()
    assert "Bea" in plays
    for told in ("4B", "Amir", f"/sessions/{session.pk}/"):
        assert told not in report + lessons + plays


# Leaving, forgetting, the next school year


def removed_long_ago(child: Student) -> None:
    roster.remove_student(child)
    Student.everybody.filter(pk=child.pk).update(removed_at=timezone.now() - timedelta(days=40))
    upkeep.tidy()


def test_who_leaves_one_class_stays_in_the_other_with_all_that_it_can(bea, bea_in_maths):
    lesson_of(bea_in_maths, right=3)
    removed_long_ago(bea_in_maths)
    assert len(practice.history(bea)) > 0
    assert list(roster.removed_from(bea_in_maths.classroom)) == []
    removed_long_ago(bea)
    assert not Student.everybody.filter(person=bea.person).exists()
    assert not AnswerSheet.objects.filter(player__in=[bea.pk, bea_in_maths.pk]).exists()


def test_the_page_that_asks_before_it_leaves_one_class_says_what_stays(ana_client, bea, bea_in_maths):
    alone, both = "the card stops working", "In its other classes it stays, with its card"
    leaving = reverse("student_remove", args=[bea_in_maths.pk])
    assert both in words(ana_client.get(leaving))
    roster.remove_student(bea)
    assert "what it did in another class stays there" in words(ana_client.get(reverse("student_forget", args=[bea.pk])))
    assert alone in words(ana_client.get(leaving))


def test_forgetting_in_one_class_leaves_what_the_other_has(bea, bea_in_5c):
    lesson_of(bea, right=3)
    lesson_of(bea_in_5c, right=4)
    roster.remove_student(bea)
    roster.forget_student(bea)
    assert not Attempt.objects.filter(player=bea.pk).exists()
    assert Attempt.objects.filter(player=bea_in_5c.pk).exists()
    assert Student.objects.filter(pk=bea_in_5c.pk).exists()


def test_who_is_back_after_somebody_brought_the_child_again_is_not_there_twice(bea, bea_in_maths):
    roster.remove_student(bea_in_maths)
    Student.objects.create(classroom=bea_in_maths.classroom, name="B.", person=bea.person)
    with pytest.raises(roster.AlreadyThereError):
        roster.take_back(bea_in_maths)
    with pytest.raises(roster.AlreadyThereError):
        roster.move_student(bea, to=bea_in_maths.classroom, name="Bea 2")


def test_next_school_year_she_is_the_same_person_and_last_year_is_another_child(bea, bea_in_maths):
    lesson_of(bea, right=3)
    (now,) = rollover.go_up([rollover.Ascent(bea.classroom, "5B")], school_year="2026/27")
    hers = now.students.get(name="Bea")
    assert (hers.person, hers.card) == (bea.person, bea.card)
    assert practice.history(hers) == practice.history(bea_in_maths) == []
    assert len(practice.history(Student.objects.get(pk=bea.pk))) > 0
    assert persons.with_card(bea.card).first() == bea_in_maths


def test_lines_of_files_are_of_the_class_and_the_page_says_so(ana_client, class_4b, bea, bea_in_maths):
    lesson_of(bea, right=2)
    lesson_of(bea_in_maths, right=3)
    for child in (bea, bea_in_maths):
        (lesson,) = child.classroom.sessions.values_list("pk", flat=True)
        for name, number in (("class_csv", child.classroom_id), ("student_csv", child.pk)):
            file = ana_client.get(reverse(name, args=[number])).getvalue().decode("utf-8-sig")
            assert {line.split(",")[0] for line in file.splitlines()[1:]} == {f"{lesson}"}
    for name, number in (("class_report", class_4b.pk), ("student_report", bea.pk)):
        page = ana_client.get(reverse(name, args=[number]), {"part": "files"})
        assert "what a child played in another class" in words(page)

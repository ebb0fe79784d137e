"""The same child twice becomes one, two classes become one; both can be parted again, and forgetting forgets both."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from classroom import upkeep
from classroom.groups import members
from classroom.homework.around_the_corner import practice
from classroom.models import AuditEntry, Classroom, ClassSession, Practice, Sitting, Student
from classroom.rosters import merging, rollover, roster
from classroom.sessions import lifecycle
from game.models import AnswerSheet, Attempt, Event, Seat, Table
from tests.classroom.reports.attempts_given import attempt
from tests.conftest import make_class, words

pytestmark = pytest.mark.django_db(transaction=True)


def lesson_of(classroom: Classroom, *names: str) -> ClassSession:
    """A lesson that is over, in which these children sat at one table and showed something."""
    session = lifecycle.open_session(classroom=classroom, game="around_the_corner", options={}, table_size=2)
    children = [classroom.students.get(name=name) for name in names]
    for child in children:
        lifecycle.arrive(session=session, student=child)
    lifecycle.start(session=session)
    for seat in Seat.objects.filter(sitting__session=session):
        child = seat.sitting.student
        attempt(seat.table.rounds.get(), child, seat=seat.number).save()
        AnswerSheet.objects.create(table=seat.table, player=child.pk, mode="race", began_at=1, answers=b"")
    ClassSession.objects.filter(pk=session.pk).update(state="ended")
    return session


def owned_by(*children: Student) -> dict[str, list[list[Any]]]:
    """Who has what of all that names a child: by kind, for each child."""
    rows = {
        "seats": (Seat, "player"), "attempts": (Attempt, "player"), "sheets": (AnswerSheet, "player"),
        "sittings": (Sitting, "student"), "practices": (Practice, "student"),
    }  # fmt: skip
    return {kind: [numbers(model, column, child) for child in children] for kind, (model, column) in rows.items()}


def numbers(model: Any, column: str, child: Student) -> list[int]:
    return list(model.objects.filter(**{column: child.pk}).order_by("pk").values_list("pk", flat=True))


@pytest.fixture
def bea_twice(class_4b: Classroom) -> tuple[Student, Student]:
    """Bea played with Amir, then as Bea S. with Chen, and practised under that name."""
    kept = class_4b.students.get(name="Bea")
    (gone,) = roster.add_students(classroom=class_4b, names=["Bea S."])
    lesson_of(class_4b, "Amir", "Bea")
    lesson_of(class_4b, "Bea S.", "Chen")
    practice.begin(gone, options={"corner": True, "steps": [1]})
    return kept, gone


def test_one_record_gets_what_both_had_and_no_line_of_a_log_changes(bea_twice, ana_client, class_4b):
    kept, gone = bea_twice
    log = list(Event.objects.values())
    answer = ana_client.post(reverse("student_merge", args=[kept.pk]), {"other": gone.pk}, follow=True)
    assert "Bea has the results of both now" in words(answer)
    assert "Bea S." not in words(ana_client.get(reverse("class", args=[class_4b.pk])))
    assert {kind: [len(rows) for rows in found] for kind, found in owned_by(kept, gone).items()} == {
        "seats": [3, 0], "attempts": [2, 0], "sheets": [2, 0], "sittings": [2, 0], "practices": [1, 0],
    }  # fmt: skip
    assert list(Event.objects.values()) == log
    assert AuditEntry.objects.get(page="student_merge").about["other"] == gone.pk


def test_parting_leaves_the_schools_number_to_whoever_has_it_by_now(bea_twice, ana_client, class_4b):
    kept, gone = bea_twice
    Student.objects.filter(pk=kept.pk).update(source_id="s1")
    Student.objects.filter(pk=gone.pk).update(source_id="s2")
    merging.merge_students(Student.objects.get(pk=kept.pk), Student.objects.get(pk=gone.pk))
    Student.objects.create(classroom=class_4b, name="Beatrice", source_id="s2")
    answer = ana_client.post(reverse("student_part", args=[gone.pk]), follow=True)
    assert "Bea S. is back, with all results." in words(answer)
    assert Student.objects.get(pk=gone.pk).source_id == ""


def test_a_record_is_not_parted_into_a_class_in_which_its_child_is_by_another_row(bea_twice, ana_client, ana_teacher):
    kept, gone = bea_twice
    merging.merge_students(kept, gone)
    other = make_class(ana_teacher, "6A", ["Bea S. from 6A"])
    same = other.students.get()
    Student.objects.filter(pk=same.pk).update(person=gone.person)
    roster.move_student(Student.objects.get(pk=same.pk), to=gone.classroom)
    before = owned_by(kept, gone)
    answer = ana_client.post(reverse("student_part", args=[gone.pk]), follow=True)
    assert "Bea S. is in this class already." in words(answer)
    assert owned_by(kept, gone) == before


def test_parting_gives_everything_back(bea_twice, ana_client, class_4b):
    kept, gone = bea_twice
    before = owned_by(kept, gone)
    merging.merge_students(kept, gone)
    assert "Part of another name now" in words(ana_client.get(reverse("students_removed", args=[class_4b.pk])))
    lesson_of(class_4b, "Bea", "Dana")
    since = owned_by(kept, gone)
    answer = ana_client.post(reverse("student_part", args=[gone.pk]), follow=True)
    assert "Bea S. is back, with all results." in words(answer)
    after = owned_by(kept, gone)
    assert [rows[1] for rows in after.values()] == [rows[1] for rows in before.values()]
    assert {kind: sorted(sum(rows, [])) for kind, rows in after.items()} == {
        kind: sorted(sum(rows, [])) for kind, rows in since.items()
    }


def test_two_who_sat_at_one_table_are_two_children(class_4b, ana_client):
    lesson_of(class_4b, "Amir", "Bea")
    amir, bea = class_4b.students.get(name="Amir"), class_4b.students.get(name="Bea")
    before = owned_by(amir, bea)
    answer = ana_client.post(reverse("student_merge", args=[amir.pk]), {"other": bea.pk})
    assert "these are two children" in words(answer)
    assert owned_by(amir, bea) == before


def test_forgetting_the_child_forgets_both_records_and_both_last_years(ana_teacher):
    last = make_class(ana_teacher, "3B", ["Amir", "Bea", "Bea S."])
    lesson_of(last, "Amir", "Bea")
    lesson_of(last, "Amir", "Bea S.")
    (now,) = rollover.go_up([rollover.Ascent(last, "4B")], school_year="2026/27")
    amir, kept, gone = now.students.order_by("name")
    lesson_of(now, "Amir", "Bea S.")
    merging.merge_students(kept, gone)
    with time_machine.travel(timezone.now() + timedelta(days=40)):
        upkeep.tidy()
        assert Attempt.objects.filter(player=kept.pk).count() == 1
        assert Student.everybody.count() == 6
        roster.remove_student(kept)
        roster.forget_student(kept)
    of_amir = {amir.pk, amir.previous_id}
    assert set(Student.everybody.values_list("pk", flat=True)) == of_amir
    assert set(Attempt.objects.values_list("player", flat=True)) == of_amir
    assert set(Seat.objects.exclude(player=None).values_list("player", flat=True)) == of_amir


def test_after_thirty_days_a_merged_record_cannot_be_parted(bea_twice, ana_client):
    kept, gone = bea_twice
    merging.merge_students(kept, gone)
    with time_machine.travel(timezone.now() + timedelta(days=31)), pytest.raises(merging.CannotPartError):
        merging.part_students(Student.everybody.get(pk=gone.pk))


def test_where_the_child_stays_is_one_of_two_words(bea_twice, ana_client):
    kept, gone = bea_twice
    answer = ana_client.post(reverse("student_merge", args=[kept.pk]), {"other": gone.pk, "stays": "nowhere"})
    assert "Select a valid choice" in words(answer)


def test_a_record_that_was_merged_comes_back_by_no_other_way(bea_twice, ana_client, class_4b):
    kept, gone = bea_twice
    merging.merge_students(kept, gone)
    assert ana_client.post(reverse("student_take_back", args=[gone.pk])).status_code == 404
    assert roster.take_all_back(class_4b) == ([], [])


def test_another_teachers_child_is_not_on_the_list(class_4b, class_5c, ana_client):
    eli, bea = class_5c.students.get(name="Eli"), class_4b.students.get(name="Bea")
    answer = ana_client.post(reverse("student_merge", args=[bea.pk]), {"other": eli.pk})
    assert "Choose a name from the list." in words(answer)
    assert "Eli" not in words(answer)
    assert Student.everybody.filter(merged_into=None).count() == 6


def test_the_card_of_the_record_that_went_opens_nothing(bea_twice, client):
    kept, gone = bea_twice
    merging.merge_students(kept, gone)
    client.get(reverse("card", args=[gone.card]))
    assert client.get(reverse("my_page")).status_code == 403


@pytest.fixture
def other(ana_teacher) -> Classroom:
    """Ana's small class, which has had a lesson."""
    classroom = make_class(ana_teacher, "4C", ["Finn", "Gia"])
    lesson_of(classroom, "Finn", "Gia")
    return classroom


def test_a_class_becomes_part_of_another_with_its_sessions(class_4b, other, ana_client):
    answer = ana_client.post(reverse("class_merge", args=[class_4b.pk]), {"other": other.pk}, follow=True)
    assert "4C is part of 4B now" in words(answer)
    assert [child.name for child in class_4b.students.all()] == ["Amir", "Bea", "Chen", "Dana", "Finn", "Gia"]
    assert class_4b.sessions.count() == 1
    assert not Classroom.objects.filter(pk=other.pk).exists()


def test_parted_classes_have_what_each_had(class_4b, other, ana_client):
    merging.merge_classes(class_4b, other)
    finn = class_4b.students.get(name="Finn")
    roster.rename_student(finn, "Finn J.")
    answer = ana_client.post(reverse("class_take_back", args=[other.pk]), follow=True)
    assert "4C is back" in words(answer)
    assert sorted(child.name for child in other.students.all()) == ["Finn J.", "Gia"]
    assert (class_4b.students.count(), class_4b.sessions.count(), other.sessions.count()) == (4, 0, 1)


def test_in_parted_classes_nobody_is_in_a_group_of_the_other(class_4b, other):
    stars = members.make(class_4b, name="Stars", sign="star", options={}, students=[])
    moons = members.make(other, name="Moons", sign="moon", options={}, students=[other.students.get(name="Gia")])
    merging.merge_classes(class_4b, other)
    Student.objects.filter(name="Finn").update(group=stars)
    Student.objects.filter(name="Bea").update(group=moons)
    merging.part_classes(Classroom.everything.get(pk=other.pk))
    grouped = Student.objects.exclude(group=None).values_list("name", "group__name", "classroom__name")
    assert list(grouped) == [("Gia", "Moons", "4C")]


def test_names_that_clash_are_said_and_nothing_is_changed(class_4b, other, ana_client):
    roster.add_students(classroom=other, names=["BEA"])
    answer = ana_client.post(reverse("class_merge", args=[class_4b.pk]), {"other": other.pk})
    assert "Both classes have: BEA." in words(answer)
    assert (class_4b.students.count(), other.students.count()) == (4, 3)
    for each in (class_4b, other):
        roster.add_students(classroom=each, names=["Zoë O."])
    answer = ana_client.post(reverse("class_merge", args=[class_4b.pk]), {"other": other.pk})
    assert "Both classes have: BEA, Zoë O. Choose" in words(answer)


def test_the_children_of_a_merged_class_outlive_it(class_4b, other):
    merging.merge_classes(class_4b, other)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        upkeep.tidy()
    assert not Classroom.everything.filter(pk=other.pk).exists()
    assert class_4b.students.count() == 6
    assert Table.objects.count() == 1
    roster.forget_again(students=[], classrooms=[other.pk], teachers=[])
    assert class_4b.students.count() == 6


def test_a_class_is_put_together_with_another_of_the_same_owner_only(class_4b, class_5c, ana_client):
    answer = ana_client.post(reverse("class_merge", args=[class_4b.pk]), {"other": class_5c.pk})
    assert "5C" not in words(answer)
    assert class_5c.students.count() == 2


def test_a_class_that_is_forgotten_takes_what_its_children_did_elsewhere_along(class_4b, other):
    """Finn moves from 4C to 4B; when 4B goes, 4C's table names him no more."""
    roster.move_student(other.students.get(name="Finn"), to=class_4b)
    roster.forget_classroom(class_4b)
    assert not Seat.objects.filter(name="Finn").exists()
    assert Attempt.objects.count() == 1


def test_classes_are_mixed_all_at_once_and_two_of_one_name_change_places(class_4b, other, ana_client):
    (twin,) = roster.add_students(classroom=other, names=["Bea"])
    bea, amir = class_4b.students.get(name="Bea"), class_4b.students.get(name="Amir")
    page = words(ana_client.get(reverse("classes_mix")))
    assert "Finn" in page
    sent = {f"to-{bea.pk}": other.pk, f"to-{twin.pk}": class_4b.pk, f"to-{amir.pk}": other.pk}
    assert "3 students have moved." in words(ana_client.post(reverse("classes_mix"), sent, follow=True))
    assert class_4b.students.get(name="Bea") == twin
    assert AuditEntry.objects.get(kind=AuditEntry.Kind.MOVE).about == {"moved": 3}
    assert sorted(child.name for child in other.students.all()) == ["Amir", "Bea", "Finn", "Gia"]


def test_mixing_that_would_make_two_of_one_name_changes_nothing(class_4b, other, ana_client):
    roster.add_students(classroom=other, names=["Bea"])
    bea, amir = class_4b.students.get(name="Bea"), class_4b.students.get(name="Amir")
    answer = ana_client.post(reverse("classes_mix"), {f"to-{bea.pk}": other.pk, f"to-{amir.pk}": other.pk})
    assert answer.status_code == 422
    assert "Two children of one class would be called the same: Bea." in words(answer)
    assert class_4b.students.count() == 4


def test_nobody_is_moved_into_or_out_of_anothers_class(class_4b, class_5c, ana_client):
    eli, bea = class_5c.students.get(name="Eli"), class_4b.students.get(name="Bea")
    sent = {f"to-{bea.pk}": class_5c.pk, f"to-{eli.pk}": class_4b.pk, "to-x": "1", "to-9": "²"}
    assert "0 students have moved." in words(ana_client.post(reverse("classes_mix"), sent, follow=True))
    assert (class_4b.students.count(), class_5c.students.count()) == (4, 2)


@pytest.fixture
def admin(ben_teacher, ben_client) -> Any:
    ben_teacher.is_school_admin = True
    ben_teacher.save()
    return ben_client


def test_a_class_whose_only_owner_is_gone_is_handed_over(class_4b, ana_teacher, ben_teacher, admin):
    assert "Classes whose owner is gone" not in words(admin.get(reverse("school")))
    assert admin.post(reverse("class_hand_over", args=[class_4b.pk]), {"teacher": ben_teacher.pk}).status_code == 404
    ana_teacher.is_active = False
    ana_teacher.save()
    assert "4B goes to" in words(admin.get(reverse("school")))
    for nobody in ("", "²", "999", ana_teacher.pk):
        admin.post(reverse("class_hand_over", args=[class_4b.pk]), {"teacher": nobody})
        assert not ben_teacher.classrooms.exists()
    answer = admin.post(reverse("class_hand_over", args=[class_4b.pk]), {"teacher": ben_teacher.pk}, follow=True)
    assert "Mr Ben is the owner of 4B now." in words(answer)
    assert AuditEntry.objects.get(page="class_hand_over").about == {"classroom": class_4b.pk, "to": ben_teacher.pk}
    assert admin.post(reverse("class_hand_over", args=[class_4b.pk]), {"teacher": ben_teacher.pk}).status_code == 404

"""The list of a class: adding all or none, renaming, moving, removing for 30 days, taking back, forgetting."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.models import Attendance, RosterImport, Student, Teaching
from classroom.rosters import roster
from classroom.rosters.imports import apply, drafts
from classroom.sessions import lifecycle
from game.models import Attempt, Seat
from tests.classroom.rosters.conftest import names_in
from tests.conftest import make_class, signed_in, words


def test_a_name_that_came_meanwhile_lets_none_in(class_4b):
    with pytest.raises(roster.NameTakenError):
        roster.add_students(classroom=class_4b, names=["Eli", "amir"])
    assert names_in(class_4b) == ["Amir", "Bea", "Chen", "Dana"]


def test_a_student_is_renamed(ana_client, class_4b, bea):
    ana_client.post(reverse("student_rename", args=[bea.pk]), {"name": "Bea S."})
    assert "Bea S." in names_in(class_4b)


def test_a_student_never_gets_a_classmates_name(ana_client, class_4b, bea):
    page = words(ana_client.post(reverse("student_rename", args=[bea.pk]), {"name": "AMIR"}))
    assert "AMIR is in this class already." in page
    assert "Bea" in names_in(class_4b)


class TestMoving:
    @pytest.fixture
    def class_4c(self, ana_teacher):
        return make_class(ana_teacher, "4C", ["Gus"])

    def test_a_student_moves_with_all_that_was_played(self, ana_client, class_4b, class_4c, bea, lesson):
        lifecycle.end(session=lesson)
        answer = ana_client.post(reverse("student_move", args=[bea.pk]), {"classroom": class_4c.pk, "name": "Bea"})
        assert answer.url == reverse("class", args=[class_4c.pk])
        bea.refresh_from_db()
        assert (bea.classroom, bea.sittings.count()) == (class_4c, 1)

    def test_the_old_session_still_shows_who_moved_away(self, ana_client, class_4c, bea, lesson):
        lifecycle.end(session=lesson)
        roster.move_student(bea, to=class_4c)
        assert "Bea" in words(ana_client.get(reverse("session_report", args=[lesson.pk])))
        assert ana_client.get(reverse("session_student", args=[lesson.pk, bea.pk])).status_code == 200

    def test_who_moved_away_does_not_play_again_with_the_old_class(self, class_4b, class_4c, bea, lesson):
        lifecycle.end(session=lesson)
        roster.move_student(bea, to=class_4c)
        following = lifecycle.again(session=lesson, same_tables=False)
        assert [one.student.name for one in following.attendances.all()] == ["Amir"]

    def test_a_name_that_is_taken_there_needs_a_letter(self, ana_client, class_4c, bea):
        page = words(ana_client.post(reverse("student_move", args=[bea.pk]), {"classroom": class_4c.pk, "name": "gus"}))
        assert "There is a gus in 4C already. Add a letter." in page

    def test_nobody_moves_into_another_teachers_class(self, ana_client, class_5c, bea):
        page = words(ana_client.post(reverse("student_move", args=[bea.pk]), {"classroom": class_5c.pk, "name": "Bea"}))
        assert "Choose a class from the list" in page

    def test_a_co_teacher_takes_nobody_where_no_owner_sees_the_child(self, ben_teacher, class_4b, class_4c, bea):
        """Ben helps in Ana's 4B; 5C is his alone, in 4C of Ana he helps, too."""
        alone = make_class(ben_teacher, "5C", [])
        for classroom in (class_4b, class_4c):
            Teaching.objects.create(classroom=classroom, teacher=ben_teacher, is_owner=False)
        ben, page = signed_in(ben_teacher), reverse("student_move", args=[bea.pk])
        assert "Choose a class from the list" in words(ben.post(page, {"classroom": alone.pk, "name": "Bea"}))
        assert ben.post(page, {"classroom": class_4c.pk, "name": "Bea"}).status_code == 302
        bea.refresh_from_db()
        assert bea.classroom == class_4c

    def test_who_may_be_playing_stays(self, ana_client, class_4b, class_4c, bea, lesson):
        answer = ana_client.post(reverse("student_move", args=[bea.pk]), {"classroom": class_4c.pk, "name": "Bea"})
        assert answer.status_code == 409
        assert "4B has a session open. End it first." in words(answer)
        assert f'href="{reverse("session", args=[lesson.pk])}"' in answer.content.decode()


class TestRemoving:
    def test_it_asks_first_and_then_the_child_is_on_no_list(self, ana_client, class_4b, bea):
        page = reverse("student_remove", args=[bea.pk])
        assert "Remove Bea from 4B?" in words(ana_client.get(page))
        assert ana_client.post(page).url == reverse("class", args=[class_4b.pk])
        assert names_in(class_4b) == ["Amir", "Chen", "Dana"]
        assert ana_client.get(reverse("student_report", args=[bea.pk])).status_code == 404

    def test_within_thirty_days_the_child_comes_back_with_all_results(self, ana_client, class_4b, bea, lesson):
        lifecycle.end(session=lesson)
        roster.remove_student(bea)
        assert "Bea" in words(ana_client.get(reverse("students_removed", args=[class_4b.pk])))
        for _window in range(2):
            answer = ana_client.post(reverse("student_take_back", args=[bea.pk]), follow=True)
            assert "Bea is back, with all results." in words(answer)
        assert "Bea" in names_in(class_4b)
        assert bea.sittings.count() == 1

    def test_whose_name_has_gone_to_another_child_comes_back_only_after_a_renaming(self, ana_client, class_4b, bea):
        roster.remove_student(bea)
        roster.add_students(classroom=class_4b, names=["Bea"])
        page = ana_client.post(reverse("student_take_back", args=[bea.pk]), follow=True)
        assert "There is another Bea in the class now" in words(page)
        assert Student.everybody.get(pk=bea.pk).removed_at

    def test_after_thirty_days_the_child_is_forgotten(self, ana_client, class_4b, bea, lesson):
        lifecycle.end(session=lesson)
        roster.remove_student(bea)
        for days, left in ((29, True), (31, False)):
            Student.everybody.filter(pk=bea.pk).update(removed_at=timezone.now() - timedelta(days=days))
            ana_client.get(reverse("students_removed", args=[class_4b.pk]))
            assert Student.everybody.filter(pk=bea.pk).exists() == left
        assert set(Seat.objects.values_list("name", flat=True)) == {"Amir", "Former student"}
        assert not Attempt.objects.filter(player=bea.pk).exists()

    def test_a_child_can_be_forgotten_at_once(self, ana_client, class_4b, bea, lesson):
        lifecycle.end(session=lesson)
        roster.remove_student(bea)
        page = reverse("student_forget", args=[bea.pk])
        assert "This goes, for good" in words(ana_client.get(page))
        ana_client.post(page)
        assert not Student.everybody.filter(pk=bea.pk).exists()

    def test_who_is_forgotten_is_on_no_list_that_was_read_in_either(self, ana_teacher, class_4b, bea):
        draft = drafts.from_text("Bea S.", teacher=ana_teacher, classroom=class_4b)
        apply.apply(draft, {"choice-1": "rename"})
        bea.refresh_from_db()
        roster.remove_student(bea)
        roster.forget_student(bea)
        assert not RosterImport.objects.exists()

    def test_who_may_be_playing_is_not_removed(self, ana_client, bea, lesson):
        answer = ana_client.post(reverse("student_remove", args=[bea.pk]))
        assert answer.status_code == 409
        assert Student.objects.filter(pk=bea.pk).exists()

    def test_the_card_of_a_removed_child_opens_nothing(self, client, bea):
        roster.remove_student(bea)
        assert client.get(reverse("card", args=[bea.card])).status_code == 404
        assert client.get(reverse("practice")).status_code == 403


class TestTakingAllBack:
    def removed(self, classroom, *names):
        for name in names:
            roster.remove_student(classroom.students.get(name=name))

    def test_one_press_puts_everybody_on_the_list_again(self, ana_client, class_4b):
        self.removed(class_4b, "Amir", "Bea", "Chen")
        assert "Take all 3 back" in words(ana_client.get(reverse("students_removed", args=[class_4b.pk])))
        page = words(ana_client.post(reverse("students_take_back", args=[class_4b.pk]), follow=True))
        assert "3 students are back." in page
        assert names_in(class_4b) == ["Amir", "Bea", "Chen", "Dana"]

    def test_who_has_a_namesake_on_the_list_by_now_is_named_and_stays(self, ana_client, class_4b):
        self.removed(class_4b, "Amir", "Bea")
        roster.add_students(classroom=class_4b, names=["Amir"])
        page = words(ana_client.post(reverse("students_take_back", args=[class_4b.pk]), follow=True))
        assert "1 student is back." in page
        assert "Somebody has this name now: Amir." in page
        assert names_in(class_4b) == ["Amir", "Bea", "Chen", "Dana"]

    def test_the_school_s_number_stays_with_who_has_it_by_now(self, class_4b, bea):
        Student.objects.filter(pk=bea.pk).update(source_id="s1")
        bea.refresh_from_db()
        roster.remove_student(bea)
        Student.objects.create(classroom=class_4b, name="Bea S.", source_id="s1")
        roster.take_back(bea)
        assert class_4b.students.get(name="Bea").source_id == ""


def test_a_past_attendance_keeps_who_was_removed_since(ana_client, class_4b, lesson):
    lifecycle.end(session=lesson)
    for name in ("Bea", "Chen"):
        roster.remove_student(class_4b.students.get(name=name))
    roster.add_students(classroom=class_4b, names=["Eli"])
    page = words(ana_client.get(reverse("session_attendance", args=[lesson.pk])))
    assert "2 of 4 students came" in page
    assert "Bea removed from the list" in page


def test_an_attendance_begins_with_who_was_absent_and_tells_who_came_after_the_start(ana_client, class_4b, lesson):
    Attendance.objects.filter(student__name="Amir").update(arrived_at=lesson.started_at + timedelta(minutes=9))
    lifecycle.end(session=lesson)
    page = words(ana_client.get(reverse("session_attendance", args=[lesson.pk])))
    absent, came = page.split("2 were absent")[1].split("2 of 4 students came")
    assert [name in absent for name in ("Amir", "Bea", "Chen", "Dana")] == [False, False, True, True]
    assert "after the start" in came.split("Amir")[1].split("Bea")[0]
    assert "after the start" not in came.split("Bea")[1]


def test_a_name_leads_to_the_report_and_a_bar_says_what_is_known(ana_client, class_4b, bea, give):
    give(24)
    page = ana_client.get(reverse("class", args=[class_4b.pk])).content.decode()
    assert f'href="{reverse("student_report", args=[bea.pk])}"' in page
    assert "1 of 60" in page
    assert page.count('<svg class="sums-bar"') == 1


def test_a_child_is_found_by_a_part_of_the_name(ana_client, class_4b):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Child {number}") for number in range(8))
    address = reverse("class", args=[class_4b.pk])
    found = words(ana_client.get(address, {"find": "be"}))
    assert "Bea" in found
    assert "Amir" not in found
    assert "12 students" in found
    nobody = words(ana_client.get(address, {"find": "<b>"}))
    assert "Nobody here is called “<b>”." in nobody

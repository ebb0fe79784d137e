"""A list that was read in is undone, while nobody of it has played."""

from django.urls import reverse

from classroom.homework.around_the_corner import practice
from classroom.models import Classroom, RosterImport, Student
from classroom.rosters import rollover, roster
from classroom.sessions import lifecycle
from game.models import Event
from tests.classroom.rosters.conftest import names_in
from tests.classroom.rosters.imports.bundles import CLASSES, sheet
from tests.classroom.rosters.imports.test_school_files import sends_delta
from tests.conftest import words
from tests.open_page import html_of


def the_class(lists) -> str:
    return html_of(lists.client.get(reverse("class", args=[lists.classroom.pk])))


def at_home(student) -> None:
    """Play one card of practice."""
    begun = practice.begin(student, options={"corner": True, "steps": [1]})
    Event.objects.create(round=begun.round, n=99, kind="played", seat=0, at=0)


class TestUndo:
    def test_after_undoing_everything_is_as_it_was(self, lists, class_4b, bea):
        roster.remove_student(bea)
        before = set(Student.everybody.values_list("name", "removed_at"))
        page = lists.pastes("Amir O.\nBea\nEli")
        assert "You can undo it" in html_of(lists.answers(page, choice_1="rename", choice_2="back"))
        assert names_in(class_4b) == ["Amir O.", "Bea", "Chen", "Dana", "Eli"]
        assert "The list is undone" in html_of(lists.undoes())
        assert set(Student.everybody.exclude(name="Eli").values_list("name", "removed_at")) == before
        assert names_in(class_4b) == ["Amir", "Chen", "Dana"]

    def test_a_child_who_is_back_leaves_its_number_to_whoever_has_it_by_now(self, lists, class_4b, bea):
        Student.objects.filter(pk=bea.pk).update(source_id="7")
        roster.remove_student(bea)
        Student.objects.create(classroom=class_4b, name="Eli", source_id="7")
        assert "1 student is back." in words(lists.answers(lists.pastes("Bea"), choice_1="back"))
        assert Student.objects.get(pk=bea.pk).source_id == ""
        lists.undoes()
        assert Student.everybody.get(pk=bea.pk).source_id == "7"

    def test_a_list_is_undone_once(self, lists):
        lists.answers(lists.pastes("Eli"))
        lists.undoes()
        assert "cannot be undone any more" in html_of(lists.undoes())

    def test_a_day_later_it_is_too_late(self, lists):
        lists.answers(lists.pastes("Eli"))
        applied = RosterImport.objects.get()
        applied.applied_at -= roster.KEPT_AFTER_REMOVAL / 29
        applied.save()
        assert "cannot be undone any more" in html_of(lists.undoes())

    def test_when_the_school_year_is_over_it_is_too_late(self, lists, class_4b):
        lists.answers(lists.pastes("Eli"))
        rollover.go_up([rollover.Ascent(class_4b, "5B")], school_year="2027/28")
        assert "cannot be undone any more" in html_of(lists.undoes())
        assert Student.objects.filter(name="Eli").count() == 2

    def test_it_asks_first_and_names_who_leaves_and_who_has_practised(self, lists, class_4b):
        lists.answers(lists.pastes("Amir O.\nEli\nFay"), choice_1="rename")
        at_home(Student.objects.get(name="Eli"))
        asked = words(lists.client.get(reverse("import_undo", args=[RosterImport.objects.get().pk])))
        assert "2 students leave the list: Eli (has practised already) Fay" in asked
        assert "1 student is as before the list: Amir O." in asked
        assert "Fay" in names_in(class_4b)

    def test_once_somebody_of_the_list_has_come_in_it_is_not_offered_nor_done(self, lists, class_4b):
        lists.answers(lists.pastes("Eli"))
        lesson = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        assert "Undo this list" in the_class(lists)
        assert "End it first" in html_of(lists.undoes())
        lifecycle.arrive(session=lesson, student=Student.objects.get(name="Eli"))
        lifecycle.end(session=lesson)
        assert "Undo this list" not in the_class(lists)
        assert "have been in a lesson" in html_of(lists.undoes())
        assert "Eli" in names_in(class_4b)

    def test_a_lesson_without_anybody_of_the_list_leaves_it_to_be_undone(self, lists, class_4b, bea):
        lists.answers(lists.pastes("Eli"))
        lesson = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        lifecycle.arrive(session=lesson, student=bea)
        lifecycle.end(session=lesson)
        assert "Undo this list" in the_class(lists)
        assert "The list is undone" in html_of(lists.undoes())

    def test_a_name_that_somebody_got_since_keeps_it_from_being_undone(self, lists, class_4b):
        lists.answers(lists.pastes("Amir O."), choice_1="rename")
        roster.add_students(classroom=class_4b, names=["Amir"])
        assert "Somebody has one of the old names now" in html_of(lists.undoes())
        assert "Amir O." in names_in(class_4b)

    def test_who_teaches_the_class_no_more_reads_no_name_and_undoes_nothing(self, lists, class_4b, ben_teacher):
        lists.answers(lists.pastes("Amir O.\nEli"), choice_1="rename")
        class_4b.teachers.set([ben_teacher])
        Student.objects.filter(name="Eli").update(name="Ellie")
        asked = words(lists.client.get(reverse("import_undo", args=[RosterImport.objects.get().pk])))
        assert not {name for name in ("Ellie", "Amir") if name in asked}
        assert "cannot be undone any more" in html_of(lists.undoes())
        assert "Ellie" in names_in(class_4b)

    def test_a_class_that_was_renamed_by_it_keeps_its_name_where_others_teach_it_now(self, lists, ben_teacher):
        lists.makes_both_classes()
        classroom = Classroom.objects.get(name="5C")
        page = sends_delta(lists, classes=sheet(CLASSES, [{"sourcedId": "id-5C", "title": "5D"}]))
        lists.answers(page, **{f"retitle_{classroom.pk}": "on"})
        classroom.teachers.set([ben_teacher])
        lists.undoes()
        assert Classroom.objects.get(pk=classroom.pk).name == "5D"

"""A school's OneRoster file through the pages: choose classes, decide, apply, the same again, changes, undo."""

import re

from classroom import rosters
from classroom.imports import drafts
from classroom.models import Classroom, Student
from tests.classroom.imports.bundles import SCHOOL, USERS_1_1, files, packed, sheet
from tests.classroom.imports.conftest import Lists
from tests.conftest import make_class


def words(answer) -> str:
    return answer.content.decode()


def test_a_school_s_file_makes_the_classes_that_are_chosen(lists, class_4b):
    page = lists.chooses(packed(files(SCHOOL, teacher="ana@school.example")), into_class=False)
    assert "2 classes are in this file" in words(page)
    assert f'<option value="{class_4b.pk}" selected>' in words(page)
    page = lists.answers(page, class_0=f"{class_4b.pk}", class_1="new")
    assert "Is this “Amir”, who is in the class?" in words(page)
    lists.answers(page, choice_2="rename")
    assert rosters.names_in(class_4b) == ["Amir O.", "Bea", "Chen", "Dana", "Sam Ok.", "Sam Ol.", "Þóra Ö."]
    made = Classroom.objects.get(name="5C")
    assert (made.school_year, made.source_id, rosters.names_in(made)) == ("2026/27", "id-5C", ["Eli S.", "Ñico"])


def test_the_second_time_nothing_changes_whatever_was_renamed(lists, class_4b):
    data = packed(files(SCHOOL))
    lists.answers(lists.answers(lists.chooses(data), class_1="new"))
    Student.objects.filter(name="Eli S.").update(name="Elias")
    page = lists.answers(lists.chooses(data, into_class=False), class_1=f"{Classroom.objects.get(name='5C').pk}")
    assert "There is nothing to change." in words(page)


def test_a_child_on_the_list_of_another_class_now_is_moved_and_back_again(lists):
    lists.makes_both_classes()
    swapped = {"4B": SCHOOL["4B"][:3], "5C": [*SCHOOL["5C"], SCHOOL["4B"][3]]}
    rooms = {f"class_{n}": f"{room.pk}" for n, room in enumerate(Classroom.objects.exclude(source_id=""))}
    page = lists.answers(lists.chooses(packed(files(swapped)), into_class=False), **rooms)
    assert "1 moved" in words(page)
    assert "1 student moved." in words(lists.answers(page))
    assert Student.objects.get(source_id="u4").classroom.name == "5C"
    lists.undoes()
    assert Student.objects.get(source_id="u4").classroom.name == "4B 2"


def test_a_delta_moves_renames_and_takes_off_by_the_kept_numbers(lists):
    lists.makes_both_classes()
    enrolled = [
        {"classSourcedId": "id-4B", "userSourcedId": "u1", "role": "student", "status": "tobedeleted"},
        {"classSourcedId": "id-5C", "userSourcedId": "u2", "role": "student"},
    ]
    delta = files({}, kind="delta", enrolled=enrolled)
    rooms = {f"class_{n}": f"{room.pk}" for n, room in enumerate(Classroom.objects.exclude(source_id=""))}
    page = lists.answers(lists.chooses(packed(delta), into_class=False), **rooms)
    shown = words(page)
    assert "only what has changed" in shown
    assert "another class of yours" not in shown
    amir = Student.objects.get(source_id="u1")
    assert re.search(rf'name="remove-c{amir.pk}" checked', shown)
    lists.answers(page, **{f"remove_c{amir.pk}": "on"})
    assert not Student.objects.filter(source_id="u1").exists()
    assert set(Student.objects.filter(source_id="u2").values_list("classroom__name", "name")) == {
        ("4B 2", "Sam Ol."),
        ("5C", "Sam Ol."),
    }


def test_a_delta_that_only_renames_finds_the_children_it_knows(lists):
    lists.makes_both_classes()
    delta = files({}, kind="delta")
    delta["users.csv"] = sheet(USERS_1_1, [{"sourcedId": "u5", "role": "student", "givenName": "Elias"}])
    page = lists.chooses(packed(delta), into_class=False)
    page = lists.answers(page, class_0=f"{Classroom.objects.get(name='5C').pk}")
    assert "this child is called “Eli S.”, on the list “Elias”" in words(page)
    lists.answers(page, **{f"choice_{drafts.NOT_ON_A_LINE}": "rename"})
    assert Student.objects.get(source_id="u5").name == "Elias"


def test_a_whole_list_in_which_every_line_is_doubtful_can_be_answered(ana_client, ana_teacher):
    room = make_class(ana_teacher, "4D", [f"Child {n}" for n in range(280)])
    lists = Lists(ana_client, room)
    page = lists.pastes("\n".join(f"Child {n} X." for n in range(280)))
    answers = {f"choice_{n}": "rename" for n in range(1, 281)}
    answers |= {f"name_{n}": f"Child {n - 1} X." for n in range(1, 281)}
    assert "280 students renamed." in words(lists.answers(page, **answers))


def test_undoing_takes_new_classes_away(lists):
    lists.makes_both_classes()
    assert Classroom.objects.count() == 3
    lists.undoes()
    assert list(Classroom.objects.values_list("name", flat=True)) == ["4B"]


def test_a_teacher_never_reads_into_a_class_of_another(lists, class_5c):
    page = lists.answers(lists.chooses(packed(files(SCHOOL)), into_class=False), class_1=f"{class_5c.pk}")
    assert "Choose at least one class." in words(page)
    assert rosters.names_in(class_5c) == ["Eli", "Fay"]


def test_a_bomb_is_refused_in_words(lists):
    page = lists.chooses(packed(files(SCHOOL) | {"users.csv": b"0" * 9_000_000}), name="bomb.zip")
    assert "unpacks to far too much" in words(page)

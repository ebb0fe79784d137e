"""A school's OneRoster file through the pages: choose classes, decide, apply, the same again, changes, undo."""

import re

import pytest

from classroom.models import Classroom, Student, named
from classroom.rosters.imports import decisions
from tests.classroom.rosters.conftest import names_in
from tests.classroom.rosters.imports.bundles import CLASSES, SCHOOL, USERS_1_1, files, packed, sheet
from tests.classroom.rosters.imports.conftest import Lists
from tests.conftest import make_class
from tests.open_page import html_of


def all_known() -> dict[str, str]:
    """Choose each class that came from a list before, in the order of the file."""
    known = Classroom.objects.exclude(source_id="").order_by("pk")
    return {f"class_{place}": f"{classroom.pk}" for place, classroom in enumerate(known)}


def test_a_school_s_file_makes_the_classes_that_are_chosen(lists, class_4b):
    page = lists.chooses(packed(files(SCHOOL, teacher="ana@school.example")), into_class=False)
    assert "2 classes are in this file" in html_of(page)
    assert f'<option value="{class_4b.pk}" selected>' in html_of(page)
    page = lists.answers(page, class_0=f"{class_4b.pk}", class_1="new")
    assert "Is this “Amir”, who is in the class?" in html_of(page)
    lists.answers(page, choice_2="rename")
    assert names_in(class_4b) == ["Amir O.", "Bea", "Chen", "Dana", "Sam Ok.", "Sam Ol.", "Þóra Ö."]
    made = Classroom.objects.get(name="5C")
    assert (made.school_year, made.source_id, names_in(made)) == ("2026/27", "id-5C", ["Eli S.", "Ñico"])


def test_the_second_time_nothing_changes_whatever_was_renamed(lists, class_4b):
    data = packed(files(SCHOOL))
    lists.answers(lists.answers(lists.chooses(data), class_1="new"))
    Student.objects.filter(name="Eli S.").update(name="Elias")
    page = lists.answers(lists.chooses(data, into_class=False), class_1=f"{Classroom.objects.get(name='5C').pk}")
    assert "There is nothing to change." in html_of(page)


def test_a_child_on_the_list_of_another_class_now_is_moved_and_back_again(lists):
    lists.makes_both_classes()
    swapped = {"4B": SCHOOL["4B"][:3], "5C": [*SCHOOL["5C"], SCHOOL["4B"][3]]}
    page = lists.answers(lists.chooses(packed(files(swapped)), into_class=False), **all_known())
    assert "1 moved" in html_of(page)
    assert "1 student moved." in html_of(lists.answers(page))
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
    page = lists.answers(lists.chooses(packed(delta), into_class=False), **all_known())
    shown = html_of(page)
    assert "only what has changed" in shown
    assert "another class of yours" not in shown
    amir = Student.objects.get(source_id="u1")
    assert re.search(rf'name="remove-c{amir.pk}" checked', shown)
    lists.answers(page, **{f"remove_c{amir.pk}": "on"})
    assert not Student.objects.filter(source_id="u1").exists()
    assert {row.classroom.name for row in Student.objects.filter(source_id="u2")} == {"4B 2", "5C"}
    assert len({row.person for row in Student.objects.filter(source_id="u2")}) == 1


def test_a_delta_that_only_renames_finds_the_children_it_knows(lists):
    lists.makes_both_classes()
    delta = files({}, kind="delta")
    delta["users.csv"] = sheet(USERS_1_1, [{"sourcedId": "u5", "role": "student", "givenName": "Elias"}])
    page = lists.chooses(packed(delta), into_class=False)
    page = lists.answers(page, class_0=f"{Classroom.objects.get(name='5C').pk}")
    assert "this child is called “Eli S.”, on the list “Elias”" in html_of(page)
    lists.answers(page, **{f"choice_{decisions.NOT_ON_A_LINE}": "rename"})
    assert Student.objects.get(source_id="u5").name == "Elias"


def test_undoing_takes_new_classes_away(lists):
    lists.makes_both_classes()
    assert Classroom.objects.count() == 3
    lists.undoes()
    assert list(Classroom.objects.values_list("name", flat=True)) == ["4B"]


def test_a_teacher_never_reads_into_a_class_of_another(lists, class_5c):
    page = lists.answers(lists.chooses(packed(files(SCHOOL)), into_class=False), class_1=f"{class_5c.pk}")
    assert "Choose at least one class." in html_of(page)
    assert names_in(class_5c) == ["Eli", "Fay"]


def test_a_bomb_is_refused_in_words(lists):
    page = lists.chooses(packed(files(SCHOOL) | {"users.csv": b"0" * 9_000_000}), name="bomb.zip")
    assert "unpacks to far too much" in html_of(page)


def sends_delta(lists, **changed: str):
    """Send a file of changes with these files in it, and choose every class that is known here."""
    made = files({}, kind="delta") | {f"{name}.csv": text for name, text in changed.items()}
    page = lists.chooses(packed(made), into_class=False)
    if "Which classes?" not in html_of(page):
        return page
    chosen = re.findall(r'name="(class-\d+)".*?<option value="(\d+)" selected', html_of(page), flags=re.DOTALL)
    return lists.answers(page, **dict(chosen))


class TestChanges:
    def test_a_deleted_child_leaves_and_is_not_renamed(self, lists):
        lists.makes_both_classes()
        page = sends_delta(lists, users=sheet(USERS_1_1, [{"sourcedId": "u5", "role": "student", "givenName": "Elias",
                                                           "status": "tobedeleted"}]))  # fmt: skip
        eli = Student.objects.get(source_id="u5")
        assert "called “Eli S.”" not in html_of(page)
        assert re.search(rf'name="remove-c{eli.pk}" checked', html_of(page))
        lists.answers(page)
        assert not Student.objects.filter(source_id="u5").exists()

    def test_a_tick_that_is_taken_away_keeps_the_child(self, lists):
        lists.makes_both_classes()
        page = sends_delta(lists, users=sheet(USERS_1_1, [{"sourcedId": "u5", "role": "student",
                                                           "status": "tobedeleted"}]))  # fmt: skip
        lists.answers(page, line=f"c{Student.objects.get(source_id='u5').pk}")
        assert Student.objects.filter(source_id="u5").exists()

    def test_a_class_is_renamed_if_wanted_and_called_as_before_when_the_list_is_undone(self, lists):
        lists.makes_both_classes()
        renamed = sheet(CLASSES, [{"sourcedId": "id-5C", "title": "5D"}])
        classroom = Classroom.objects.get(name="5C")
        page = sends_delta(lists, classes=renamed)
        assert "calls 5C now 5D" in html_of(page)
        lists.answers(page)
        assert Classroom.objects.get(name="5C")
        lists.answers(sends_delta(lists, classes=renamed), **{f"retitle_{classroom.pk}": "on"})
        assert Classroom.objects.get(name="5D").pk == classroom.pk
        lists.undoes()
        assert Classroom.objects.get(name="5C").pk == classroom.pk

    def test_a_class_that_the_system_has_ended_is_named_and_stays(self, lists):
        lists.makes_both_classes()
        page = sends_delta(lists, classes=sheet(CLASSES, [{"sourcedId": "id-5C", "status": "tobedeleted"}]))
        assert "has ended <a" in html_of(page)
        assert Classroom.objects.filter(name="5C").exists()

    def test_numbers_in_other_capital_letters_are_the_same_children(self, lists):
        lists.makes_both_classes()
        other = {"4B": [(number.upper(), *name) for number, *name in SCHOOL["4B"]]}
        page = lists.chooses(packed(files(other)), into_class=False)
        classroom = Classroom.objects.get(source_id="id-4B")
        page = lists.answers(page, class_0=f"{classroom.pk}")
        assert "There is nothing to change." in html_of(page)


def test_a_list_whose_children_have_all_left_says_so(lists):
    made = files(SCHOOL)
    made["enrollments.csv"] = str(made["enrollments.csv"]).replace(",student,,,", ",student,,,2022-06-30")
    page = lists.answers(lists.chooses(packed(made), into_class=False), class_0="new", class_1="new")
    assert "All 6 on this list have left (2022)." in html_of(page)
    assert "is here already" not in html_of(page)
    assert "Left on 2022-06-30" in html_of(page)


def test_a_child_of_many_subjects_is_one_child_and_subjects_are_not_ticked(lists):
    subjects = {f"Subject {n}": SCHOOL["4B"] for n in range(8)}
    made = files(subjects | {"Home": SCHOOL["4B"]}, teacher="")
    made["classes.csv"] = sheet(CLASSES, [
        {"sourcedId": f"id-{name}", "title": name, "classType": "homeroom" if name == "Home" else "scheduled"}
        for name in [*subjects, "Home"]
    ])  # fmt: skip
    made["enrollments.csv"] = str(made["enrollments.csv"]) + "".join(
        f",,,id-{name},,t1,teacher,,,\r\n" for name in [*subjects, "Home"]
    )
    made["users.csv"] = str(made["users.csv"]).replace("T,T,,,", "T,T,,,ana@school.example")
    page = lists.chooses(packed(made), into_class=False)
    assert re.findall(r'value="new" selected', html_of(page)) == ['value="new" selected']
    assert html_of(page).index("Home class") < html_of(page).index("Subject 0")
    page = lists.answers(page, **{f"class_{n}": "new" for n in range(9)})
    assert "4 new" in html_of(page)
    assert "left out" not in html_of(page)
    assert "4 students added." in html_of(lists.answers(page))
    assert Student.objects.count() == 4 + 9 * 4
    assert Student.objects.exclude(source_id="").values("person").distinct().count() == 4


def test_a_homeroom_read_before_and_its_maths_set_have_the_same_children(lists):
    """The school's list names twelve of a homeroom in a set, too: all twelve are in both, and one child each."""
    twelve = [(f"n{n}", f"Child {n}", "") for n in range(12)]
    lists.answers(lists.answers(lists.chooses(packed(files({"Home": twelve})), into_class=False), class_0="new"))
    home = Classroom.objects.get(name="Home")
    both = files({"Home": twelve, "Maths": twelve})
    page = lists.answers(lists.chooses(packed(both), into_class=False), class_0=f"{home.pk}", class_1="new")
    assert "12 new" in html_of(page)
    lists.answers(page)
    maths = Classroom.objects.get(name="Maths")
    assert maths.students.count() == home.students.count() == 12
    for column in ("person", "card", "character", "colour"):
        assert {*maths.students.values_list("name", column)} == {*home.students.values_list("name", column)}
    lists.undoes()
    assert home.students.count() == 12


def test_children_of_an_old_set_become_one_with_those_of_their_homeroom_by_the_school_s_list(lists):
    lists.makes_both_classes()
    other = Classroom.objects.get(source_id="id-5C")
    amir = Student.objects.get(source_id="u1")
    double = Student.objects.create(
        classroom=other, name=amir.name, source_id=amir.source_id, source_name=amir.source_name
    )
    assert double.person != amir.person
    both = SCHOOL | {"5C": [*SCHOOL["5C"], SCHOOL["4B"][0]]}
    lists.answers(lists.answers(lists.chooses(packed(files(both)), into_class=False), **all_known()))
    double.refresh_from_db()
    assert double.person == amir.person
    lists.undoes()
    double.refresh_from_db()
    assert double.person != amir.person


class TestLongLists:
    @pytest.fixture
    def long(self, lists):
        return lists.pastes("\n".join(f"Child {n:03}" for n in range(1, 251)))

    def test_it_comes_in_pages_and_what_is_ticked_is_kept(self, lists, long, class_4b):
        assert html_of(long).count('name="line"') == 100
        page = lists.answers(long, go="2", line="1", skip_1="on", name_2="Anna")
        assert "Page 2 of 3" in html_of(page)
        assert 'value="Child 101"' in html_of(page)
        back = lists.answers(page, go="1")
        assert re.search(r'name="skip-1" checked', html_of(back))
        assert 'value="Anna"' in html_of(back)
        assert "250 new" in html_of(back)
        lists.answers(back, many="on")
        assert len(names_in(class_4b)) == 4 + 249
        assert "Anna" in names_in(class_4b)

    def test_it_can_be_searched(self, lists, long):
        page = lists.answers(long, go="1", q="child 24")
        assert html_of(page).count('name="line"') == 10
        assert "No line of this list" in html_of(lists.answers(page, go="1", q="nobody"))

    def test_a_problem_on_another_page_leads_there(self, lists, long):
        page = lists.answers(long, many="on", name_240="Bea", name_120="=x")
        assert '<a href="#name-120">' in html_of(page)
        assert '<a href="?page=3#name-240">' in html_of(page)
        assert "Page 2 of 3" in html_of(page)

    @pytest.mark.parametrize("alike", [True, False])
    def test_many_doubtful_lines_are_decided_alike_or_each_by_itself(self, ana_client, ana_teacher, alike):
        classroom = make_class(ana_teacher, "4D", [f"Child {n}" for n in range(280)])
        lists = Lists(ana_client, classroom)
        page = lists.pastes("\n".join(f"Child {n} X." for n in range(280)))
        assert "Their names are like those of children in the class (280)" in html_of(page)
        each = {f"choice_{n}": "rename" for n in range(1, 281)} | {f"name_{n}": f"Child {n}." for n in range(1, 281)}
        assert "280 students renamed." in html_of(lists.answers(page, **{"alike_alike": "rename"} if alike else each))

    def test_many_classes_come_in_pages_and_can_be_searched(self, lists):
        school = {f"C{n:03}": [(f"u{n}", f"Child{n}", "")] for n in range(220)}
        page = lists.chooses(packed(files(school)), into_class=False)
        assert html_of(page).count("<select") == 100
        page = lists.answers(page, go="1", q="c219", class_0="new", room="0")
        assert html_of(page).count("<select") == 1
        page = lists.answers(page, class_219="new", room="219")
        assert "2 new" in html_of(page)

    def test_a_teacher_of_many_classes_types_the_name(self, lists, ana_teacher, class_4b):
        for n in range(31):
            make_class(ana_teacher, f"R{n}", [])
        page = lists.chooses(packed(files(SCHOOL)), into_class=False)
        assert '<datalist id="mine">' in html_of(page)
        lists.answers(lists.answers(page, mine_1="r30"))
        assert names_in(Classroom.objects.get(name="R30")) == ["Eli S.", "Ñico"]


def test_lines_of_a_class_that_the_file_has_not_are_counted(lists):
    lost = [{"classSourcedId": "gone", "userSourcedId": "u1", "role": "student"}]
    page = lists.chooses(packed(files(SCHOOL, enrolled=lost)), into_class=False)
    assert "1 line names no child or no class of this file" in html_of(page)


def test_a_moved_child_whose_name_is_taken_there_can_be_given_another(lists):
    lists.makes_both_classes()
    there = Classroom.objects.get(name="5C")
    Student.objects.filter(source_id="u5").update(**named("Sam Ol."))
    child = Student.objects.exclude(classroom=there).get(name="Sam Ol.")
    enrolled = [
        {"classSourcedId": f"id-{section}", "userSourcedId": child.source_id, "role": "student", "status": status}
        for section, status in [("4B", "tobedeleted"), ("5C", "")]
    ]
    page = lists.answers(
        lists.chooses(packed(files({}, kind="delta", enrolled=enrolled)), into_class=False), **all_known()
    )
    page = lists.answers(page)
    (line,) = re.findall(r'<input type="text" id="name-([0-9]+)"', html_of(page))
    assert "1 student moved." in html_of(lists.answers(page, **{f"name_{line}": "Sam Olsen"}))
    child.refresh_from_db()
    assert (child.name, child.classroom) == ("Sam Olsen", there)

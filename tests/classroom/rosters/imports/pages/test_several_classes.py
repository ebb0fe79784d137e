"""Several classes from one file, and what is asked where it is not understood."""

import pytest
from django.urls import reverse

from classroom.models import RosterImport, Student
from classroom.rosters.imports.readers.lists import MOST_ROWS
from tests.classroom.rosters.imports.sheets import excel
from tests.conftest import make_class, words
from tests.open_page import html_of


class TestClassesFromAFile:
    """Every list leads to a page that a teacher can answer; none to an error of the server."""

    ASKED = [
        "Voornamen;Familie;Stam\nAnna;Smith;4B\nBen;Okoro;5C",
        "1,Anna,Smith\n2,Ben,Okoro",
        "username,firstname,lastname,email\na,Anna,Smith,a@x.example\nb,Ben,Okoro,b@x.example",
        "Smith, Anna\nOkoro, Ben",
        "Hill School\nYear 2026\nSmith;Anna;4B\nOkoro;Ben;5C",
        "sourcedId,status,dateLastModified,role,givenName,familyName\nu1,active,2026,student,Anna,Smith",
        "sourcedId,status,classSourcedId,userSourcedId,role\ne1,active,c1,u1,student",
        "Anna\nBen",
        "Name\nAnna",
    ]

    @pytest.mark.parametrize("text", ASKED)
    def test_what_is_not_understood_is_asked_with_a_class_to_choose(self, lists, text):
        page = lists.chooses(text.encode(), into_class=False)
        assert page.status_code == 200
        assert "Which column is which?" in html_of(page)
        assert 'name="room"' in html_of(page)

    def test_the_chosen_columns_make_the_classes(self, lists):
        page = lists.chooses("Hill School\nSmith;Anna;4B\nOkoro;Ben;5C".encode("utf-8-sig"), into_class=False)
        page = lists.sends_back(page, given="1", family="0", room="2", begins="1")
        assert "2 classes are in this file." in html_of(page)
        assert "Line 1 is a title, a heading or a sum" in html_of(page)
        lists.answers(lists.answers(page, class_0="new", class_1="new"))
        assert sorted(Student.objects.exclude(classroom=lists.classroom).values_list("classroom__name", "name")) == [
            ("4B 2", "Anna S."),
            ("5C", "Ben O."),
        ]

    def test_without_a_class_column_all_are_one_new_class(self, lists):
        page = lists.sends_back(lists.chooses(b"Name\nAnna\nBen", into_class=False), given="0")
        lists.answers(lists.answers(page, class_0="new"))
        assert set(Student.objects.filter(classroom__name="New class").values_list("name", flat=True)) == {
            "Anna",
            "Ben",
        }

    def test_who_has_no_class_is_listed(self, lists):
        page = lists.chooses(b"Name,Class\nAnna,6A\nBen,6A\nCem,\nDea,6B", into_class=False)
        assert "Without a class" in html_of(page)
        assert "1 student: Cem" in html_of(page)

    def test_a_merged_class_column_loses_nobody_and_says_so(self, lists):
        page = lists.chooses(b"Name,Class\nAnna,6A\nBen,\nCem,6B\n,\nDea,", into_class=False)
        assert "2 children have the class that stands on a line above." in html_of(page)
        assert "Line 5 holds no name and was left out." in html_of(page)
        assert "4 new" in html_of(lists.answers(page, class_0="new", class_1="new"))

    def test_separator_and_letters_can_be_corrected(self, lists):
        data = "Ð;4B\n".encode("mac_iceland")
        page = lists.chooses(data, into_class=False)
        assert "Letters such as" in html_of(page)
        page = lists.sends_back(page, step="columns", encoding="mac_iceland", separator="semicolon")
        assert "1: Ð" in html_of(page)
        page = lists.sends_back(page, step="columns", encoding="mac_iceland", separator="comma")
        assert "1: Ð;4B" in html_of(page)

    def test_a_file_that_did_not_come_back_whole_is_refused_in_words(self, lists):
        page = lists.client.post(reverse("import_several"), {"step": "columns_chosen", "data": "%%%", "given": "0"})
        assert "did not come through whole" in html_of(page)

    def test_without_a_file_the_page_asks_for_one(self, lists):
        assert "Choose the file first." in html_of(lists.client.post(reverse("import_several")))

    def test_the_teacher_can_ask_for_the_columns(self, lists):
        assert "Which column is which?" in html_of(lists.pastes("Name;Vorname\nSmith;Anna", step="columns"))

    def test_one_file_of_a_bundle_says_what_is_wanted(self, lists):
        assert "This looks like one file of a OneRoster export" in html_of(
            lists.chooses(self.ASKED[5].encode(), into_class=False)
        )


def test_the_headings_are_no_line_of_the_list(lists):
    text = "Name;Class\n" + "\n".join(f"Child {n};4B" for n in range(MOST_ROWS))
    assert "Which classes?" in html_of(lists.chooses(text.encode(), into_class=False))
    page = lists.chooses(f"{text}\nEli;4B".encode(), into_class=False)
    assert f"There are {MOST_ROWS + 1} lines" in html_of(page)


def test_the_sheets_that_are_not_read_are_named_also_after_the_question_for_columns(lists):
    page = lists.chooses(excel([["Anna", 1], ["Ben", 2]], [["Cem"]]), into_class=False)
    page = lists.sends_back(page, separator="tab")
    assert "These sheets were not read: Sheet 2." in html_of(page)


def test_all_classes_of_a_long_list_are_taken_with_one_press(lists, class_4b):
    """What was chosen for a class before stays."""
    text = "Name,Class\n" + "".join(f"Kid {letter},{n}{letter}\n" for n in range(1, 6) for letter in "XYZ")
    asked = lists.chooses(text.encode(), into_class=False)
    assert "Take all of these classes" in words(asked)
    draft = RosterImport.objects.get()
    draft.rooms[3]["target"] = f"{class_4b.pk}"
    draft.save()
    taken = lists.answers(asked, go="all")
    draft.refresh_from_db()
    assert [section["target"] for section in draft.rooms] == ["new"] * 3 + [f"{class_4b.pk}"] + ["new"] * 11
    assert "Take all of these classes" not in words(taken)
    assert "Which classes?" in words(taken)


def test_a_draft_that_was_kept_before_an_upgrade_opens(ana_client, ana_teacher, class_4b):
    """Its section with the keys, and its row in the order, that earlier versions kept."""
    said = {"key": "4B", "name": "4B", "year": "", "school": "", "size": 1, "is_mine": False, "is_homeroom": True}
    said |= {"teachers": ["Ben"], "code": "", "target": f"{class_4b.pk}", "here": None, "children": []}
    rows = [[1, "Zoe", "", "4B", False, ""]]
    kept = {"teacher": ana_teacher, "classroom": None, "notes": {"has_chosen": True}}
    draft = RosterImport.objects.create(**kept, rows=rows, rooms=[said])
    assert "Home class" in html_of(ana_client.get(reverse("import_classes", args=[draft.pk])))
    assert "Zoe" in html_of(ana_client.get(reverse("import", args=[draft.pk])))


class TestAWorkbookWithASheetPerClass:
    HEAD = ("Vorname", "Nachname")
    BOOK = excel([HEAD, ("Amir", "Smith")], [HEAD, ("Ben", "Okoro")], [["Printed"]], names=["4A", "4B", "Notes"])

    def test_each_sheet_is_a_class(self, lists):
        page = lists.chooses(self.BOOK, "classes.xlsx", into_class=False)
        assert "2 classes are in this file." in html_of(page)
        assert "These sheets were not read: Notes." in words(page)
        lists.answers(lists.answers(page, class_0="new", class_1=f"{lists.classroom.pk}"))
        assert sorted(Student.objects.filter(name__contains=".").values_list("classroom__name", "name")) == [
            ("4A", "Amir S."),
            ("4B", "Ben O."),
        ]

    def test_into_a_class_only_its_own_sheet_is_chosen(self, lists):
        page = lists.chooses(self.BOOK, "classes.xlsx")
        chosen = [section["target"] for section in RosterImport.objects.get().rooms]
        assert chosen == ["", f"{lists.classroom.pk}"]
        lists.answers(lists.answers(page, class_1=f"{lists.classroom.pk}"))
        assert set(Student.objects.filter(name__contains=".").values_list("name", flat=True)) == {"Ben O."}

    def test_a_list_of_another_class_of_the_teacher_is_asked_about(self, lists, ana_teacher):
        make_class(ana_teacher, "4A", [])
        page = lists.chooses(b"Name,Class\nAmir Smith,4A")
        assert "Which classes?" in html_of(page)
        assert [section["target"] for section in RosterImport.objects.get().rooms] == [""]

"""Reading a list in, through the pages and without scripts: paste, file, columns, classes, decide, apply, undo."""

import re

import pytest
from django.urls import reverse

from classroom.homework.around_the_corner import practice
from classroom.models import RosterImport, Student
from classroom.rosters import rollover, roster
from classroom.rosters.imports import drafts
from classroom.sessions import lifecycle
from game.models import Event
from tests.classroom.rosters.imports.bundles import packed
from tests.classroom.rosters.imports.conftest import Lists
from tests.classroom.rosters.imports.sheets import excel, libre
from tests.conftest import make_class
from tests.conftest import words as plain

HERE = ["Amir", "Bea", "Chen", "Dana"]


def words(answer) -> str:
    return answer.content.decode()


def test_pasting_shows_the_names_to_look_over_and_adds_nothing(lists):
    page = words(lists.pastes("1.\tEli\n2.\tFay"))
    assert "2 new" in page
    assert 'name="name-2" value="Fay"' in page
    assert Student.objects.count() == 4


def test_the_looked_over_names_are_added(lists, class_4b):
    page = lists.answers(lists.pastes("Eli\nFay\nName?"), name_2="Fay S.", skip_3="on")
    assert "2 students added." in words(page)
    assert roster.names_in(class_4b) == [*HERE, "Eli", "Fay S."]


def test_the_same_list_twice_changes_nothing_and_says_so(lists, class_4b):
    lists.answers(lists.pastes("Eli\nFay"), name_2="Fay S.")
    page = lists.pastes("Eli\nFay")
    assert "There is nothing to change." in words(page)
    assert "Nothing was changed." in words(lists.answers(page))
    assert roster.names_in(class_4b) == [*HERE, "Eli", "Fay S."]


def test_a_second_press_adds_nobody_twice(lists):
    page = lists.pastes("Eli")
    assert "1 student added." in words(lists.answers(page))
    assert lists.answers(page).status_code == 404
    assert Student.objects.filter(name="Eli").count() == 1


def test_one_bad_name_keeps_all_out_and_nothing_typed_is_lost(lists):
    page = words(lists.answers(lists.pastes("Eli\nFay"), name_1="Elias", name_2="bea"))
    assert "<title>Error: " in page
    assert '<a href="#name-2">Line 2: There are two children called “bea”. Add a letter.</a>' in page
    assert 'value="Elias"' in page
    assert Student.objects.count() == 4


def test_a_doubtful_line_waits_for_the_teacher(lists, class_4b):
    page = lists.pastes("Amir O.\nEli\nEli")
    assert "Is this “Amir”, who is in the class?" in words(page)
    refused = words(lists.answers(page, choice_1="rename"))
    assert "Decide about Eli (line 3)." in refused
    assert re.search(r'value="rename" checked', refused)
    lists.answers(page, choice_1="rename", choice_3="add", name_3="Eli K.")
    assert roster.names_in(class_4b) == ["Amir O.", "Bea", "Chen", "Dana", "Eli", "Eli K."]


def test_columns_without_words_are_asked_about_and_the_text_stays(lists, class_4b):
    page = words(lists.pastes("Okoro, Eli\nStone, Fay"))
    assert "Which column is which?" in page
    assert "2: Eli, Fay" in page
    lists.answers(lists.pastes("Okoro, Eli\nStone, Fay", given="1", family="0", step="columns_chosen"))
    assert roster.names_in(class_4b) == [*HERE, "Eli O.", "Fay S."]


@pytest.mark.parametrize("given", ["-1", "9" * 5000, "²", "x"])
def test_a_column_that_is_not_there_is_the_first(lists, given):
    assert 'value="Eli"' in words(lists.pastes("Eli,1\nFay,2", given=given, step="columns_chosen"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_any_encoding_with_words_in_any_language_is_read(lists, class_4b, encoding):
    page = lists.chooses("Kennitala;Eftirnafn;Fornafn\n010115-1234;Ögmundsdóttir;Þóra\n".encode(encoding))
    assert "Left out and not kept: Kennitala." in words(page)
    lists.answers(page)
    assert roster.names_in(class_4b) == [*HERE, "Þóra Ö."]
    assert "010115" not in str(RosterImport.objects.values())


def test_who_is_not_in_the_file_stays_unless_ticked(lists, class_4b, bea):
    page = lists.chooses(b"Name\nAmir\nChen\nDana\n")
    assert "1 not on the list" in words(page)
    lists.answers(page)
    assert roster.names_in(class_4b) == HERE
    lists.answers(lists.chooses(b"Name\nAmir\nChen\nDana\n"), **{f"remove_c{bea.pk}": "on"})
    assert roster.names_in(class_4b) == ["Amir", "Chen", "Dana"]


def the_class(lists) -> str:
    return words(lists.client.get(reverse("class", args=[lists.classroom.pk])))


def at_home(student) -> None:
    """Play one card of practice."""
    begun = practice.begin(student, options={"corner": True, "steps": [1]})
    Event.objects.create(round=begun.round, n=99, kind="played", seat=0, at=0)


class TestUndo:
    def test_everything_is_as_it_was(self, lists, class_4b, bea):
        roster.remove_student(bea)
        before = set(Student.everybody.values_list("name", "removed_at"))
        page = lists.pastes("Amir O.\nBea\nEli")
        assert "You can undo it" in words(lists.answers(page, choice_1="rename", choice_2="back"))
        assert roster.names_in(class_4b) == ["Amir O.", "Bea", "Chen", "Dana", "Eli"]
        assert "The list is undone" in words(lists.undoes())
        assert set(Student.everybody.exclude(name="Eli").values_list("name", "removed_at")) == before
        assert roster.names_in(class_4b) == ["Amir", "Chen", "Dana"]

    def test_it_is_done_once(self, lists):
        lists.answers(lists.pastes("Eli"))
        lists.undoes()
        assert "cannot be undone any more" in words(lists.undoes())

    def test_a_day_later_it_is_too_late(self, lists):
        lists.answers(lists.pastes("Eli"))
        applied = RosterImport.objects.get()
        applied.applied_at -= roster.KEPT_AFTER_REMOVAL / 29
        applied.save()
        assert "cannot be undone any more" in words(lists.undoes())

    def test_when_the_school_year_is_over_it_is_too_late(self, lists, class_4b):
        lists.answers(lists.pastes("Eli"))
        rollover.go_up([rollover.Ascent(class_4b, "5B")], school_year="2027/28")
        assert "cannot be undone any more" in words(lists.undoes())
        assert Student.objects.filter(name="Eli").count() == 2

    def test_it_asks_first_and_names_who_leaves_and_who_has_practised(self, lists, class_4b):
        lists.answers(lists.pastes("Amir O.\nEli\nFay"), choice_1="rename")
        at_home(Student.objects.get(name="Eli"))
        asked = plain(lists.client.get(reverse("import_undo", args=[RosterImport.objects.get().pk])))
        assert "2 students leave the list: Eli (has practised already) Fay" in asked
        assert "As before the list is then: Amir O.." in asked
        assert "Fay" in roster.names_in(class_4b)

    def test_once_somebody_of_the_list_has_come_in_it_is_not_offered_nor_done(self, lists, class_4b):
        lists.answers(lists.pastes("Eli"))
        lesson = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        assert "Undo this list" in the_class(lists)
        assert "End it first" in words(lists.undoes())
        lifecycle.arrive(session=lesson, student=Student.objects.get(name="Eli"))
        lifecycle.end(session=lesson)
        assert "Undo this list" not in the_class(lists)
        assert "have been in a lesson" in words(lists.undoes())
        assert "Eli" in roster.names_in(class_4b)

    def test_a_lesson_without_anybody_of_the_list_leaves_it_to_be_undone(self, lists, class_4b, bea):
        lists.answers(lists.pastes("Eli"))
        lesson = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        lifecycle.arrive(session=lesson, student=bea)
        lifecycle.end(session=lesson)
        assert "Undo this list" in the_class(lists)
        assert "The list is undone" in words(lists.undoes())

    def test_a_name_that_somebody_got_since_keeps_it_from_being_undone(self, lists, class_4b):
        lists.answers(lists.pastes("Amir O."), choice_1="rename")
        roster.add_students(classroom=class_4b, names=["Amir"])
        assert "Somebody has one of the old names now" in words(lists.undoes())
        assert "Amir O." in roster.names_in(class_4b)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no name in this list"),
        (" \n\t\n", "There is no name in this list"),
        ("Amir\n" * 10_000, "There are 10000 lines"),
        ("A\n" * 301, "There are 301 lines"),
    ],
)
def test_a_list_that_is_none_is_refused_and_stays_in_the_box(lists, text, said):
    page = words(lists.pastes(text))
    assert said in page
    assert page.count("Amir\n") == text.count("Amir\n")
    assert Student.objects.count() == 4


def test_nonsense_is_all_doubtful_and_nothing_of_it_gets_in(lists):
    page = lists.pastes('=cmd|"/C calc"!A0\n+1+1\n@SUM(1)\n\x07\n<b>Eli')
    shown = words(page)
    assert shown.count("cannot start with") == 3
    assert "invisible characters" in shown
    assert "<b>Eli" not in shown
    assert "Decide about" in words(lists.answers(page))
    assert Student.objects.count() == 4


def test_a_picture_and_a_workbook_are_refused_in_words(lists):
    assert "This is a picture" in words(lists.chooses(b"\x89PNG\r\n\x1a\n", name="names.png"))
    assert "Excel workbook" in words(lists.chooses(packed({"[Content_Types].xml": "x"}), name="names.xlsx"))


def test_more_than_sixty_must_be_meant(lists):
    page = lists.pastes("\n".join(f"Student {n}" for n in range(61)))
    assert "Say that you want to add so many" in words(lists.answers(page))
    assert Student.objects.count() == 4
    lists.answers(page, many="on")
    assert Student.objects.count() == 65


def test_a_draft_can_be_thrown_away_and_a_stale_one_goes_by_itself(lists):
    lists.pastes("Eli")
    draft = RosterImport.objects.get()
    lists.client.post(reverse("import_discard", args=[draft.pk]))
    assert not RosterImport.objects.exists()
    lists.pastes("Eli")
    RosterImport.objects.update(started_at=draft.started_at - roster.KEPT_AFTER_REMOVAL)
    lists.pastes("Fay")
    assert RosterImport.objects.count() == 1


def test_an_upload_larger_than_any_list_is_refused_before_it_is_read(lists):
    answer = lists.chooses(b"0" * (23 * 1024 * 1024))
    assert answer.status_code == 400
    assert "too much at once" in words(answer)


def test_a_long_list_asks_the_database_as_often_as_a_short_one(lists, ana_teacher, django_assert_max_num_queries):
    for count in (30, 290):
        room = make_class(ana_teacher, f"Class {count}", [])
        page = Lists(lists.client, room).pastes("\n".join(f"Child {n} of {count}" for n in range(count)))
        with django_assert_max_num_queries(38):
            lists.answers(page, many="on")
        assert room.students.count() == count


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
        assert "Which column is which?" in words(page)
        assert 'name="room"' in words(page)

    def test_the_chosen_columns_make_the_classes(self, lists):
        page = lists.chooses("Hill School\nSmith;Anna;4B\nOkoro;Ben;5C".encode("utf-8-sig"), into_class=False)
        page = lists.sends_back(page, given="1", family="0", room="2", begins="1")
        assert "2 classes are in this file." in words(page)
        assert "Line 1 is a title or a heading" in words(page)
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
        assert "Without a class" in words(page)
        assert "1 student: Cem" in words(page)

    def test_a_merged_class_column_loses_nobody_and_says_so(self, lists):
        page = lists.chooses(b"Name,Class\nAnna,6A\nBen,\nCem,6B\n,\nDea,", into_class=False)
        assert "2 children have the class that stands on a line above." in words(page)
        assert "Line 5 holds no name and was left out." in words(page)
        assert "4 new" in words(lists.answers(page, class_0="new", class_1="new"))

    def test_separator_and_letters_can_be_corrected(self, lists):
        data = "Ð;4B\n".encode("mac_iceland")
        page = lists.chooses(data, into_class=False)
        assert "Letters such as" in words(page)
        page = lists.sends_back(page, step="columns", encoding="mac_iceland", separator="semicolon")
        assert "1: Ð" in words(page)
        page = lists.sends_back(page, step="columns", encoding="mac_iceland", separator="comma")
        assert "1: Ð;4B" in words(page)

    def test_a_file_that_did_not_come_back_whole_is_refused_in_words(self, lists):
        page = lists.client.post(reverse("import_several"), {"step": "columns_chosen", "data": "%%%", "given": "0"})
        assert "did not come through whole" in words(page)

    def test_the_teacher_can_ask_for_the_columns(self, lists):
        assert "Which column is which?" in words(lists.pastes("Name;Vorname\nSmith;Anna", step="columns"))

    def test_one_file_of_a_bundle_says_what_is_wanted(self, lists):
        assert "This looks like one file of a OneRoster export" in words(
            lists.chooses(self.ASKED[5].encode(), into_class=False)
        )


def test_the_headings_are_no_line_of_the_list(lists):
    text = "Name;Class\n" + "\n".join(f"Child {n};4B" for n in range(drafts.MOST_ROWS))
    assert "Which classes?" in words(lists.chooses(text.encode(), into_class=False))
    page = lists.chooses(f"{text}\nEli;4B".encode(), into_class=False)
    assert f"There are {drafts.MOST_ROWS + 1} lines" in words(page)


@pytest.mark.parametrize("file", [excel, libre])
def test_a_workbook_is_read_into_a_class_and_into_several(lists, class_4b, file):
    rows = [["Name", "Class"], ["Eli", "6A"], ["Fay", "6B"]]
    page = lists.answers(lists.chooses(file(rows), into_class=False), class_0="new", class_1="new")
    assert "2 new" in words(page)
    lists.answers(lists.chooses(file([["Name"], ["Eli Stone"]])))
    assert roster.names_in(class_4b) == [*HERE, "Eli S."]


def test_the_sheets_that_are_not_read_are_named_also_after_the_question_for_columns(lists):
    page = lists.chooses(excel([["Anna", 1], ["Ben", 2]], [["Cem"]]), into_class=False)
    page = lists.sends_back(page, separator="tab")
    assert "These were not: Sheet 2." in words(page)


def test_a_text_document_is_refused_in_words(lists):
    page = lists.chooses(packed({"content.xml": "x", "mimetype": "x"}), name="names.odt")
    assert "workbook or ODS file cannot be read" in words(page)

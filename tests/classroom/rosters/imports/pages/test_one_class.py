"""Reading a list into a class, through the pages and without scripts: paste, file, columns, decide, apply."""

import re

import pytest
from django.urls import reverse

from classroom.models import RosterImport, Student
from classroom.rosters import roster
from tests.classroom.rosters.conftest import names_in
from tests.classroom.rosters.imports.bundles import packed
from tests.classroom.rosters.imports.conftest import Lists
from tests.classroom.rosters.imports.sheets import excel, libre
from tests.conftest import make_class
from tests.open_page import html_of

HERE = ["Amir", "Bea", "Chen", "Dana"]


def test_pasting_shows_the_names_to_look_over_and_adds_nothing(lists):
    page = html_of(lists.pastes("1.\tEli\n2.\tFay"))
    assert "2 new" in page
    assert re.search(r'name="name-2"\s+value="Fay"', page)
    assert Student.objects.count() == 4


def test_nul_which_postgresql_does_not_store_is_left_out_of_a_list_and_of_what_is_typed_about_it(lists):
    lists.answers(lists.pastes("E\0li\nFay"), name_1="El\0i", go="1")
    draft = RosterImport.objects.get()
    assert [row[1] for row in draft.rows] == ["Eli", "Fay"]
    assert draft.notes["answers"] == {"name-1": "Eli"}


def test_the_looked_over_names_are_added(lists, class_4b):
    page = lists.answers(lists.pastes("Eli\nFay\nName?"), name_2="Fay S.", skip_3="on")
    assert "2 students added." in html_of(page)
    assert names_in(class_4b) == [*HERE, "Eli", "Fay S."]


def test_the_same_list_twice_changes_nothing_and_says_so(lists, class_4b):
    lists.answers(lists.pastes("Eli\nFay"), name_2="Fay S.")
    page = lists.pastes("Eli\nFay")
    assert "There is nothing to change." in html_of(page)
    assert "Nothing was changed." in html_of(lists.answers(page))
    assert names_in(class_4b) == [*HERE, "Eli", "Fay S."]


def test_a_second_press_adds_nobody_twice(lists):
    page = lists.pastes("Eli")
    assert "1 student added." in html_of(lists.answers(page))
    assert lists.answers(page).status_code == 404
    assert Student.objects.filter(name="Eli").count() == 1


def test_one_bad_name_keeps_all_out_and_nothing_typed_is_lost(lists):
    page = html_of(lists.answers(lists.pastes("Eli\nFay"), name_1="Elias", name_2="bea"))
    assert "<title>Error: " in page
    assert '<a href="#name-2">Line 2: There are two children called “bea”. Add a letter.</a>' in page
    assert 'value="Elias"' in page
    assert Student.objects.count() == 4


def test_a_doubtful_line_waits_for_the_teacher(lists, class_4b):
    page = lists.pastes("Amir O.\nEli\nEli")
    assert "Is this “Amir”, who is in the class?" in html_of(page)
    refused = html_of(lists.answers(page, choice_1="rename"))
    assert "Decide about Eli (line 3)." in refused
    assert re.search(r'value="rename" checked', refused)
    lists.answers(page, choice_1="rename", choice_3="add", name_3="Eli K.")
    assert names_in(class_4b) == ["Amir O.", "Bea", "Chen", "Dana", "Eli", "Eli K."]


def test_columns_without_words_are_asked_about_and_the_text_stays(lists, class_4b):
    page = html_of(lists.pastes("Okoro, Eli\nStone, Fay"))
    assert "Which column is which?" in page
    assert "2: Eli, Fay" in page
    lists.answers(lists.pastes("Okoro, Eli\nStone, Fay", given="1", family="0", step="columns_chosen"))
    assert names_in(class_4b) == [*HERE, "Eli O.", "Fay S."]


@pytest.mark.parametrize("given", ["-1", "9" * 5000, "²", "x"])
def test_a_column_that_is_not_there_is_the_first(lists, given):
    assert 'value="Eli"' in html_of(lists.pastes("Eli,1\nFay,2", given=given, step="columns_chosen"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_any_encoding_with_words_in_any_language_is_read(lists, class_4b, encoding):
    page = lists.chooses("Kennitala;Eftirnafn;Fornafn\n010115-1234;Ögmundsdóttir;Þóra\n".encode(encoding))
    assert "Left out and not kept: Kennitala." in html_of(page)
    lists.answers(page)
    assert names_in(class_4b) == [*HERE, "Þóra Ö."]
    assert "010115" not in str(RosterImport.objects.values())


def test_who_is_not_in_the_file_stays_unless_ticked(lists, class_4b, bea):
    page = lists.chooses(b"Name\nAmir\nChen\nDana\n")
    assert "1 not on the list" in html_of(page)
    lists.answers(page)
    assert names_in(class_4b) == HERE
    lists.answers(lists.chooses(b"Name\nAmir\nChen\nDana\n"), **{f"remove_c{bea.pk}": "on"})
    assert names_in(class_4b) == ["Amir", "Chen", "Dana"]


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
    page = lists.pastes(text).content.decode()
    assert said in page
    assert page.count("Amir\n") == text.count("Amir\n")
    assert Student.objects.count() == 4


def test_nonsense_is_all_doubtful_and_nothing_of_it_gets_in(lists):
    page = lists.pastes('=cmd|"/C calc"!A0\n+1+1\n@SUM(1)\n\x07\n<b>Eli')
    shown = html_of(page)
    assert shown.count("cannot start with") == 3
    assert "invisible characters" in shown
    assert "<b>Eli" not in shown
    assert "Decide about" in html_of(lists.answers(page))
    assert Student.objects.count() == 4


def test_a_picture_and_a_workbook_are_refused_in_words(lists):
    assert "This is a picture" in html_of(lists.chooses(b"\x89PNG\r\n\x1a\n", name="names.png"))
    assert "Excel workbook" in html_of(lists.chooses(packed({"[Content_Types].xml": "x"}), name="names.xlsx"))


def test_more_than_sixty_must_be_meant(lists):
    page = lists.pastes("\n".join(f"Student {n}" for n in range(61)))
    assert "Say that you want to add so many" in html_of(lists.answers(page))
    assert Student.objects.count() == 4
    lists.answers(page, many="on")
    assert Student.objects.count() == 65


def test_children_of_one_name_are_asked_about_once_and_the_second_time_nothing_changes(lists, class_4b):
    text = "\n".join(["Amir", "Anna Smith", "Anna Smith", "Anna Smith"])
    lists.answers(lists.pastes(text), choice_3="add", choice_4="add", name_4="Anna Smith 3")
    assert names_in(class_4b) == [*HERE[:1], "Anna Smith", "Anna Smith 2", "Anna Smith 3", *HERE[1:]]
    assert "There is nothing to change." in html_of(lists.pastes(text))


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
    assert "too much at once" in html_of(answer)


def test_a_long_list_asks_the_database_as_often_as_a_short_one(lists, ana_teacher, django_assert_max_num_queries):
    for count in (30, 290):
        classroom = make_class(ana_teacher, f"Class {count}", [])
        page = Lists(lists.client, classroom).pastes("\n".join(f"Child {n} of {count}" for n in range(count)))
        with django_assert_max_num_queries(48):  # new faces differ from those in all classes of a child
            lists.answers(page, many="on")
        assert classroom.students.count() == count


@pytest.mark.parametrize("file", [excel, libre])
def test_a_workbook_is_read_into_a_class_and_into_several(lists, class_4b, file):
    rows = [["Name", "Class"], ["Eli", "6A"], ["Fay", "6B"]]
    page = lists.answers(lists.chooses(file(rows), into_class=False), class_0="new", class_1="new")
    assert "2 new" in html_of(page)
    lists.answers(lists.chooses(file([["Name"], ["Eli Stone"]])))
    assert names_in(class_4b) == [*HERE, "Eli S."]


def test_a_text_document_is_refused_in_words(lists):
    page = lists.chooses(packed({"content.xml": "x", "mimetype": "x"}), name="names.odt")
    assert "workbook or ODS file cannot be read" in html_of(page)

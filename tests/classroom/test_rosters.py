"""Lists of students: reading what was pasted, judging names, adding all or none, renaming and removing."""

import unicodedata

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom import rosters, sessions
from classroom.models import Student
from classroom.rosters import Line, read, reread
from game.models import Seat

SPREADSHEET = "First\tLast\tBorn\nAmir\tOkoro\t2016\nBea\tStone\t2017\n"


def names(text: str, **options) -> list[str]:
    return [line.name for line in read(text, **options).lines]


def test_one_name_a_line_and_blank_lines_are_skipped_but_counted():
    assert read("Amir\n\n  \nBea  S.\r\nChen\rDana").lines == (
        Line(1, "Amir"),
        Line(4, "Bea S."),
        Line(5, "Chen"),
        Line(6, "Dana"),
    )


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_of_a_spreadsheet_the_first_column_is_used(separator):
    roster = read(SPREADSHEET.replace("\t", separator))
    assert [line.name for line in roster.lines] == ["First", "Amir", "Bea"]
    assert roster.columns == ("First, Amir, Bea", "Last, Okoro, Stone", "Born, 2016, 2017")


def test_another_column_can_be_chosen_and_one_that_is_not_there_is_the_first():
    assert names(SPREADSHEET, column=1) == ["Last", "Okoro", "Stone"]
    assert names(SPREADSHEET, column=99) == ["First", "Amir", "Bea"]


def test_a_quoted_cell_may_hold_the_separator():
    assert names('"Stone, Bea",2017\n"Okoro, Amir",2016') == ["Stone, Bea", "Okoro, Amir"]


def test_a_byte_order_mark_is_no_part_of_the_first_name():
    assert names("\ufeffAmir") == ["Amir"]


def test_a_name_twice_is_marked_whatever_its_case_spaces_or_way_of_writing_accents():
    decomposed = unicodedata.normalize("NFD", "ZOË  k.")
    second = read(f"Amir\nZoë K.\n{decomposed}").lines[2]
    assert second.problem == "ZOË k. is on line 2 too. Add a letter."
    assert second.keep


def test_who_is_in_the_class_already_is_marked_and_left_out():
    line = read("Amir\nbea", taken=["Bea"]).lines[1]
    assert (line.keep, line.problem) == (False, "bea is in this class already.")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A" * 61, "This name has 61 characters"),
        ("=Amir", "cannot start with"),
        ("+Amir", "cannot start with"),
        ("-Amir", "cannot start with"),
        ("@Amir", "cannot start with"),
        ("＝Amir", "cannot start with"),
        ("amir@home.example", "looks like an e-mail address"),
        ("Am\x00ir", "invisible characters"),
        ("Am\x1bir", "invisible characters"),
        ("Am\u202eir", "invisible characters"),
        ("Am\u2028ir", "invisible characters"),
        ("...", "no letter"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(name, words):
    assert words in rosters.problem_of(name)
    assert words in read(f"Bea\n{name}").lines[1].problem


@pytest.mark.parametrize(
    "name", ["Amir O.", "Zoë", "Þóra", "O'Neil", "Anne-Marie", "李明", "نرگس\u200cسادات", "A" * 60]
)
def test_names_of_the_world_are_fine(name):
    assert rosters.problem_of(rosters.tidy(name)) == ""


def test_a_list_longer_than_any_class_is_refused_unread():
    with pytest.raises(rosters.ListTooLongError):
        read("Amir\n" * 10_000)


def test_an_edited_list_is_judged_again_and_an_emptied_line_left_out():
    roster = reread([Line(1, "Bea"), Line(2, " bea"), Line(3, " "), Line(4, "bea", keep=False)])
    assert roster.names == ["Bea", "bea"]
    assert [line.number for line in roster.problems] == [2]


@settings(max_examples=200)
@given(st.text(max_size=400), st.integers(0, 5))
def test_whatever_is_pasted_what_stands_as_good_could_be_added(text, column):
    roster = read(text, column=column)
    good = [line.name for line in roster.lines if line.keep and not line.problem]
    assert all(rosters.problem_of(name) == "" and rosters.tidy(name) == name for name in good)
    assert len({rosters.key(name) for name in good}) == len(good)
    assert reread(roster.lines).lines == roster.lines


class TestPages:
    """The same through the pages, without JavaScript."""

    @pytest.fixture
    def add(self, ana_client, class_4b):
        """Send the page's form; returns the page, or where it leads."""

        def send(step: str, **fields: str):
            return ana_client.post(reverse("roster", args=[class_4b.pk]), {"step": step, **fields})

        return send

    def test_pasting_shows_the_names_to_look_over_and_adds_nothing(self, add):
        page = add("check", text="Eli\nFay").content.decode()
        assert "2 names found" in page
        assert 'name="name-2" value="Fay"' in page
        assert Student.objects.count() == 4

    def test_the_looked_over_names_are_added(self, add, class_4b):
        fields = {"name-1": "Eli", "keep-1": "on", "name-2": "Fay S.", "keep-2": "on", "name-3": "Name"}
        assert add("add", **fields).url == reverse("class", args=[class_4b.pk])
        assert rosters.names_in(class_4b) == ["Amir", "Bea", "Chen", "Dana", "Eli", "Fay S."]

    def test_one_bad_name_keeps_all_out_and_nothing_typed_is_lost(self, add):
        fields = {"text": "Eli\nbea", "name-1": "Eli", "keep-1": "on", "name-2": "bea", "keep-2": "on"}
        page = add("add", **fields).content.decode()
        assert "<title>Error: " in page
        assert '<a href="#name-2">Line 2: bea is in this class already.</a>' in page
        assert 'value="Eli"' in page
        assert 'name="text" value="Eli\nbea"' in page
        assert Student.objects.count() == 4

    def test_nothing_ticked_adds_nothing(self, add):
        assert "Tick at least one name" in add("add", **{"name-1": "Eli"}).content.decode()

    def test_more_than_sixty_must_be_meant(self, add):
        fields = {f"{field}-{n}": f"Student {n}" for n in range(61) for field in ("name", "keep")}
        assert "Yes, add 61 students" in add("add", **fields).content.decode()
        assert Student.objects.count() == 4
        add("add", many="on", **fields)
        assert Student.objects.count() == 65

    def test_a_full_class_takes_nobody_more(self, add, class_4b):
        Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {n}") for n in range(296))
        page = add("add", **{"name-1": "Eli", "keep-1": "on"}).content.decode()
        assert "A class has room for 300 students" in page
        assert Student.objects.count() == 300

    def test_ten_thousand_lines_get_a_clear_answer_and_stay_in_the_box(self, add):
        page = add("check", text="Amir\n" * 10_000).content.decode()
        assert "There are 10000 lines" in page
        assert page.count("Amir\n") == 10_000
        assert Student.objects.count() == 4

    def test_a_list_of_control_characters_gets_a_clear_answer(self, add):
        page = add("check", text="\x00\x01\n\x02").content.decode()
        assert page.count("invisible characters") == 2
        assert Student.objects.count() == 4

    @pytest.mark.parametrize("text", ["", " \n\t\n"])
    def test_an_empty_box_asks_for_a_name(self, add, text):
        assert "Paste at least one name" in add("check", text=text).content.decode()

    @pytest.mark.parametrize("column", ["-1", "9" * 5000, "²", "x", "7"])
    def test_a_column_that_is_not_there_is_the_first(self, add, column):
        page = add("check", text="Eli,1\nFay,2", column=column).content.decode()
        assert 'value="Eli"' in page

    def test_more_than_the_server_takes_is_refused_in_words(self, add):
        answer = add("check", text="Amir\n" * 500_000)
        assert answer.status_code == 400
        assert "too much at once" in answer.content.decode()

    def test_a_form_with_thousands_of_fields_is_refused_in_words(self, add):
        answer = add("add", **{f"name-{n}": "Eli" for n in range(2_000)})
        assert answer.status_code == 400
        assert "too much at once" in answer.content.decode()

    def test_a_name_with_markup_is_shown_as_text(self, add):
        assert "<b>Eli" not in add("check", text="<b>Eli").content.decode()


def test_a_name_that_came_meanwhile_lets_none_in(class_4b):
    with pytest.raises(rosters.NameTakenError):
        rosters.add_students(classroom=class_4b, names=["Eli", "amir"])
    assert rosters.names_in(class_4b) == ["Amir", "Bea", "Chen", "Dana"]


def test_adding_sixty_students_asks_the_database_as_often_as_adding_one(class_4b, django_assert_max_num_queries):
    with django_assert_max_num_queries(5):
        rosters.add_students(classroom=class_4b, names=[f"Student {n}" for n in range(60)])


def test_a_student_is_renamed(ana_client, class_4b, bea):
    ana_client.post(reverse("student_rename", args=[bea.pk]), {"name": "Bea S."})
    assert "Bea S." in rosters.names_in(class_4b)


def test_a_student_never_gets_a_classmates_name(ana_client, class_4b, bea):
    page = ana_client.post(reverse("student_rename", args=[bea.pk]), {"name": "AMIR"}).content.decode()
    assert "AMIR is in this class already." in page
    assert "Bea" in rosters.names_in(class_4b)


def test_removing_a_student_asks_first_then_takes_the_name_from_old_tables_too(ana_client, class_4b, bea, lesson):
    sessions.end(session=lesson)
    page = reverse("student_remove", args=[bea.pk])
    assert "Remove Bea from 4B?" in ana_client.get(page).content.decode()
    assert ana_client.post(page).url == reverse("class", args=[class_4b.pk])
    assert rosters.names_in(class_4b) == ["Amir", "Chen", "Dana"]
    assert set(Seat.objects.values_list("name", flat=True)) == {"Amir", "Former student"}


def test_a_student_who_may_be_playing_is_not_removed(ana_client, bea, lesson):
    answer = ana_client.post(reverse("student_remove", args=[bea.pk]))
    assert answer.status_code == 409
    assert Student.objects.filter(pk=bea.pk).exists()

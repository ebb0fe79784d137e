"""Settings that are one child's alone: they hold, they are named in the attempts, and no classmate ever sees them."""

import pytest
from django.urls import reverse

from classroom.models import Attendance
from classroom.sessions import accommodations, lifecycle, seating, summary
from game.around_the_corner import screens
from game.around_the_corner.presentation import GAME
from game.live.table import LiveTable
from game.models import Table
from game.rules import Event
from game.rules import around_the_corner as rules
from tests.classroom.conftest import open_lobby
from tests.conftest import seated, words

ALL = {"clock": "2", "wrong_pause": "3000", "hints": "yes", "delay": "5000", "big": "on", "calm": "on"}


def saves(client, student, **fields):
    return client.post(reverse("student_needs", args=[student.pk]), fields)


def live_of(table: Table) -> LiveTable:
    return LiveTable(table, list(table.seats.all()), table.rounds.get())


@pytest.fixture
def table(ana_client, class_4b, bea) -> LiveTable:
    """Bea, with all settings there are, and Amir, with none."""
    saves(ana_client, bea, **ALL)
    session = open_lobby(class_4b)
    for name in ("Amir", "Bea"):
        lifecycle.arrive(session=session, student=class_4b.students.get(name=name))
    lifecycle.start(session=session)
    return live_of(Table.objects.get())


def seat_of(table: LiveTable, name: str) -> int:
    return table.names.index(name)


def after_go(table: LiveTable) -> rules.Position:
    return rules.apply(table.round.position, Event("go", at=1_000_000))


def test_what_is_saved_is_only_what_is_not_as_for_everybody(ana_client, bea):
    saves(ana_client, bea, clock="0", calm="on")
    bea.refresh_from_db()
    assert bea.needs == {"clock": 0, "calm": True}
    saves(ana_client, bea)
    bea.refresh_from_db()
    assert bea.needs == {}


def test_no_hints_is_a_setting_too_and_stands_in_the_form_again(ana_client, bea):
    saves(ana_client, bea, hints="no")
    bea.refresh_from_db()
    assert bea.needs == {"hints": False}
    form = ana_client.get(reverse("student_needs", args=[bea.pk])).context["form"]
    assert [form[name].value() for name in ("hints", "clock", "calm")] == ["no", "", None]


@pytest.mark.parametrize(
    "nonsense", [{"clock": "-3"}, {"wrong_pause": "x"}, {"hints": "maybe"}, {"delay": "999999999"}]
)
def test_nonsense_is_refused_in_words_and_changes_nothing(ana_client, bea, nonsense):
    answer = saves(ana_client, bea, **nonsense)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()
    bea.refresh_from_db()
    assert bea.needs == {}


def test_a_wait_of_ones_own_and_a_later_start_hold_for_one_seat_only(table):
    bea, amir = seat_of(table, "Bea"), seat_of(table, "Amir")
    position = after_go(table)
    assert (position.paused_until[bea], position.paused_until[amir]) == (1_005_000, 0)
    for seat, pause in ((bea, 3000), (amir, 1500)):
        wrong = rules.apply(position, Event("wrong", seat, 1, 1, 2_000_000))
        assert wrong.paused_until[seat] == 2_000_000 + pause


def test_hints_are_on_the_screen_of_the_one_who_has_them_and_on_no_other(table):
    bea, amir = seat_of(table, "Bea"), seat_of(table, "Amir")
    table.round.position = after_go(table)
    assert table.view(bea).view.answers
    assert table.view(amir).view.answers is None
    assert table.view(None).view.answers is None


def test_no_other_page_says_that_somebody_has_settings(table):
    bea, amir = seat_of(table, "Bea"), seat_of(table, "Amir")
    assert GAME.page_context(table.view(bea), {})["own"] == "big calm"
    assert GAME.page_context(table.view(amir), {})["own"] == ""
    assert screens.board(table.view(amir)).count("own") == 0


def test_twice_the_time_for_a_turn_is_seen_by_its_player_alone():
    options = {"mode": "turns", "turn_clock": 30_000, "own": {"1": {"clock": 2}}}
    position = rules.apply(rules.deal(options, 2, 5), Event("go", at=0))
    assert (position.turn, position.turn_ends) == (1, 60_000)
    assert rules.view(position, 1).turn_ends == 60_000
    assert rules.view(position, 0).turn_ends == rules.view(position, None).turn_ends == 30_000
    unhurried = rules.deal(options | {"own": {"1": {"clock": 0}}}, 2, 5)
    assert rules.apply(unhurried, Event("go", at=0)).turn_ends is None


@pytest.mark.parametrize("own", [{"9": {}}, {"0": {"delay": -1}}, {"0": {"hints": "on"}}, [1], {"0": 3}])
def test_settings_of_nonsense_are_no_deal(own):
    with pytest.raises(ValueError, match="own"):
        rules.deal({"own": own}, 2, 5)


def test_who_chooses_settings_is_told_who_sees_them(ana_client, bea):
    page = words(ana_client.get(reverse("student_needs", args=[bea.pk])))
    assert "No classmate sees them; reports for teachers name them." in page


def test_the_attendance_names_the_settings_for_the_teacher(table, class_4b):
    session = class_4b.sessions.get()
    own = {one.student.name: one.own for one in summary.attendance(session)}
    assert own["Amir"] == ""
    assert own["Bea"] == ", ".join(accommodations.in_words(class_4b.students.get(name="Bea").needs))
    assert [one.played for one in summary.attendance(session)] == [True, True, False, False]


def test_the_set_up_says_how_many_children_have_settings(ana_client, class_4b, bea):
    saves(ana_client, bea, big="on")
    page = ana_client.get(reverse("session_new", args=[class_4b.pk])).content.decode()
    assert "1 child keeps their own settings." in page


@pytest.mark.django_db(transaction=True)
def test_one_key_is_on_the_page_of_the_one_who_has_it_and_on_no_other(ana_client, bea_client, lesson, bea):
    saves(ana_client, bea, scan="1000")
    amir = seated(Attendance.objects.get(session=lesson, student__name="Amir"))
    table = reverse("table", args=[Table.objects.get().code])
    assert 'id="scan" data-step="1000"' in bea_client.get(table).content.decode()
    assert "scan" not in amir.get(table).content.decode()
    assert accommodations.in_words({"scan": 1000}) == ["one key"]


@pytest.mark.django_db(transaction=True)
def test_resting_is_on_the_pages_of_the_one_who_presses_so_and_on_no_other(ana_client, bea_client, lesson, bea):
    saves(ana_client, bea, dwell="1000")
    amir = seated(Attendance.objects.get(session=lesson, student__name="Amir"))
    table = reverse("table", args=[Table.objects.get().code])
    for page in (table, reverse("my_page")):
        assert 'id="scan" data-rest="1000"' in bea_client.get(page).content.decode()
        assert "dwell" not in amir.get(page).content.decode()
    assert accommodations.in_words({"dwell": 1000}) == ["presses by resting"]


def test_one_child_presses_in_one_way(ana_client, bea):
    answer = saves(ana_client, bea, scan="1000", dwell="1000")
    assert "Choose one key or resting, not both." in answer.content.decode()
    bea.refresh_from_db()
    assert bea.needs == {}


def test_the_next_table_knows_the_settings_too(table, class_4b, bea):
    seating.with_options(class_4b.sessions.get(), alone="computer")
    change = seating.reseat(table.code, {class_4b.students.get(name="Amir").pk}, lambda player: True)
    bea.refresh_from_db()
    assert change
    assert change.table
    assert change.table.options["own"] == {"0": bea.needs}


def lesson_of(class_4b, **options) -> list[Table]:
    """Four children at tables of two, Bea among them."""
    session = open_lobby(class_4b)
    session.options |= options
    session.save()
    for student in class_4b.students.all()[:4]:
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    return list(Table.objects.order_by("number"))


def test_in_a_race_the_table_of_a_child_whom_racing_frightens_plays_together(ana_client, class_4b, bea):
    saves(ana_client, bea, sun="yes", clock="2")
    tables = lesson_of(class_4b)
    modes = {"Bea" in [seat.name for seat in table.seats.all()]: table.rounds.get().options["mode"] for table in tables}
    assert modes == {True: "sun", False: "race"}
    together = next(table for table in tables if table.options["mode"] == "sun")
    assert list(together.options["own"].values()) == [{"clock": 2}]
    assert accommodations.in_words({"sun": True}) == ["against the sun"]


def test_where_nobody_races_the_table_of_that_child_plays_as_the_others(ana_client, class_4b, bea):
    saves(ana_client, bea, sun="yes")
    assert {table.options["mode"] for table in lesson_of(class_4b, mode="turns")} == {"turns"}

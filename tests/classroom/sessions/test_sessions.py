"""A class session: opened, started, ended, repeated."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from classroom.joining import waiting_page
from classroom.models import Attendance, ClassSession, Student
from classroom.sessions import lifecycle, seating
from classroom.sessions.games import catalogue
from game.models import Round, Table
from game.screens.options import key_of
from tests.classroom.conftest import open_lobby
from tests.classroom.logged import log

AroundTheCornerForm = catalogue.of("around_the_corner").form

SETTINGS = {"table_size": "3", "corner": "no", "steps": ["1", "3"], "wrong_pause": "500", "away": "fold"}

AS_USUAL = {"tables": "random", "alone": "merge", "together": "none"}
AMONG_CHILDREN = {"computers": "none", "computer_level": "steady", "same_deal": False, "cheering": False} | AS_USUAL
AMONG_CHILDREN |= {"lesson_rounds": 3}


def all_come(session: ClassSession) -> list[Attendance]:
    return [lifecycle.arrive(session=session, student=student) for student in session.classroom.students.all()]


def who_sits_together(session: ClassSession) -> list[list[str]]:
    tables = Table.objects.filter(seats__sitting__session=session).distinct().order_by("number")
    return [[seat.name for seat in table.seats.all()] for table in tables]


# Start


def test_a_start_seats_everybody_who_came_and_deals_a_round_at_each_table(lobby_4b):
    all_come(lobby_4b)
    assert lifecycle.start(session=lobby_4b)
    assert lobby_4b.state == ClassSession.State.PLAYING
    assert sorted(sum(who_sits_together(lobby_4b), [])) == ["Amir", "Bea", "Chen", "Dana"]
    assert Round.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_double_click_on_start_seats_nobody_twice(lobby_4b):
    all_come(lobby_4b)

    def press(_: int) -> bool:
        try:
            return lifecycle.start(session=ClassSession.objects.get(pk=lobby_4b.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as presses:
        assert Counter(presses.map(press, range(4))) == {True: 1, False: 3}
    assert Table.objects.count() == 2
    assert lobby_4b.sittings.count() == 4


def test_a_start_alone_is_refused_in_words_and_the_lobby_stays_open(ana_client, lobby_4b, bea):
    lifecycle.arrive(session=lobby_4b, student=bea)
    answer = ana_client.post(reverse("session_start", args=[lobby_4b.pk]), follow=True)
    assert "You need at least two" in answer.content.decode()
    lobby_4b.refresh_from_db()
    assert lobby_4b.state == ClassSession.State.LOBBY
    assert Table.objects.count() == 0


def test_who_comes_late_waits_without_a_seat(lobby_4b, bea):
    for name in ("Amir", "Chen"):
        lifecycle.arrive(session=lobby_4b, student=Student.objects.get(name=name))
    lifecycle.start(session=lobby_4b)
    lifecycle.arrive(session=lobby_4b, student=bea)
    assert sum(who_sits_together(lobby_4b), []).count("Bea") == 0


# End and again


def test_an_end_closes_every_table_and_the_door(lesson, bea):
    assert lifecycle.end(session=lesson)
    assert not lifecycle.end(session=lesson)
    assert not Table.objects.filter(closed_at=None).exists()
    with pytest.raises(lifecycle.Closed):
        lifecycle.arrive(session=lesson, student=bea)


def test_again_keeps_tables_code_settings_and_devices(lobby_4b):
    devices = {attendance.student_id: attendance.device for attendance in all_come(lobby_4b)}
    lifecycle.start(session=lobby_4b)
    lifecycle.end(session=lobby_4b)
    following = lifecycle.again(session=lobby_4b, same_tables=True)
    assert who_sits_together(following) == who_sits_together(lobby_4b)
    assert (following.code, following.options, following.previous) == (lobby_4b.code, lobby_4b.options, lobby_4b)
    assert dict(following.attendances.values_list("student", "device")) == devices


def test_again_pressed_twice_makes_one_session(ana_client, lesson):
    lifecycle.end(session=lesson)
    again = reverse("session_again", args=[lesson.pk])
    first, second = (ana_client.post(again, {"tables": "same"}) for _ in range(2))
    assert first.url == second.url
    assert ClassSession.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_between_two_sessions_nobody_counts_as_away(ana_client, lesson):
    lifecycle.end(session=lesson)
    lesson.attendances.update(arrived_at=timezone.now() - timedelta(minutes=20))
    ana_client.post(reverse("session_again", args=[lesson.pk]), {"tables": "same"})
    assert ClassSession.objects.latest("pk").sittings.count() == 2


def test_again_seats_who_was_too_late_before(lesson):
    for name in ("Chen", "Dana"):
        lifecycle.arrive(session=lesson, student=Student.objects.get(name=name))
    lifecycle.end(session=lesson)
    tables = who_sits_together(lifecycle.again(session=lesson, same_tables=True))
    assert [sorted(table) for table in tables] == [["Amir", "Bea"], ["Chen", "Dana"]]


def test_new_tables_open_a_lobby_in_which_everybody_is_in_already(ana_client, lesson):
    lifecycle.end(session=lesson)
    page = ana_client.post(reverse("session_again", args=[lesson.pk]), {"tables": "new"}, follow=True)
    assert "<strong>2</strong> of 4 are in" in page.content.decode()


def test_the_end_page_tells_in_numbers_what_happened(ana_client, lesson):
    table_round = Round.objects.get()
    log(table_round, ("start", None), ("go", None))
    log(table_round, *((kind, 0) for kind in ("played", "played", "wrong", "beaten", "finished")))
    lifecycle.end(session=lesson)
    words = " ".join(ana_client.get(reverse("session", args=[lesson.pk])).content.decode().split())
    assert "2 students played at 1 table, 1 minute." in words
    assert "Together they placed 3 cards in 1 round." in words
    assert "1 of them was a last card, which needs no sum." in words
    assert "Play again, same tables" in words


# Set-up


def test_the_set_up_keeps_what_the_teacher_chose(ana_client, class_4b):
    answer = ana_client.post(reverse("session_new", args=[class_4b.pk]), SETTINGS)
    opened = ClassSession.objects.get()
    assert answer.url == reverse("session", args=[opened.pk])
    assert opened.table_size == 3
    usual = {option.name: option.usual for option in catalogue.of(opened.game).options}
    chosen = {"corner": False, "steps": [1, 3], "wrong_pause": 500, "away": "fold", "away_limit": 60_000}
    assert opened.options == AMONG_CHILDREN | usual | chosen


def test_the_last_settings_are_chosen_already(ana_client, class_4b):
    ana_client.post(reverse("session_new", args=[class_4b.pk]), SETTINGS)
    lifecycle.end(session=ClassSession.objects.get())
    form = ana_client.get(reverse("session_new", args=[class_4b.pk])).context["form"]
    chosen = {"table_size": 3, "corner": "no", "steps": ["1", "3"], "wrong_pause": "500", "away": "fold"}
    usual = {option.name: key_of(option.usual) for option in catalogue.of("around_the_corner").options}
    assert form.initial == AMONG_CHILDREN | usual | {"same_deal": "no", "cheering": "no", "lesson_rounds": "3"} | chosen


def test_turns_have_a_clock_and_hints_if_the_teacher_wants_them(class_4b):
    form = AroundTheCornerForm(SETTINGS | {"mode": "turns", "turn_clock": "60000", "hints": "no"})
    assert form.is_valid(), form.errors
    options = form.options()
    assert (options["mode"], options["turn_clock"], options["hints"]) == ("turns", 60_000, False)
    raced = AroundTheCornerForm(SETTINGS | {"mode": "race", "turn_clock": "60000"})
    assert raced.is_valid()
    assert raced.options()["turn_clock"] == 0


def test_plus_alone_brings_the_corner(class_4b):
    form = AroundTheCornerForm(SETTINGS | {"mode": "race", "highest": "5", "only_plus": "yes"})
    assert form.is_valid(), form.errors
    options = form.options()
    assert (options["highest"], options["only_plus"], options["corner"]) == (5, True, True)
    before = AroundTheCornerForm.chosen_before(options)
    assert (before["highest"], before["only_plus"], before["corner"]) == ("5", "yes", "yes")


NONSENSE = [
    {"steps": []}, {"table_size": "1"}, {"wrong_pause": "-5"}, {"away": "dance"}, {"mode": "chess"},
    {"turn_clock": "7"}, {"turn_clock": "soon"}, {"hints": "maybe"}, {"highest": "7"}, {"only_plus": "minus"},
]  # fmt: skip


@pytest.mark.parametrize("spoilt", NONSENSE)
def test_a_set_up_that_makes_no_sense_is_refused_in_words(ana_client, class_4b, spoilt):
    answer = ana_client.post(reverse("session_new", args=[class_4b.pk]), SETTINGS | spoilt)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()
    assert not ClassSession.objects.exists()


def test_a_session_of_one_step_can_start(class_4b):
    form = AroundTheCornerForm(SETTINGS | {"steps": ["2"]})
    assert form.is_valid()
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options=form.options(), table_size=2)
    all_come(session)
    assert lifecycle.start(session=session)


def test_a_class_has_one_session_open_at_a_time(ana_client, lobby_4b, class_4b):
    with pytest.raises(lifecycle.AlreadyOpen) as refused:
        open_lobby(class_4b)
    assert refused.value.session == lobby_4b
    assert ana_client.post(reverse("session_new", args=[class_4b.pk]), SETTINGS).url == f"/sessions/{lobby_4b.pk}/"


# Pages


def test_the_projector_shows_what_all_did_together_and_nobodys_name_while_they_play(ana_client, lesson):
    log(Round.objects.get(), ("go", None), ("played", 0))
    page = ana_client.get(reverse("session_screen", args=[lesson.pk])).content.decode()
    assert "card placed together" in page
    assert "Bea" not in page
    harmless = (
        '<button class="button" type="button" data-try-now>',
        '<button class="sound"',
        '<button class="sound music"',
        '<button class="button primary" name="screen"',
        '<button class="button quiet" formaction="/sessions/',
    )
    assert page.count("<button") == sum(page.count(button) for button in harmless)


def test_the_qr_code_on_the_servers_own_screen_names_an_address_the_room_can_reach(ana_client, lobby_4b):
    context = ana_client.get(reverse("session_screen", args=[lobby_4b.pk]), headers={"host": "localhost:8000"}).context
    assert context["address"].endswith(":8000/join")
    assert not context["address"].startswith("localhost")


def test_the_history_asks_the_database_as_often_for_ten_sessions_as_for_one(
    ana_client, class_4b, django_assert_max_num_queries
):
    for _ in range(10):
        session = open_lobby(class_4b)
        all_come(session)
        lifecycle.start(session=session)
        lifecycle.end(session=session)
    with django_assert_max_num_queries(5):
        page = ana_client.get(reverse("class_sessions", args=[class_4b.pk]))
    assert page.content.decode().count('<th scope="row"') == 10


def test_the_history_begins_with_the_newest_session(ana_client, class_4b):
    opened: list[ClassSession] = []
    for _ in range(3):
        opened.insert(0, open_lobby(class_4b))
        lifecycle.end(session=opened[0])
    assert list(ana_client.get(reverse("class_sessions", args=[class_4b.pk])).context["sessions"]) == opened


def test_the_lobby_asks_the_database_as_often_for_a_large_class(ana_client, class_4b, django_assert_max_num_queries):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {n}") for n in range(40))
    session = open_lobby(class_4b)
    all_come(session)
    with django_assert_max_num_queries(8):
        ana_client.get(reverse("session", args=[session.pk]))


def test_in_solo_one_child_is_enough_and_who_comes_late_begins_at_once(class_4b):
    options = {"mode": "solo", "corner": True, "steps": [1], "away": "wait", "computers": "none"}
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options=options, table_size=4)
    amir, bea = class_4b.students.filter(name__in=("Amir", "Bea")).order_by("name")
    lifecycle.arrive(session=session, student=amir)
    assert lifecycle.start(session=session)
    assert waiting_page.table_url(session, bea.pk) is None
    lifecycle.arrive(session=session, student=bea)
    lifecycle.arrive(session=session, student=bea)
    sat = [(table.number, [seat.name for seat in table.seats.all()]) for table in seating.tables_of(session)]
    assert sat == [(1, ["Amir"]), (2, ["Bea"])]
    assert waiting_page.table_url(session, bea.pk)


def test_solo_is_chosen_at_set_up_and_knows_no_computers(class_4b):
    chosen = {"mode": "solo", "table_size": "4", "corner": "no", "steps": ["1"], "wrong_pause": "0", "away": "computer"}
    form = AroundTheCornerForm(chosen | {"computers": "fill"})
    assert form.is_valid(), form.errors
    kept = form.options()
    assert (kept["mode"], kept["computers"], kept["away"], kept["corner"]) == ("solo", "none", "wait", False)

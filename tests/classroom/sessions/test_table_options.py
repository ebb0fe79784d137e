"""One table plays otherwise: chosen by hand, laid, joined later, played again, counted and taken home as it is."""

import pytest
from django.urls import reverse

from classroom.homework import from_session
from classroom.models import Classroom, ClassSession, Student
from classroom.sessions import lifecycle, seating, table_options
from classroom.sessions.table_options import BY_TABLE
from game.models import Round, Table
from tests.classroom.conftest import open_lobby
from tests.conftest import make_class

HERE = lambda player: True  # noqa: E731 -- everybody is at a device
EASY = {"steps": [1], "corner": False, "hints": True}
SEATS = {"Ada": 1, "Ben": 1, "Cleo": 2, "Dan": 2}


@pytest.fixture
def classroom(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "6A", ["Ada", "Ben", "Cleo", "Dan", "Eva"])


@pytest.fixture
def lobby(classroom) -> ClassSession:
    """Ada and Ben are meant for table 1, Cleo and Dan for table 2, which plays with ±1 only."""
    session = open_lobby(classroom, table_size=3)
    for student in classroom.students.exclude(name="Eva"):
        lifecycle.arrive(session=session, student=student)
    seating.choose(session, {student.pk: SEATS[student.name] for student in classroom.students.exclude(name="Eva")})
    seating.with_options(session, tables="hand", **{BY_TABLE: {"2": EASY}})
    return session


def table_of(session: ClassSession, name: str) -> Table:
    return Table.objects.get(seats__sitting__in=session.sittings.filter(student__name=name, left_at=None))


def own_of(session: ClassSession, name: str) -> dict[str, object]:
    options = table_of(session, name).options
    return {option: options[option] for option in EASY if option in options}


def child(session: ClassSession, name: str) -> Student:
    return session.classroom.students.get(name=name)


def test_the_options_of_a_table_are_in_its_rounds_and_in_those_of_no_other(lobby):
    lifecycle.start(session=lobby)
    assert own_of(lobby, "Cleo") == EASY
    assert own_of(lobby, "Ada") == {"steps": [1, 2, 3], "corner": True}
    played = Round.objects.get(table=table_of(lobby, "Cleo"))
    assert (played.options["steps"], played.options["corner"]) == ([1], False)
    assert BY_TABLE not in played.options


def test_one_table_may_play_from_one_to_five_with_plus_alone(lobby):
    seating.with_options(lobby, tables="hand", **{BY_TABLE: {"2": {"highest": 5, "only_plus": True}}})
    lifecycle.start(session=lobby)
    at_two, at_one = (table_of(lobby, name).rounds.get().options for name in ("Cleo", "Ada"))
    assert (at_two["highest"], at_two["only_plus"]) == (5, True)
    assert not {"highest", "only_plus"} & at_one.keys()


def test_who_comes_later_plays_as_the_table_does(lobby):
    lifecycle.start(session=lobby)
    lifecycle.arrive(session=lobby, student=child(lobby, "Eva"))
    seating.reseat(table_of(lobby, "Dan").code, set(), HERE)
    assert own_of(lobby, "Eva") == EASY
    assert table_of(lobby, "Eva") == table_of(lobby, "Dan")


def test_who_plays_alone_until_then_leaves_the_lesson_as_it_is(lobby):
    lifecycle.start(session=lobby)
    eva = child(lobby, "Eva")
    lifecycle.arrive(session=lobby, student=eva)
    seating.move(session=lobby, student=eva, to=2)
    assert lifecycle.sit_alone(session=lobby, student=eva)
    assert table_of(lobby, "Eva").options["mode"] == "solo"
    lobby.refresh_from_db()
    assert not seating.plays_alone(lobby)
    assert own_of(lobby, "Eva") == EASY


def test_who_leaves_the_table_plays_as_the_others_do(lobby):
    lifecycle.start(session=lobby)
    seating.move(session=lobby, student=child(lobby, "Dan"), to=1)
    seating.reseat(table_of(lobby, "Ada").code, set(), HERE)
    assert own_of(lobby, "Dan") == {"steps": [1, 2, 3], "corner": True}


def test_the_options_go_with_the_children_where_an_earlier_table_stays_empty(lobby):
    away = {child(lobby, name).pk for name in ("Ada", "Ben")}
    lifecycle.start(session=lobby, away=away)
    assert table_of(lobby, "Cleo").number == 1
    assert own_of(lobby, "Cleo") == EASY
    lobby.refresh_from_db()
    assert lobby.options[BY_TABLE] == {"1": EASY}


def test_the_same_tables_play_so_again_and_a_new_lesson_begins_without(lobby, ana_client):
    lifecycle.start(session=lobby)
    lifecycle.end(session=lobby)
    following = lifecycle.again(session=lobby, same_tables=True)
    assert own_of(following, "Cleo") == EASY
    assert own_of(following, "Ada") == {"steps": [1, 2, 3], "corner": True}
    lifecycle.end(session=following)
    ana_client.post(reverse("session_as_last_time", args=[lobby.classroom_id]))
    assert BY_TABLE not in ClassSession.objects.exclude(state="ended").get().options


def test_a_table_taken_home_is_the_one_that_was_played(lobby):
    lifecycle.start(session=lobby)
    dealt = Round.objects.get(table=table_of(lobby, "Cleo"))
    assert table_options.at_home(dealt) == EASY
    assert BY_TABLE in from_session.NOT_AT_HOME


def test_a_plan_that_comes_after_the_start_changes_nothing(lobby):
    """Another teacher has pressed Start while this one looked at the plan."""
    before = ClassSession.objects.get(pk=lobby.pk)
    lifecycle.start(session=lobby)
    with pytest.raises(lifecycle.Closed):
        lifecycle.keep_plan(session=before, chosen={child(lobby, "Ada").pk: 2}, by_table={})
    lobby.refresh_from_db()
    assert lobby.options[BY_TABLE] == {"2": EASY}
    assert not lobby.attendances.exclude(table=None).exists()


# The page


def posts(browser, session: ClassSession, **chosen: str):
    seats = {f"student_{child(session, name).pk}": number for name, number in SEATS.items()}
    return browser.post(reverse("session_tables", args=[session.pk]), {**seats, "numbers": ["1", "2"], **chosen})


def test_the_page_offers_what_a_table_may_have_and_keeps_it(ana_client, lobby):
    page = ana_client.get(reverse("session_tables", args=[lobby.pk])).content.decode()
    assert "±1, no corner, with hints" in " ".join(page.split())
    posts(ana_client, lobby, table_1_steps="12", table_2_corner="no")
    lobby.refresh_from_db()
    assert lobby.options[BY_TABLE] == {"1": {"steps": [1, 2]}, "2": {"corner": False}}


def test_nonsense_is_refused_and_changes_nothing(ana_client, lobby):
    assert posts(ana_client, lobby, table_1_steps="9").status_code == 422
    assert posts(ana_client, lobby, numbers="any").status_code == 302
    lobby.refresh_from_db()
    assert lobby.options[BY_TABLE] == {}


def test_a_game_asks_for_none_but_its_own_choices(ana_client, classroom):
    session = lifecycle.open_session(classroom=classroom, game="nine_to_nothing", options={}, table_size=2)
    for student in classroom.students.all():
        lifecycle.arrive(session=session, student=student)
    page = ana_client.get(reverse("session_tables", args=[session.pk])).content.decode()
    assert "table_1_highest" in page
    assert "table_1_steps" not in page

"""Who sits together: by level, by hand, and from one deal to the next."""

import re

import pytest
from django.urls import reverse

from classroom.models import Attendance, Classroom, ClassSession, Student
from classroom.sessions import lifecycle, seating
from classroom.sessions.seat_plan.page import _few_data
from classroom.sessions.seating import grouping, proposals
from game.models import Attempt, Round, Table
from tests.classroom.conftest import open_lobby
from tests.conftest import make_class

HERE = lambda player: True  # noqa: E731 -- everybody is at a device
NOBODY: frozenset[int] = frozenset()


def came(session: ClassSession, *names: str) -> list[Student]:
    students = list(session.classroom.students.filter(name__in=names) if names else session.classroom.students.all())
    for student in students:
        lifecycle.arrive(session=session, student=student)
    return students


def sits(session: ClassSession) -> list[tuple[int, list[str]]]:
    return [
        (table.number, [seat.name for seat in table.seats.all() if hasattr(seat, "sitting")])
        for table in seating.open_tables(session)
    ]


@pytest.fixture
def six(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "6A", ["Ada", "Ben", "Cleo", "Dan", "Eva", "Fin"])


@pytest.fixture
def two_tables(six) -> ClassSession:
    """Ada and Ben at table 1, Cleo, Dan and Eva at table 2; Fin has not come yet."""
    session = open_lobby(six, table_size=3)
    came(session, "Ada", "Ben", "Cleo", "Dan", "Eva")
    chosen = {"Ada": 1, "Ben": 1, "Cleo": 2, "Dan": 2, "Eva": 2}
    seating.choose(session, {student.pk: chosen[student.name] for student in six.students.exclude(name="Fin")})
    seating.with_options(session, tables="hand")
    lifecycle.start(session=session)
    return session


def table(session: ClassSession, number: int) -> Table:
    return next(one for one in seating.open_tables(session) if one.number == number)


def named(session: ClassSession, name: str) -> Student:
    return session.classroom.students.get(name=name)


# By level


LEVELS = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.0}


def test_similar_levels_are_neighbours_and_mixed_ones_are_spread():
    similar = grouping.similar_groups("dbca", LEVELS, 2)
    assert [set(group) for group in similar] == [{"a", "b"}, {"c", "d"}]
    mixed = grouping.mixed_groups("dbca", LEVELS, 2)
    assert [set(group) for group in mixed] == [{"a", "d"}, {"b", "c"}]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_by_level_nobody_sits_alone_and_everybody_once(size):
    for people in range(2, 30):
        ranks = {person: float(person) for person in range(people)}
        for made in (
            grouping.similar_groups(range(people), ranks, size),
            grouping.mixed_groups(range(people), ranks, size),
        ):
            assert sorted(person for group in made for person in group) == list(range(people))
            assert all(2 <= len(group) <= max(3, size) for group in made)


def test_whose_level_is_not_known_sits_in_the_middle():
    similar = grouping.similar_groups("axb", {"a": 5.0, "b": -5.0}, 3)
    assert set(similar[0]) == {"a", "x", "b"}
    assert grouping.similar_groups("axbc", {"a": 5.0, "b": 0.0, "c": -5.0}, 2)[1][-1] == "c"


def answers(student: Student, right: bool, count: int, round_row: Round) -> None:
    Attempt.objects.bulk_create(
        Attempt(
            round=round_row, seat=0, player=student.pk, top=n + 1, top_number=n % 10 + 1, top_step=1, corner=True,
            mode="race", directions="+", opponents=1, ending="C" if right else "W", started_at=n * 1000,
            milliseconds=1500, timed=True, stratum="+1",
        )
        for n in range(count)
    )  # fmt: skip


def test_a_level_needs_enough_answers_and_rises_with_right_ones(two_tables):
    played = Round.objects.first()
    ada, ben, cleo = (named(two_tables, name) for name in ("Ada", "Ben", "Cleo"))
    answers(ada, True, 30, played)
    answers(ben, False, 30, played)
    answers(cleo, True, proposals.ENOUGH - 1, played)
    found = proposals.levels_of([ada, ben, cleo])
    assert set(found) == {ada.pk, ben.pk}
    assert found[ada.pk] > found[ben.pk]
    assert _few_data([ada, ben, cleo]).startswith("The level of 1 child is not known yet")


def test_the_page_says_when_levels_rest_on_little(ana_client, lobby_4b):
    came(lobby_4b)
    page = ana_client.get(reverse("session_tables", args=[lobby_4b.pk]), {"by": "similar"}).content.decode()
    assert "Nobody has played enough yet to tell levels." in page
    assert "2 tables of 2" in page


def test_each_child_stands_under_its_table_and_who_has_none_comes_last(ana_client, six):
    session = open_lobby(six)
    came(session)
    post_tables(ana_client, session, Ada=2, Ben=1, Cleo=1, Dan=2)
    page = ana_client.get(reverse("session_tables", args=[session.pk])).content.decode()
    order = re.findall(r'<h2 id="plan_(\d+)"|name="student_(\d+)"', page)
    named_so = {str(student.pk): student.name for student in six.students.all()}
    said = " ".join(table or named_so[child] for table, child in order)
    assert said == "1 Ben Cleo 2 Ada Dan 0 Eva Fin"


def test_what_no_table_is_called_stays_among_those_without_one(ana_client, six):
    session = open_lobby(six)
    came(session)
    page = post_tables(ana_client, session, Ada="٣", Ben=99).content.decode()
    assert [f'name="student_{student.pk}"' in page for student in six.students.all()] == [True] * 6


# By hand


def test_the_tables_are_laid_as_the_teacher_chose_them(two_tables):
    assert sits(two_tables) == [(1, ["Ada", "Ben"]), (2, ["Cleo", "Dan", "Eva"])]
    assert not Attendance.objects.exclude(table=None).exists()


def post_tables(client, session, **chosen):
    fields = {f"student_{named(session, name).pk}": number for name, number in chosen.items()}
    return client.post(reverse("session_tables", args=[session.pk]), fields)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"Ada": 1, "Ben": 1, "Cleo": 1, "Dan": 1, "Eva": 1, "Fin": 2}, "Table 1 has 5 children."),
        ({"Ada": 1, "Ben": 1, "Cleo": 1, "Dan": 2, "Eva": 3, "Fin": 3}, "Table 2 has one child alone."),
        ({"Ada": 77}, "Choose a table from the list."),
        ({"Ada": "window"}, "Choose a table from the list."),
    ],
)
def test_tables_that_cannot_be_are_refused_in_words_and_stay_as_they_were_typed(ana_client, six, chosen, words):
    session = open_lobby(six)
    came(session)
    answer = post_tables(ana_client, session, **chosen)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not session.attendances.exclude(table=None).exists()


def test_who_has_no_table_fills_the_emptiest_one(ana_client, six):
    session = open_lobby(six, table_size=4)
    came(session)
    assert post_tables(ana_client, session, Ada=1, Ben=1, Cleo=1, Dan=2, Eva=2).status_code == 302
    session.refresh_from_db()
    lifecycle.start(session=session)
    assert [len(names) for _, names in sits(session)] == [3, 3]


def test_tables_cannot_be_chosen_any_more_once_they_play(ana_client, two_tables):
    answer = post_tables(ana_client, two_tables, Ada=2)
    assert answer.url == reverse("session", args=[two_tables.pk])
    assert sits(two_tables)[0] == (1, ["Ada", "Ben"])


# From one deal to the next


def test_who_is_away_at_the_start_is_not_seated_and_waits(six):
    session = open_lobby(six, table_size=3)
    came(session)
    fin = named(session, "Fin")
    lifecycle.start(session=session, away={fin.pk})
    assert "Fin" not in str(sits(session))
    assert [one.student for one in seating.waiting_of(session)] == [fin]


def test_a_table_with_the_same_children_stays(two_tables):
    assert seating.reseat(table(two_tables, 1).code, NOBODY, HERE) is None


def test_who_is_away_at_a_deal_is_left_out_and_comes_in_at_the_next_one(two_tables):
    eva = named(two_tables, "Eva")
    old = table(two_tables, 2)
    change = seating.reseat(old.code, {eva.pk}, HERE)
    assert change
    assert change.table
    assert change.waiting == [eva.pk]
    Table.objects.filter(pk=old.pk).update(closed_at=two_tables.opened_at)
    assert sits(two_tables)[1] == (2, ["Cleo", "Dan"])
    assert [one.number for one in change.table.rounds.all()] == [2]
    assert [one.table for one in seating.waiting_of(two_tables)] == [2]
    back = seating.reseat(change.table.code, NOBODY, HERE)
    assert back
    assert back.moved[-1] == eva.pk


def test_a_late_child_comes_in_where_a_chair_is_free(two_tables):
    came(two_tables, "Fin")
    assert seating.reseat(table(two_tables, 2).code, NOBODY, HERE) is None
    change = seating.reseat(table(two_tables, 1).code, NOBODY, HERE)
    assert change
    assert change.moved[-1] == named(two_tables, "Fin").pk


def test_a_late_child_who_is_not_at_a_device_is_not_dealt_in(two_tables):
    came(two_tables, "Fin")
    assert seating.reseat(table(two_tables, 1).code, NOBODY, lambda player: False) is None


def test_one_child_alone_joins_another_table_at_its_next_deal(two_tables):
    ada, ben = named(two_tables, "Ada"), named(two_tables, "Ben")
    change = seating.reseat(table(two_tables, 1).code, {ben.pk}, HERE)
    assert change
    assert change.table is None
    assert change.waiting == [ada.pk]
    assert Attendance.objects.get(session=two_tables, student=ada).table == 2


def test_one_child_alone_gets_a_computer_if_the_session_says_so(two_tables):
    seating.with_options(two_tables, alone="computer")
    change = seating.reseat(table(two_tables, 1).code, {named(two_tables, "Ben").pk}, HERE)
    assert change
    assert change.table
    assert [bool(seat.computer) for seat in change.table.seats.all()] == [False, True]


def test_a_moved_child_leaves_at_once_and_is_dealt_in_over_there(two_tables):
    eva = named(two_tables, "Eva")
    old = seating.move(session=two_tables, student=eva, to=1)
    assert old == table(two_tables, 2)
    change = seating.reseat(table(two_tables, 1).code, NOBODY, HERE)
    assert change
    assert change.moved[-1] == eva.pk
    assert Attendance.objects.get(session=two_tables, student=eva).table is None


@pytest.mark.parametrize(
    ("name", "to", "words"),
    [
        ("Eva", 9, "Table 9 is not open any more."),
        ("Eva", 2, "Eva sits at table 2 already."),
        ("Fin", 1, "Fin is not in this session."),
    ],
)
def test_a_move_that_cannot_be_says_why(two_tables, name, to, words):
    with pytest.raises(seating.NotThere) as why:
        seating.move(session=two_tables, student=named(two_tables, name), to=to)
    assert why.value.words == words


def test_a_full_table_takes_nobody_and_an_ended_session_moves_nobody(two_tables):
    came(two_tables, "Fin")
    seating.move(session=two_tables, student=named(two_tables, "Fin"), to=2)
    with pytest.raises(seating.NotThere, match="full"):
        seating.move(session=two_tables, student=named(two_tables, "Ada"), to=2)
    lifecycle.end(session=two_tables)
    with pytest.raises(seating.NotThere, match="not running"):
        seating.move(session=two_tables, student=named(two_tables, "Ada"), to=2)


def test_attempts_of_a_table_that_was_left_stay_in_the_reports(two_tables):
    eva, code = named(two_tables, "Eva"), table(two_tables, 2).code
    seating.move(session=two_tables, student=eva, to=1)
    assert two_tables.sittings.filter(student=eva, seat__table__code=code).exclude(left_at=None).exists()


def test_those_who_wait_can_get_a_table_of_their_own(two_tables):
    for name in ("Eva", "Ben"):
        seating.clear(two_tables, table(two_tables, {"Eva": 2, "Ben": 1}[name]))
    seated = seating.seat_waiting(two_tables, HERE)
    assert len(seated) == 5
    assert all(number > 2 for number, _ in sits(two_tables))

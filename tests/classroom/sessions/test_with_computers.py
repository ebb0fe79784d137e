"""Sessions with computers at the tables, and with the same deal at every table."""

import pytest

from classroom.models import Classroom, ClassSession
from classroom.sessions import lifecycle, seating
from classroom.sessions.games import catalogue
from classroom.sessions.seating import grouping
from game.models import Round, Table

AroundTheCornerForm = catalogue.of("around_the_corner").form

SETTINGS = {"table_size": "3", "corner": "yes", "steps": ["1", "2"], "wrong_pause": "500", "away": "computer"}


def session_of(classroom: Classroom, present: int, size: int = 3, **options) -> ClassSession:
    session = lifecycle.open_session(classroom=classroom, game="around_the_corner", options=options, table_size=size)
    for student in classroom.students.all()[:present]:
        lifecycle.arrive(session=session, student=student)
    return session


def tables_of(session: ClassSession) -> list[tuple[int, list[str]]]:
    """Return of each table how many children and the levels of its computers."""
    seats = [list(table.seats.all()) for table in seating.tables_of(session)]
    return [(sum(s.player is not None for s in row), [s.computer for s in row if s.player is None]) for row in seats]


def test_computers_fill_tables_that_are_not_full(class_4b):
    session = session_of(class_4b, 4, computers="fill", computer_level="quick")
    lifecycle.start(session=session)
    assert tables_of(session) == [(2, ["quick"]), (2, ["quick"])]
    assert {dealt.seats for dealt in Round.objects.all()} == {3}


def test_one_child_alone_can_start_where_computers_play(class_4b):
    session = session_of(class_4b, 1, size=4, computers="fill")
    assert lifecycle.start(session=session)
    assert tables_of(session) == [(1, ["steady"] * 3)]


def test_one_child_needs_computers_to_start_and_no_children_cannot_start_with_them(class_4b):
    with pytest.raises(grouping.TooFew):
        lifecycle.start(session=session_of(class_4b, 1))
    lifecycle.end(session=lifecycle.open_of(class_4b))
    with pytest.raises(grouping.TooFew):
        lifecycle.start(session=session_of(class_4b, 0, computers="fill"))


def test_every_child_can_have_a_table_of_computers(class_4b):
    session = session_of(class_4b, 3, size=2, computers="each", computer_level="like_me")
    lifecycle.start(session=session)
    assert tables_of(session) == [(1, ["like_me"])] * 3
    lifecycle.end(session=session)
    assert tables_of(lifecycle.again(session=session, same_tables=True)) == [(1, ["like_me"])] * 3


def test_computers_have_names_of_their_own_and_no_sitting(class_4b):
    session = session_of(class_4b, 2, size=4, computers="fill")
    lifecycle.start(session=session)
    assert [seat.name for seat in Table.objects.get().seats.all()][2:] == ["Computer 1", "Computer 2"]
    assert session.sittings.count() == 2


def test_the_same_deal_lies_at_every_table_and_only_there(class_4b):
    first = session_of(class_4b, 4, size=2, same_deal=True)
    lifecycle.start(session=first)
    assert len(set(Round.objects.values_list("seed", flat=True))) == 1
    assert seating.seed_of(first) is not None
    lifecycle.end(session=first)
    lifecycle.again(session=first, same_tables=True)
    assert len(set(Round.objects.values_list("seed", flat=True))) == 2


def test_without_the_same_deal_every_table_has_its_own(class_4b):
    session = session_of(class_4b, 4, size=2)
    lifecycle.start(session=session)
    assert len(set(Round.objects.values_list("seed", flat=True))) == 2
    assert seating.seed_of(session) is None


def test_the_set_up_page_gives_the_choices_as_the_session_keeps_them():
    chosen = {"computers": "fill", "computer_level": "gentle", "same_deal": "yes"}
    form = AroundTheCornerForm({**SETTINGS, **chosen})
    assert form.is_valid()
    assert {name: form.options()[name] for name in chosen} == {**chosen, "same_deal": True}


def test_without_a_choice_children_play_with_children_and_their_own_deal():
    form = AroundTheCornerForm(SETTINGS)
    assert form.is_valid()
    options = form.options()
    assert (options["computers"], options["computer_level"], options["same_deal"]) == ("none", "steady", False)


@pytest.mark.parametrize("field", ["computers", "computer_level", "same_deal"])
def test_nonsense_is_refused(field):
    assert field in AroundTheCornerForm({**SETTINGS, field: "all of them"}).errors


def test_the_lobby_says_how_many_children_a_start_needs(ana_client, class_4b):
    session = session_of(class_4b, 1)
    page = f"/sessions/{session.pk}/"
    assert "You need at least two to start." in ana_client.get(page).content.decode()
    lifecycle.end(session=session)
    alone = session_of(class_4b, 0, computers="each")
    assert "You need at least one to start." in ana_client.get(f"/sessions/{alone.pk}/").content.decode()
    answer = ana_client.post(f"/sessions/{alone.pk}/start/", follow=True)
    assert "Nobody is in yet." in answer.content.decode()

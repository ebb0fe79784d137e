"""A game of which nothing but the rules is known, from the set-up to the end of a class session."""

from dataclasses import dataclass

import pytest
from django.urls import reverse

from classroom.joining import waiting_page
from classroom.models import Attendance, ClassSession
from classroom.rosters import roster
from classroom.sessions import counts, lifecycle, summary, teams
from classroom.sessions.games import catalogue
from classroom.sessions.set_up import ways
from game.log import counts as folds
from game.models import Event, Round
from tests.classroom.logged import log
from tests.conftest import words
from tests.third_game import rules
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME

SETTINGS = {
    "table_size": "2",
    "away": "computer",
    "computers": "none",
    "computer_level": "steady",
    "same_deal": "no",
    "tables": "random",
    "alone": "merge",
    "together": "none",
}


@dataclass(frozen=True)
class Choices:
    """What a session of a game may choose, as the form is made from it."""

    best: int = 3
    ask: bool = False


@pytest.fixture
def with_options(third_game, monkeypatch):
    """The third game, with options of its own."""
    monkeypatch.setattr(third_game, "Options", Choices, raising=False)
    return third_game


@pytest.fixture
def session(class_4b, third_game) -> ClassSession:
    session = lifecycle.open_session(classroom=class_4b, game=NAME, options={}, table_size=2)
    for name in ("Amir", "Bea"):
        lifecycle.arrive(session=session, student=class_4b.students.get(name=name))
    lifecycle.start(session=session)
    return session


def lay(session: ClassSession, *kinds: str) -> Round:
    """Log events of these kinds of seat 0 of the first table, after GO."""
    played = Round.objects.filter(table__seats__sitting__session=session).earliest("pk")
    log(played, ("go", None), *((kind, None if kind in rules.ENDS else 0) for kind in kinds))
    return played


def test_it_is_offered_with_a_form_made_of_its_options(class_4b, ana_client, with_options):
    address = reverse("session_new", args=[class_4b.pk])
    page = ana_client.get(address).content.decode()
    form = catalogue.of(NAME).form(SETTINGS)
    own = {option.name for option in catalogue.of(NAME).options}
    assert f'value="{NAME}."' in page
    assert ana_client.get(f"{address}?game={NAME}").context["game"].name == NAME
    assert own == {"ask", "best"}
    answer = ana_client.post(f"{address}?game={NAME}", SETTINGS | {"ask": "yes", "best": "1"})
    assert answer.status_code == 302
    assert ClassSession.objects.get().options["ask"] is True
    assert [value for value, _words in form["table_size"].field.choices] == [2, 3, 4]


def test_a_late_child_sits_alone_with_computers_where_it_needs_two(session, class_4b):
    lifecycle.arrive(session=session, student=class_4b.students.get(name="Chen"))
    assert lifecycle.sit_alone(session=session, student=class_4b.students.get(name="Chen"))
    seats = session.sittings.get(student__name="Chen").seat.table.seats.all()
    assert [bool(seat.player) for seat in seats] == [True, False]


def test_what_is_placed_is_counted_by_the_rules(session, bea):
    lay(session, "played", "wrong", "played")
    assert counts.placed_by(session).total() == 2
    assert summary.counted(session)["did"].placed == 2


def test_who_has_the_first_place_has_won_and_stands_on_the_podium(session):
    assert teams.podium(session) == []
    (before,) = rounds_after(session)
    assert [(seat.score, seat.won) for seat in before.left] == [(4, False), (4, False)]
    (after,) = rounds_after(session, "matched")
    assert [seat.won for seat in after.left] == [True, True]
    assert [(standing.place, standing.name) for standing in teams.podium(session)] == [(1, "Amir"), (1, "Bea")]


def test_equals_stand_on_the_podium_in_the_order_of_the_class_list(session, class_4b):
    roster.rename_student(class_4b.students.get(name="Bea"), "Árni")
    roster.rename_student(class_4b.students.get(name="Amir"), "bea")
    lay(session, "matched")
    assert [standing.name for standing in teams.podium(session)] == ["Árni", "bea"]


def rounds_after(session: ClassSession, *kinds: str) -> list[summary.RoundLine]:
    Event.objects.all().delete()
    folds.forget()
    lay(session, *kinds)
    return summary.rounds_of(session, counts.of_session(session))


def test_a_log_that_cannot_be_read_takes_no_other_round_down(session):
    Event.objects.create(round=lay(session), n=2, kind="nobody knows", seat=0, at=2000)
    assert [line.left for line in summary.rounds_of(session, counts.of_session(session))] == [()]


def test_its_session_ends_on_pages_in_words(session, ana_client, bea):
    lay(session, "played", "played")
    lifecycle.end(session=session)
    page = words(ana_client.get(reverse("session", args=[session.pk])))
    assert "Together they placed 2 cards in 1 round." in page
    assert "as homework" not in page
    assert "cards placed together" in words(ana_client.get(reverse("session_screen", args=[session.pk])))
    here = Attendance.objects.get(student=session.sittings.get(seat__number=0).student)
    assert "You placed 2 cards!" in waiting_page.waiting_frame(here)


def test_homework_with_its_cards_is_refused_in_words(session, ana_client):
    lay(session)
    lifecycle.end(session=session)
    page = ana_client.get(reverse("session_homework", args=[session.pk]), follow=True)
    assert "This game is played in class only" in words(page)


def test_every_game_of_the_rules_has_words_and_a_form(class_4b):
    for game in catalogue.all_games():
        assert game.about
        choice = ways.chosen(class_4b, class_4b.teachers.get(), {"game": game.name}, None)
        assert game.form(initial=choice.initial)

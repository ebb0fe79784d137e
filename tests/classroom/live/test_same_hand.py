"""One hand of Nine to Nothing for the whole class: set up, seated as one table, shown on the projector, counted."""

import pytest

from classroom.live.projector import page as projector
from classroom.models import ClassSession
from classroom.sessions import lifecycle
from classroom.sessions.games import catalogue
from game.models import Claim, Round
from game.projection import project
from game.rules import Event
from game.rules import nine_to_nothing as rules
from game.rules.nine_to_nothing.solver import best_lay
from tests.classroom.reports.nine_to_nothing.test_report import SETTINGS, log

NineForm = catalogue.of("nine_to_nothing").form

CHOSEN = SETTINGS | {"mode": "same_hand", "hand_limit": "60000", "table_size": "1", "computers": "each"}


@pytest.fixture
def session(class_4b) -> ClassSession:
    form = NineForm(CHOSEN)
    assert form.is_valid(), form.errors
    size = form.cleaned_data["table_size"]
    session = lifecycle.open_session(classroom=class_4b, game=rules.NAME, options=form.options(), table_size=size)
    for student in class_4b.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    return session


def wrong_pair(position: rules.Position) -> tuple[int, ...]:
    numbers = [one for one in position.held(0) if not rules.card(one).is_change]
    pairs = ((one, other) for one in numbers for other in numbers if one < other)
    return next(pair for pair in pairs if rules.total(pair) != position.goal)


def play(played: Round, *more: Event) -> tuple[int, ...]:
    """Log GO, a wrong sum and then the best one of the first child, and the rest; return the best."""
    position = rules.deal(played.options, played.seats, played.seed)
    best = best_lay(position.held(0), position.goal or 0).cards
    wrong = Event("wrong", 0, at=2000, cards=wrong_pair(position))
    log(played, Event("go", at=1000), wrong, Event("laid", 0, top=1, at=3000, cards=best), *more)
    return best


def test_the_set_up_knows_what_goes_with_one_hand():
    form = NineForm(CHOSEN)
    assert form.is_valid()
    chosen = form.options()
    assert (chosen["mode"], chosen["hand_limit"], chosen["checking"]) == ("same_hand", 60_000, "referee")
    assert (chosen["computers"], chosen["away"]) == ("none", "wait")
    assert form.cleaned_data["table_size"] > 1
    assert NineForm.chosen_before(chosen)["mode"] == "same_hand"


def test_without_a_choice_children_play_at_tables():
    form = NineForm(SETTINGS)
    assert form.is_valid()
    assert form.options()["mode"] == "turns"


@pytest.mark.parametrize("field", ["mode", "hand_limit"])
def test_what_is_not_on_the_list_is_refused(field):
    assert field in NineForm(CHOSEN | {field: "7"}).errors


def test_the_whole_class_sits_at_one_table_with_one_hand(session):
    played = Round.objects.get()
    assert played.seats == session.classroom.students.count() > 2
    assert len(set(rules.deal(played.options, played.seats, played.seed).hands)) == 1


def test_the_projector_shows_the_hand_only_from_go(session):
    session.classroom.students.update(character="fox", colour="gold")
    assert "same-hand" not in (before := projector.screen_html(session))
    assert "runs" in before
    log(Round.objects.get(), Event("go", at=1000))
    assert "0 have a sum." in (after := projector.screen_html(session))
    assert "runs" not in after


def test_the_projector_hides_sums_until_the_end_and_names_nobody(session):
    played = Round.objects.get()
    play(played)
    html = projector.screen_html(session)
    assert "1 has a sum." in html
    assert "Longest sums" not in html
    log_end(played)
    html = projector.screen_html(session)
    assert "Longest sums" in html
    assert "1 player" in html
    assert not [one.name for one in session.classroom.students.all() if one.name in html]


def log_end(played: Round) -> None:
    position = played.events.count()
    played.events.create(n=position + 1, kind="finished", at=9000)


def test_sums_and_misses_are_claims_of_the_report(session):
    played = Round.objects.get()
    best = play(played)
    log_end(played)
    project.project(played.pk)
    mine = Claim.objects.filter(seat=0).order_by("line")
    assert [(one.ending, one.retry) for one in mine] == [("W", False), ("C", True)]
    assert mine[1].points == mine[1].possible == rules.points(best)
    others = Claim.objects.exclude(seat=0)
    assert {one.ending for one in others} == {"D"}
    assert others.count() == played.seats - 1

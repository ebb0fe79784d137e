"""A class session of Nine to Nothing: set up, seated, and what came of it."""

import pytest

from classroom.models import ClassSession
from classroom.sessions import counts, lifecycle, summary
from classroom.sessions.games import catalogue
from classroom.sessions.summary import rounds_of
from game.log.codec import COLUMNS, columns_of
from game.models import Event as EventRow
from game.models import Round
from game.rules import Event
from game.rules import nine_to_nothing as rules
from game.rules.nine_to_nothing.cards import is_change

NineForm = catalogue.of("nine_to_nothing").form

SETTINGS = {"table_size": "2", "checking": "classmates", "running_sum": "live", "away": "fold"}
SETTINGS |= {"ask": "yes", "best": "no"}


@pytest.fixture
def session(class_4b) -> ClassSession:
    session = lifecycle.open_session(classroom=class_4b, game=rules.NAME, options={}, table_size=2)
    for student in class_4b.students.all()[:2]:
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    return session


def log(played: Round, *events: Event) -> None:
    for n, event in enumerate(events, start=1):
        EventRow.objects.create(round=played, n=n, **dict(zip(COLUMNS, columns_of(event), strict=True)))


def test_the_set_up_keeps_what_was_chosen():
    form = NineForm(SETTINGS)
    assert form.is_valid(), form.errors
    chosen = rules.Options.from_json(form.options())
    assert (chosen.checking, chosen.running_sum, chosen.ask, chosen.best) == ("classmates", "live", True, False)
    assert form.options()["away"] == "fold"


@pytest.mark.parametrize("field", ["table_size", "checking", "running_sum", "away"])
def test_what_is_not_on_the_list_is_refused_at_its_field(field):
    assert field in NineForm(SETTINGS | {field: "everything"}).errors


def test_the_game_and_its_settings_are_those_of_last_time(class_4b, ana_client):
    address = f"/classes/{class_4b.pk}/sessions/new/"
    answer = ana_client.post(f"{address}?game={rules.NAME}", SETTINGS)
    opened = ClassSession.objects.get()
    assert (answer.status_code, opened.game, opened.options["checking"]) == (302, rules.NAME, "classmates")
    lifecycle.end(session=opened)
    form = ana_client.get(address).context["form"]
    assert isinstance(form, NineForm)
    assert (form.initial["running_sum"], form.initial["best"]) == ("live", "no")


def test_a_table_of_one_is_practice_and_one_child_can_start(class_4b):
    session = lifecycle.open_session(classroom=class_4b, game=rules.NAME, options={}, table_size=1)
    lifecycle.arrive(session=session, student=class_4b.students.first())
    assert lifecycle.start(session=session)
    assert Round.objects.get().seats == 1


@pytest.mark.parametrize("options", [{}, {"mode": "same_hand"}])
def test_a_late_child_plays_alone_with_the_app_as_referee(session, options):
    session.options |= options
    session.save()
    dana = session.classroom.students.get(name="Dana")
    assert lifecycle.sit_alone(session=session, student=dana)
    dealt = Round.objects.get(table__seats__player=dana.pk)
    assert (dealt.seats, rules.deal(dealt.options, dealt.seats, dealt.seed).options.checking) == (1, "referee")


def test_results_count_points_and_right_sums(session, django_assert_num_queries):
    played = Round.objects.get()
    position = rules.deal(played.options, played.seats, played.seed)
    seat = position.turn
    hand = tuple(held for held in position.hands[seat] if not is_change(held))
    log(
        played,
        Event("go", at=1),
        Event("laid", seat, None, 1, 2, hand[:3]),
        Event("wrong", seat, at=3, cards=hand[3:5]),
    )
    line = rounds_of(session, counts.of_session(session))[0]
    assert sum(left.score for left in line.left) == rules.points(hand[:3])
    assert summary.context(session)["did"].tried == 0, "it has not ended: no decision is in the reports yet"
    with django_assert_num_queries(4):
        rounds_of(session, counts.of_session(session))

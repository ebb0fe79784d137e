"""Every unit of homework is known in every place: set, said, done, counted, on paper, on a device, moved as a file."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.homework.around_the_corner.forms import HomeworkForm
from classroom.homework.around_the_corner.offline.packs import MOST, packs_for
from classroom.homework.around_the_corner.practice import counted
from classroom.homework.units import UNITS, HomeworkDone
from classroom.models import ClassSession, Homework, Practice
from classroom.sessions import lifecycle
from classroom.transfer import schema
from game.models import Event, Round
from tests.conftest import words

every_unit = pytest.mark.parametrize("name", UNITS)
OPTIONS = {"corner": True, "steps": [1, 2, 3]}
AMOUNT = 3


@pytest.fixture
def give(ana_client, class_4b, lesson):
    """Set homework of a unit as its page does: on the form of homework, or after a lesson."""

    def give(name: str) -> Homework:
        until = f"{timezone.localdate() + timedelta(days=2):%Y-%m-%d}"
        if UNITS[name].practised:
            sent = {"unit": name, "amount": AMOUNT, "until": until, "steps": ["1", "2"]}
            assert ana_client.post(reverse("class_homework", args=[class_4b.pk]), sent).status_code == 302
        else:
            lifecycle.end(session=lesson)
            ana_client.post(reverse("session_homework", args=[lesson.pk]), {"until": until, "against": "quick"})
        return Homework.objects.get()

    return give


def test_what_is_stored_is_what_is_declared():
    assert set(UNITS) == set(Homework.Unit.values)
    assert all(bool(unit.asked) == unit.practised for unit in UNITS.values())


@every_unit
def test_its_teacher_sets_it_and_reads_how_much_and_what_it_is(name, give, ana_client, class_4b, lesson):
    task, unit = give(name), UNITS[name]
    assert (task.unit, task.amount) == (name, min(AMOUNT, unit.most))
    for page in (reverse("class_homework", args=[class_4b.pk]), reverse("homework", args=[task.pk])):
        read = words(ana_client.get(page))
        assert unit.asks(task) in read
        assert assignments.in_words(task) in read


@every_unit
def test_nobody_is_set_more_than_there_is_in_a_childs_evening(name, class_4b):
    unit = UNITS[name]
    if unit.asked:
        day = timezone.localdate()
        sent = {"unit": name, "until": day, "steps": ["1"]}
        assert HomeworkForm(class_4b, {**sent, "amount": unit.most}).is_valid()
        more = HomeworkForm(class_4b, {**sent, "amount": unit.most + 1})
        assert set(more.errors) == (set() if unit.check_up else {"amount"})
        assert more.cleaned_data.get("amount") == (unit.most if unit.check_up else None)


@every_unit
@pytest.mark.django_db(transaction=True)
def test_a_child_is_told_how_far_it_is_and_begins(name, give, bea_at_home, bea):
    task = give(name)
    address = reverse("practice_homework", args=[task.pk])
    assert UNITS[name].how_far(task, HomeworkDone()) in words(bea_at_home.get(address))
    went = bea_at_home.post(address).headers["Location"]
    begun = Practice.objects.get(student=bea, homework=task)
    table = reverse("table", args=[begun.round.table.code])
    assert went == (reverse("practice") if UNITS[name].practised else table)
    assert bea_at_home.get(went).status_code == 200


@every_unit
def test_it_is_done_where_all_of_it_is(name):
    unit, task = UNITS[name], Homework(unit=name, amount=AMOUNT)
    found = [HomeworkDone(n, n, n, float(n), n) for n in range(AMOUNT + 1)]
    assert [unit.is_done(task, done) for done in found] == [False] * AMOUNT + [True]
    assert len({unit.how_far(task, done) for done in found}) == AMOUNT + 1
    assert [unit.sums_left(task, done) for done in found] == [unit.sums * (AMOUNT - n) for n in range(AMOUNT + 1)]


@every_unit
@pytest.mark.django_db(transaction=True)
def test_its_teacher_reads_how_far_a_child_is(name, give, ana_client, bea, bea_at_home):
    task = give(name)
    address = reverse("homework", args=[task.pk])
    begun = UNITS[name].how_far(task, HomeworkDone(1, 1, 1, 1.0, 1))
    assert begun not in words(ana_client.get(address))
    bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    finish(Practice.objects.get(student=bea, homework=task).round)
    assert begun in words(ana_client.get(address))


def finish(begun: Round) -> None:
    """Write a practice, or a table at home, to its end: a minute between the question and the right card."""
    log = Event.objects.filter(round=begun)
    at = log.latest("n").at if log.exists() else 0
    lines = [("played", at + 30_000), ("hinted", at + 60_000), ("stopped", at + 60_000)]
    for n, (kind, then) in enumerate(lines, start=log.count() + 1):
        Event.objects.create(round=begun, n=n, kind=kind, seat=0, at=then)
    Round.objects.filter(pk=begun.pk).update(finished_at=timezone.now())


def test_a_number_picture_is_no_answer_and_a_hint_is_one_that_was_not_right():
    asked = [("ask_plus", 0), ("pictured", 1), ("played", 2), ("ask_plus", 2), ("hinted", 3), ("played", 4)]
    done = counted(asked)
    assert (done.placed, done.right, done.answered) == (2, 1, 2)


@every_unit
def test_on_a_device_are_as_many_sums_as_it_comes_to_and_on_paper_all_but_a_check_up(name, give, ana_client, bea):
    task, unit = give(name), UNITS[name]
    packed = {found.pk: len(pack.facts) for pack, found in packs_for(bea) if found}
    assert packed == ({task.pk: min(MOST, AMOUNT * unit.sums)} if unit.sums else {})
    sheet = ana_client.get(reverse("homework_sheets", args=[task.pk]))
    has_sheets = unit.sums > 0 or not unit.practised
    assert sheet.status_code == (200 if has_sheets else 404)
    offered = reverse("homework_sheets", args=[task.pk]) in ana_client.get(reverse("homework", args=[task.pk])).text
    assert offered is has_sheets


@every_unit
def test_it_moves_with_its_class(name):
    assert schema.TABLES["homework"].columns["unit"](name) == name


def test_a_lesson_is_given_as_a_round(give, lesson: ClassSession):
    assert give("rounds").session == lesson

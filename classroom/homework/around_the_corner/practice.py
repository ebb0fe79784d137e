"""A student's practice rounds, and the past answers by which the next fact is chosen."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from classroom import persons
from classroom.homework import units
from classroom.homework.around_the_corner import check_up
from classroom.homework.around_the_corner.boxes import Answered, Boxes, PracticeRun, choose
from classroom.homework.units import HomeworkDone
from classroom.models import Classroom, Homework, Practice, Student
from classroom.server.database import changes
from classroom.sessions import accommodations
from game.around_the_corner import practice as rounds
from game.around_the_corner.words import in_play
from game.clock import now_ms
from game.models import Attempt
from game.projection import project
from game.rules import scanning
from game.rules.around_the_corner import events
from game.rules.around_the_corner.cards import NUMBER
from game.rules.around_the_corner.facts import Fact, fact_in, fact_of
from game.rules.around_the_corner.practice import ASKED, CHECK_UP, MODE, MODES, RUN, Position
from game.rules.contract import PICTURED, STOPPED
from game.rules.picture_ladder import SETTING

NEWEST = 600
"""Number of newest answers that are read, since last year's say little about a child."""
LOOKING_MS = 2_000
"""Added to the class's limit of "quick", since eight cards have to be looked through."""
FORGOTTEN_MS = 30 * 60_000
"""Time without an answer after which a practice counts as abandoned."""
COLUMNS = ("top_number", "top_step", "played", "ending", "directions", "corner", "highest", "timed", "milliseconds",
            "late", "mode", "own", "started_at", "pictured")  # fmt: skip
RIGHT = Attempt.Ending.RIGHT.value
TOLD = Q(ending__in=("C", "W")) | Q(ending="D", mode=CHECK_UP)
"""Answers that are evidence of a sum: cards, and "not sure yet"."""
ANSWERED = Exists(Attempt.objects.filter(round=OuterRef("round")))
"""Whether anything was answered in a practice that has ended."""

AT_MOST_MS = 30_000
"""Longest pause between two answers that counts in full as time practised."""


def history(student: Student, newest: int | None = NEWEST) -> list[Answered]:
    """Return the student's first answers in every class and mode that are evidence of one fact, oldest first; `newest`
    None means all.

    A right card is evidence of the fact that was played, a wrong one only if the hand offered one direction
    (measurement 0.2). Reports never merge modes; this does, as it only chooses cards.
    """
    ours = Attempt.objects.filter(TOLD, player__in=persons.players_of(student.pk), retry=False)
    ours = ours.order_by("-started_at", "-pk")
    quick = quick_ms(student)
    found = (answered(row, quick) for row in ours.values_list(*COLUMNS)[:newest])
    return [each for each in found if each][::-1]


def due(answers: Sequence[Answered]) -> frozenset[Fact]:
    """Return the due sums, given these answers, oldest first."""
    boxes, now = Boxes(answers[-NEWEST:]), now_ms()
    return frozenset(fact for fact in boxes.due if boxes.is_due(fact, now))


def quick_ms(student: Student) -> int:
    """Return the time in ms up to which an answer counts as recalled rather than worked out."""
    return 1000 * student.classroom.quick_seconds + LOOKING_MS


def answered(row: tuple[Any, ...], quick: int) -> Answered | None:
    """Return the answer to one fact in an attempt (its COLUMNS), or None if it is no evidence."""
    number, size, played, ending, directions, corner, highest, timed, ms, late, mode, own, started_at, pictured = row
    fact = _told(number, size, played, ending, directions, corner, highest)
    if fact is None:
        return None
    took = ms if (timed or mode in MODES) and not own else None
    is_recalled = not late and is_quick(took, quick, pictured)
    return Answered(fact, ending == RIGHT, is_recalled, started_at + (ms or 0))


@cache
def _told(number: int, size: int, played: int | None, ending: str, directions: str, corner: bool, highest: int
          ) -> Fact | None:  # fmt: skip
    """Return the fact of which an attempt is evidence. Cached, as a class gives the same few answers all year."""
    if ending == RIGHT:
        return fact_of(number, size, NUMBER[played or 0], corner, highest)
    return fact_in(number, size, directions, highest) if directions in ("+", "-") else None


def is_quick(took: int | None, quick: int | None, pictured: bool) -> bool:
    """Return whether a sum counts as recalled: within the limit, if there is a time, and without a number picture."""
    return not pictured and (took is None or quick is None or took <= quick)


def chooser(student: Student, homework: Homework | None = None) -> rounds.Choose:
    """Return the function that chooses this student's next fact from the past and the present round.

    Times of students with settings of their own are ignored, as the settings may slow them down.
    """
    past, quick = history(student), None if student.needs else quick_ms(student)
    length = min(RUN, units.of(homework).sums * homework.amount) if homework else RUN

    def next_fact(position: Position) -> Fact:
        just = (Answered(each.fact, each.right, is_quick(each.milliseconds, quick, each.pictured), each.at)
                for each in position.answers)  # fmt: skip
        if position.check_up:
            return check_up.choose(position, [*past, *just])
        run = PracticeRun(position.asked, position.missed, length)
        return choose(Boxes([*past, *just]), position.facts, run, now_ms())

    return next_fact


# Rounds


def of(student: Student) -> QuerySet[Practice]:
    """Return the child's practices, for all its classes."""
    theirs = Practice.objects.filter(student__in=persons.players_of(student.pk))
    return theirs.select_related("round__table", "homework__classroom")


def present(student: Student) -> Practice | None:
    """Return this student's open practice, or None."""
    return of(student).filter(round__finished_at=None, round__table__game=rounds.GAME).order_by("-pk").first()


def begin(student: Student, *, options: Mapping[str, Any], homework: Homework | None = None) -> Practice:
    """Begin a practice, or continue the same one; another open one is ended. Practice for a class's homework belongs to
    the child's row in that class."""
    student = persons.place_in(student, homework.classroom_id) if homework else student
    with transaction.atomic():
        changes.locked(student)
        running = present(student)
        is_same = running and running.homework == homework and in_play(running.round.options) == in_play(options)
        if running and is_same:
            return running
        if running:
            rounds.stop(running.round)
        shown = {**options, **pictures(student)}
        mode = CHECK_UP if homework and units.of(homework).check_up else MODE
        choose_next = chooser(student, homework)
        begun = rounds.begin(player=student.pk, name=student.name, options=shown, choose=choose_next, mode=mode)
        practice = Practice.objects.create(student=student, round=begun, homework=homework)
    if running:
        project.project(running.round_id)
    return practice


def pictures(student: Student) -> dict[str, Any]:
    """Return the options of a round for this student's number pictures and way of pressing."""
    chosen = accommodations.settings_of(student)
    own = {name: chosen[name] for name in (SETTING, *scanning.SLOWER) if chosen.get(name)}
    if own.get(SETTING) != accommodations.BY_ITSELF:
        return {"own": {"0": own}} if own else {}
    rung, *counts = accommodations.ladder_of(student.pk)
    return {"own": {"0": own | {SETTING: rung}}, "ladder": counts}


def completed(practices: QuerySet[Practice]) -> QuerySet[Practice]:
    """Return those of these practices that are over, without those stopped before the first answer."""
    return practices.filter(ANSWERED, round__finished_at__isnull=False)


def checked_today(student: Student) -> bool:
    """Return whether the student has completed a check-up today, which allows no second one."""
    today = of(student).filter(round__options__mode=CHECK_UP, round__finished_at__date=timezone.localdate())
    return completed(today).exists()


def newest(student: Student) -> Practice | None:
    """Return the practice that this student ended last."""
    return of(student).filter(round__table__game=rounds.GAME).exclude(round__finished_at=None).order_by("-pk").first()


def answer(practice: Practice, *, card: int | None, count: int) -> Position:
    """Judge a card, or "not sure yet" without one, and end the practice if it has no more questions. Raises Refused."""
    choose_next = chooser(practice.student, practice.homework)
    position = rounds.answer(practice.round, card=card, count=count, choose=choose_next)
    return stop(practice) if position.ends and position.question is None else position


def stop(practice: Practice) -> Position:
    """End the practice, and project its answers for the reports."""
    position = rounds.stop(practice.round)
    project.project(practice.round_id)
    return position


def end_forgotten(classroom: Classroom) -> None:
    """End a class's practices without an answer for FORGOTTEN_MS, so that the reports get them."""
    running = Practice.objects.filter(
        student__classroom=classroom, round__finished_at=None, round__table__game=rounds.GAME
    )
    newest = running.annotate(newest=Max("round__events__at")).filter(newest__lt=now_ms() - FORGOTTEN_MS)
    for practice in newest.select_related("round"):
        stop(practice)


def counted(lines: Iterable[tuple[str, int]]) -> HomeworkDone:
    """Return the counts of one practice's log, given its kinds and times in order. A hint is an answer that was not
    right; a number picture is none, as the card after it still tells what the child knows."""
    placed = right = answered = milliseconds = ended = 0
    first, before = True, None
    for kind, at in lines:
        if kind == STOPPED:
            ended = int(answered > 0)
            break
        milliseconds += min(AT_MOST_MS, max(0, at - before)) if before is not None else 0
        before = at
        if kind in ASKED:
            first = True
        if kind in ASKED or kind == PICTURED:
            continue
        answered += first
        right += first and kind == events.PLAYED
        placed += kind == events.PLAYED
        first = False
    return HomeworkDone(placed, right, answered, milliseconds / 60_000, ended)

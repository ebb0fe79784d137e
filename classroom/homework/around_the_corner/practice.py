"""The rounds of practice that belong to a student, and what is known of the student when the next fact is chosen."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from classroom.homework import units
from classroom.homework.around_the_corner.memory import LATE, WORKED_OUT, Answered, Memory, recalled
from classroom.homework.around_the_corner.schedule import RUN, PracticeRun, choose
from classroom.models import Classroom, Homework, Practice, Student
from classroom.server.database import changes
from classroom.sessions import accommodations, picture_ladder
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.models import Attempt, Round
from game.projection import project
from game.rules.around_the_corner import Options
from game.rules.around_the_corner.cards import NUMBER
from game.rules.around_the_corner.position import ON_CARDS
from game.rules.around_the_corner.practice import MODE, Fact, FirstAnswer, Position, fact_in, fact_of
from game.rules.picture_ladder import SETTING

MEMORY = 600
"""So many newest answers are read: a child of last year is another child."""
LOOKING_MS = 2_000
"""So much longer than the class's "quick" may an answer take here: eight cards are to be looked through."""
FORGOTTEN_MS = 30 * 60_000
"""A child who has answered nothing for so long has gone away without a word."""
COLUMNS = ("top_number", "top_step", "played", "ending", "directions", "corner", "highest", "timed", "milliseconds",
            "late", "mode", "own", "started_at", "pictured")  # fmt: skip
WITH_PICTURE = 0.5
"""Weight of an answer that had a number picture beside it. It shows that the sum can be worked out, not that it is
known; in no report it counts at all."""


def history(student: Student, newest: int | None = MEMORY) -> list[Answered]:
    """Return the student's first answers in every mode that say something about one fact, oldest first. None: all.

    A wrong card says something only where one direction was in the hand (measurement 0.2). Modes are never added
    together in a report; here they are, because this only chooses cards.
    """
    ours = Attempt.objects.filter(player=student.pk, retry=False, ending__in=("C", "W")).order_by("-started_at", "-pk")
    quick = quick_ms(student)
    found = (answered(row, quick) for row in ours.values_list(*COLUMNS)[:newest])
    return [each for each in found if each][::-1]


def quick_ms(student: Student) -> int:
    """Return up to how many ms an answer is recalled rather than worked out."""
    return 1000 * student.classroom.quick_seconds + LOOKING_MS


def answered(row: tuple[Any, ...], quick: int) -> Answered | None:
    """Return what an attempt (its COLUMNS) says about one fact, None where it says nothing."""
    number, size, played, ending, directions, corner, highest, timed, ms, late, mode, own, started_at, pictured = row
    right = ending == Attempt.Ending.RIGHT
    if right:
        fact = fact_of(number, size, NUMBER[played or 0], corner, highest)
    else:
        fact = fact_in(number, size, directions, highest) if directions in ("+", "-") else None
    if fact is None:
        return None
    took = ms if (timed or mode == MODE) and not own else None
    worth = worked_out(recalled(right, took, quick), pictured)
    weight = LATE if late else WITH_PICTURE if pictured else 1.0
    return Answered(fact, worth, started_at + (ms or 0), weight)


def worked_out(worth: float, pictured: bool) -> float:
    """Return what an answer is worth: with a number picture no more than one that was worked out."""
    return min(worth, WORKED_OUT) if pictured else worth


def chooser(student: Student, homework: Homework | None = None) -> rounds.Choose:
    """Return the function that chooses this student's next fact from the past and the present round.

    The time of who has settings of their own says nothing: it may be what they need.
    """
    past, quick = history(student), None if student.needs else quick_ms(student)
    length = min(RUN, units.of(homework).sums * homework.amount) if homework else RUN

    def next_fact(position: Position) -> Fact:
        memory = Memory([*past, *(_just_answered(answer, quick) for answer in position.answers)])
        run = PracticeRun(position.asked, position.missed, length)
        return choose(memory, position.facts, run, now_ms())

    return next_fact


def _just_answered(answer: FirstAnswer, quick: int | None) -> Answered:
    worth = recalled(answer.right, answer.milliseconds if quick else None, quick or 0)
    weight = WITH_PICTURE if answer.pictured else 1.0
    return Answered(answer.fact, worked_out(worth, answer.pictured), answer.at, weight)


# The rounds


def of(student: Student) -> QuerySet[Practice]:
    return Practice.objects.filter(student=student).select_related("round__table", "homework__classroom")


def present(student: Student) -> Practice | None:
    """Return the practice that this student has not ended."""
    return of(student).filter(round__finished_at=None, round__table__game=rounds.GAME).order_by("-pk").first()


def begin(student: Student, *, options: Mapping[str, Any], homework: Homework | None = None) -> Practice:
    """Begin a practice, or go on with the same one; another one that is still open is ended."""
    running = present(student)
    if running and running.homework_id == (homework.pk if homework else None) and _same(running.round, options):
        return running
    if running:
        stop(running)
    with transaction.atomic():
        changes.locked(student)
        shown = {**options, **pictures(student)}
        begun = rounds.begin(player=student.pk, name=student.name, options=shown, choose=chooser(student, homework))
        return Practice.objects.create(student=student, round=begun, homework=homework)


def pictures(student: Student) -> dict[str, Any]:
    """Return the options of a round that say how number pictures are shown to this student."""
    chosen = accommodations.settings_of(student).get(SETTING)
    if not chosen:
        return {}
    if chosen != picture_ladder.BY_ITSELF:
        return {"own": {"0": {SETTING: chosen}}}
    rung, *counts = picture_ladder.ladder_of(student.pk)
    return {"own": {"0": {SETTING: rung}}, "ladder": counts}


def _same(practised: Round, options: Mapping[str, Any]) -> bool:
    return _asked_for(practised.options) == _asked_for(options)


def _asked_for(options: Mapping[str, Any]) -> Options:
    return Options.from_json({name: options[name] for name in ON_CARDS if name in options})


def answer(practice: Practice, *, card: int, count: int) -> Position:
    """Judge a card. Raises Refused; "over" where the homework's date is past, and nothing is counted."""
    return rounds.answer(practice.round, card=card, count=count, choose=chooser(practice.student, practice.homework))


def hint(practice: Practice, *, count: int) -> Position:
    """Spell the question's sums out. Raises Refused."""
    return rounds.hint(practice.round, count=count)


def picture(practice: Practice, *, count: int) -> Position:
    """Show the question's number picture. Raises Refused."""
    return rounds.picture(practice.round, count=count)


def stop(practice: Practice) -> Position:
    """End it, and let its answers into the reports."""
    position = rounds.stop(practice.round)
    project.project(practice.round_id)
    return position


def end_forgotten(classroom: Classroom) -> None:
    """End the practices of a class in which nothing has come for FORGOTTEN_MS, so that the reports get them."""
    running = Practice.objects.filter(
        student__classroom=classroom, round__finished_at=None, round__table__game=rounds.GAME
    )
    newest = running.annotate(newest=Max("round__events__at")).filter(newest__lt=now_ms() - FORGOTTEN_MS)
    for practice in newest.select_related("round"):
        stop(practice)

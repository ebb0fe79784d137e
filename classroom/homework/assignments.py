"""Homework: practice that a class is set until a date, and who did how much of it. Counted from the log alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.models import Classroom, ClassSession, Homework, Student
from classroom.sessions.games.around_the_corner.form import AroundTheCornerForm
from game.models import Event
from game.rules.around_the_corner.practice import ASKED

Unit = Homework.Unit
MOST = {Unit.CARDS: 300, Unit.MINUTES: 60}
"""More than that is no homework for a child."""
FURTHEST = timedelta(days=366)
AT_MOST_MS = 30_000
"""Of a longer rest between two answers only this much counts as time practised."""


class PracticeForm(forms.Form):
    """With or without the corner, and which steps: the options of a practice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked_at_set_up = AroundTheCornerForm().fields
        self.fields.update(corner=asked_at_set_up["corner"], steps=asked_at_set_up["steps"])
        self.fields["steps"].help_text = ""

    def options(self) -> dict[str, Any]:
        return {"corner": self.cleaned_data["corner"], "steps": self.cleaned_data["steps"]}


class LastDayForm(forms.Form):
    """Until when homework is to be done."""

    until = forms.DateField(
        label=_("Last day"),
        help_text=_("Until the end of this day."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Choose the last day."), "invalid": _("Choose a day, like 2026-05-31.")},
    )

    def clean_until(self) -> date:
        chosen: date = self.cleaned_data["until"]
        today = timezone.localdate()
        if chosen < today:
            raise ValidationError(_("This day is over. Choose today or a later day."))
        if chosen > today + FURTHEST:
            raise ValidationError(_("Choose a day within a year."))
        return chosen


class HomeworkForm(LastDayForm, PracticeForm):
    """How much practice, until when, and for whom of a class."""

    unit = OneOf(
        label=_("How much"),
        choices=[(Unit.CARDS, _("a number of cards")), (Unit.MINUTES, _("a number of minutes"))],
        initial=Unit.CARDS,
        wrong=_("Choose cards or minutes."),
    )
    amount = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        initial=20,
        help_text=_("20 cards take most children about 4 minutes."),
        error_messages={
            "required": _("Type a number."),
            "invalid": _("Type a whole number, like 20."),
            "min_value": _("Type 1 or more."),
        },
    )

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["students"] = forms.ModelMultipleChoiceField(
            label=_("Only for these students"),
            queryset=classroom.students.all(),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("Choose nobody, and it is for the whole class."),
            error_messages={"invalid_choice": _("Choose students of this class.")},
        )

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        most = MOST.get(chosen.get("unit", Unit.CARDS))
        if most and (chosen.get("amount") or 0) > most:
            self.add_error("amount", gettext("At most %(most)s.") % {"most": most})
        return chosen


class Done(NamedTuple):
    """What somebody has practised for a homework. `right` of `answered` cards were right at once."""

    placed: int = 0
    right: int = 0
    answered: int = 0
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A student and their homework. `state` is done, started or not_yet."""

    student: Student
    done: Done
    state: str


def give(
    classroom: Classroom,
    *,
    options: Mapping[str, Any],
    unit: str,
    amount: int,
    last_day: date,
    session: ClassSession | None = None,
    students: Iterable[Student] = (),
) -> Homework:
    """Set homework until the end of that day, on the school's clock; for these students, or for the whole class.

    The very same for the same children, set within SAME_PRESS, is what was set already: a button pressed twice.
    """
    end = timezone.make_aware(datetime.combine(last_day + timedelta(days=1), time.min))
    wanted = {"classroom": classroom, "options": dict(options), "unit": unit, "amount": amount, "session": session}
    meant = {student.pk for student in students}
    with transaction.atomic():
        for before in Homework.objects.filter(**wanted, until=end, set_at__gt=timezone.now() - SAME_PRESS):
            if set(before.students.values_list("pk", flat=True)) == meant:
                return before
        given = Homework.objects.create(**wanted, until=end)
        given.students.set(meant)
    return given


SAME_PRESS = timedelta(seconds=10)
"""So soon after the first a second press on the same form is not meant."""


def is_over(homework: Homework) -> bool:
    return timezone.now() >= homework.until


def last_day(homework: Homework) -> date:
    return timezone.localtime(homework.until - timedelta(microseconds=1)).date()


def set_for(student: Student) -> QuerySet[Homework]:
    """Return all homework that is or was for this student."""
    for_all, for_one = Q(students=None), Q(students=student)
    return Homework.objects.filter(for_all | for_one, classroom=student.classroom_id).distinct()


def open_for(student: Student) -> QuerySet[Homework]:
    """Return what this student has to do, the nearest end first."""
    return set_for(student).filter(until__gt=timezone.now()).order_by("until", "pk")


def rows(homework: Homework) -> list[Row]:
    """Return everybody whom it is for, in the roster's order. Three queries."""
    practised = done_by_student(homework)
    on_roster = Student.objects.filter(classroom=homework.classroom_id)
    whose = list(on_roster.filter(tasks=homework)) or on_roster
    return [Row(one, practised[one.pk], _state(homework, practised[one.pk])) for one in whose]


def done_of(homework: Homework, student: Student) -> Done:
    return done_by_student(homework, student)[student.pk]


def is_done(homework: Homework, done: Done) -> bool:
    return (done.minutes if homework.unit == Unit.MINUTES else done.placed) >= homework.amount


def progress(homework: Homework, done: Done) -> str:
    """Return how far somebody is, in words: 7 of 20 cards."""
    words = {"n": int(done.minutes) if homework.unit == Unit.MINUTES else done.placed, "all": homework.amount}
    if homework.unit == Unit.ROUNDS:
        return ngettext("%(n)s of %(all)s round", "%(n)s of %(all)s rounds", homework.amount) % words
    if homework.unit == Unit.CARDS:
        return ngettext("%(n)s of %(all)s card", "%(n)s of %(all)s cards", homework.amount) % words
    return ngettext("%(n)s of %(all)s minute", "%(n)s of %(all)s minutes", homework.amount) % words


def _state(homework: Homework, done: Done) -> str:
    if is_done(homework, done):
        return "done"
    return "started" if done.answered else "not_yet"


def done_by_student(homework: Homework, *only: Student) -> defaultdict[int, Done]:
    """Read the logs of a homework's practices; who has none has done nothing."""
    if homework.unit == Unit.ROUNDS:
        return _played_at_home(homework)
    events = Event.objects.filter(round__practice__homework=homework).order_by("round", "n")
    if only:
        events = events.filter(round__practice__student__in=only)
    rounds: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for student, practised, kind, at in events.values_list("round__practice__student", "round", "kind", "at"):
        rounds[student, practised].append((kind, at))
    found: defaultdict[int, Done] = defaultdict(Done)
    for (student, _round), lines in rounds.items():
        a, b = found[student], _counted(lines)
        found[student] = Done(a.placed + b.placed, a.right + b.right, a.answered + b.answered, a.minutes + b.minutes)
    return found


def _played_at_home(homework: Homework) -> defaultdict[int, Done]:
    """Count the rounds that were played to their end; what was right in them is in the reports."""
    ended = homework.practices.exclude(round__finished_at=None).order_by()
    counted = ended.values_list("student").annotate(Count("pk"))
    return defaultdict(Done, {student: Done(placed=rounds) for student, rounds in counted})


def _counted(lines: Iterable[tuple[str, int]]) -> Done:
    """Fold one practice's log: kinds and times in order."""
    placed = right = answered = milliseconds = 0
    first, before = True, None
    for kind, at in lines:
        if kind == "stopped":
            break
        milliseconds += min(AT_MOST_MS, max(0, at - before)) if before is not None else 0
        before = at
        if kind in ASKED:
            first = True
            continue
        answered += first
        right += first and kind == "played"
        placed += kind == "played"
        first = False
    return Done(placed, right, answered, milliseconds / 60_000)

"""A session's deal as homework: each child plays the cards of its table again, alone or against computers.

Its card gives access to this table only (device.at_home). The round is a practice of the homework, so the reports
include it.
"""

from typing import Any

from django import forms
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.forms.fields import OneOf
from classroom.homework.forms import LastDayForm
from classroom.models import ClassSession, Homework, Practice, Student
from classroom.server.database import changes
from classroom.sessions import accommodations, table_options
from classroom.sessions.games import catalogue
from game import tables
from game.models import Round

ALONE = "alone"
Choices = list[tuple[str, Any]]
AGAINST: Choices = [
    ("gentle", _("Gentle computer players: slow, with mistakes")),
    ("steady", _("Steady computer players")),
    ("quick", _("Quick computer players")),
    (ALONE, _("Nobody: alone, with all the cards, against their own best time")),
]
NOT_AT_HOME = ("rounds", "minutes", "own", "together", "tables", table_options.BY_TABLE)
"""Options of a session without a meaning at home."""


class AsHomeworkForm(LastDayForm):
    """The last day, and the opponents for the session's cards."""

    against = OneOf(label=_("Against"), choices=AGAINST, initial="steady", wrong=_("Choose against whom they play."))

    def __init__(self, *args: Any, session: ClassSession, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = catalogue.of(session.game)
        if self.game.solo is None:
            self._offer(AGAINST[:-1])
        elif self.game.is_alone(session.options):
            self._offer(AGAINST[-1:])

    def _offer(self, choices: Choices) -> None:
        against = self.fields["against"]
        assert isinstance(against, forms.ChoiceField)
        against.choices = choices
        against.initial = choices[0][0]

    def options(self, session: ClassSession) -> dict[str, Any]:
        """Return the options of the tables at home."""
        against = self.cleaned_data["against"]
        kept = {name: value for name, value in session.options.items() if name not in NOT_AT_HOME}
        at_home = {
            "home": reverse("practice"),
            "rounds": 1,
            "away": "wait",
            "computers": "none",
            "computer_level": against,
        }
        return kept | at_home | ({**(self.game.solo or {}), "computer_level": "steady"} if against == ALONE else {})


def deal_of(session: ClassSession, student: Student) -> Round | None:
    """Return the first round of the student's table in this session; of another table if they were absent."""
    rounds = Round.objects.filter(table__seats__sitting__session=session).order_by("number", "table__number", "pk")
    return rounds.filter(table__seats__sitting__student=student).first() or rounds.first()


@transaction.atomic
def begin(student: Student, task: Homework) -> Practice | None:
    """Create the table at home, or return the existing one. None if the session's deal has been deleted."""
    student = persons.place_in(student, task.classroom_id)
    changes.locked(student)
    begun = Practice.objects.filter(student=student, homework=task, round__finished_at=None).first()
    dealt = deal_of(task.session, student) if task.session else None
    if begun or dealt is None or task.session is None:
        return begun
    others = 0 if catalogue.of(task.session.game).is_alone(task.options) else dealt.seats - 1
    table = tables.lay_table(
        game=task.session.game,
        number=1,
        options={**task.options, **table_options.at_home(dealt), **accommodations.by_seat([student])},
        players=[(student.pk, student.name)],
        languages={student.pk: student.reads_in},
        faces={student.pk: student.face},
        computers=[
            (task.options["computer_level"], gettext("Computer %(number)s") % {"number": number})
            for number in range(1, others + 1)
        ],
        deal=dealt,
        place=student.pk,
    )
    return Practice.objects.create(student=student, round=table.rounds.get(), homework=task)

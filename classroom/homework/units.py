"""The units of homework, each declared once with its words, its amounts, and how it is done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from classroom.models import Homework

Unit = Homework.Unit


class HomeworkDone(NamedTuple):
    """Practice done for a homework: `right` of `answered` cards were right at once; `ended` is the number of completed
    practices, without those stopped before the first answer."""

    placed: int = 0
    right: int = 0
    answered: int = 0
    minutes: float = 0.0
    ended: int = 0

    def and_also(self, more: "HomeworkDone") -> "HomeworkDone":
        numbers = (self.placed + more.placed, self.right + more.right, self.answered + more.answered)
        return HomeworkDone(*numbers, self.minutes + more.minutes, self.ended + more.ended)


@dataclass(frozen=True, slots=True)
class HomeworkUnit:
    """A unit of homework. `amount` is the words for `n` units, `progress` those for `n` of `all`; `counted` returns how
    many are done.

    `asked` are its words on the form, "" if it is set elsewhere, and `most` is the largest amount. `sums` is the number
    of sums per unit: it decides how many go onto an offline device, and on paper. `check_up`: it is no practice with
    hints, and needs a connection. A unit with neither is a round with a session's cards, played at a table instead of
    practised.
    """

    amount: Promise
    progress: Promise
    counted: Callable[[HomeworkDone], float]
    sums: int
    asked: str | Promise = ""
    most: int = 1
    check_up: bool = False

    @property
    def practised(self) -> bool:
        return self.sums > 0 or self.check_up

    def is_done(self, homework: Homework, done: HomeworkDone) -> bool:
        return self.counted(done) >= homework.amount

    def asks(self, homework: Homework) -> str:
        """Return what is asked for in words: 20 cards."""
        return str(self.amount % {"n": homework.amount})

    def how_far(self, homework: Homework, done: HomeworkDone) -> str:
        """Return the progress in words: 7 of 20 cards."""
        return str(self.progress % {"n": int(self.counted(done)), "all": homework.amount})

    def sums_left(self, homework: Homework, done: HomeworkDone) -> int:
        return max(0, self.sums * (homework.amount - int(self.counted(done))))


UNITS: Mapping[str, HomeworkUnit] = {
    Unit.CARDS: HomeworkUnit(
        amount=ngettext_lazy("%(n)s card", "%(n)s cards", "n"),
        progress=ngettext_lazy("%(n)s of %(all)s card", "%(n)s of %(all)s cards", "all"),
        counted=lambda done: done.placed,
        sums=1,
        asked=_("Cards"),
        most=300,
    ),
    Unit.MINUTES: HomeworkUnit(
        amount=ngettext_lazy("%(n)s minute", "%(n)s minutes", "n"),
        progress=ngettext_lazy("%(n)s of %(all)s minute", "%(n)s of %(all)s minutes", "all"),
        counted=lambda done: done.minutes,
        sums=5,
        asked=_("Minutes"),
        most=60,
    ),
    Unit.CHECK_UPS: HomeworkUnit(
        amount=ngettext_lazy("%(n)s check-up", "%(n)s check-ups", "n"),
        progress=ngettext_lazy("%(n)s of %(all)s check-up", "%(n)s of %(all)s check-ups", "all"),
        counted=lambda done: done.ended,
        sums=0,
        asked=_("Check-up"),
        check_up=True,
    ),
    Unit.ROUNDS: HomeworkUnit(
        amount=ngettext_lazy("%(n)s round", "%(n)s rounds", "n"),
        progress=ngettext_lazy("%(n)s of %(all)s round", "%(n)s of %(all)s rounds", "all"),
        counted=lambda done: done.placed,
        sums=0,
    ),
}
"""The units by their stored names. A larger amount than `most` is too much for a child; most children take twelve
seconds for a sum."""


def of(homework: Homework) -> HomeworkUnit:
    return UNITS[homework.unit]

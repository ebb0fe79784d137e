"""What homework is counted in: each unit declared once, with its words, how far it goes, and how it is done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classroom.models import Homework

Unit = Homework.Unit


class HomeworkDone(NamedTuple):
    """Practice that somebody has done for a homework. `right` of `answered` cards were right at once."""

    placed: int = 0
    right: int = 0
    answered: int = 0
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class HomeworkUnit:
    """A unit of homework. `amount` says so many of it, `progress` the first number of the second, `counted` how many
    of it somebody has done.

    `asked` are its words where homework is set, "" where that is done elsewhere, and `most` is how many may be set.
    `sums` is how many sums one of it comes to: as many go onto a device that practises without a connection. 0 is a
    round with a lesson's cards, played at a table: nothing of it is practised, on paper neither.
    """

    amount: Callable[[int], str]
    progress: Callable[[int, int], str]
    counted: Callable[[HomeworkDone], float]
    sums: int
    asked: str | Promise = ""
    most: int = 1

    @property
    def practised(self) -> bool:
        return self.sums > 0

    def is_done(self, homework: Homework, done: HomeworkDone) -> bool:
        return self.counted(done) >= homework.amount

    def how_far(self, homework: Homework, done: HomeworkDone) -> str:
        """Return how far somebody is, in words: 7 of 20 cards."""
        return self.progress(int(self.counted(done)), homework.amount)

    def sums_left(self, homework: Homework, done: HomeworkDone) -> int:
        return max(0, self.sums * (homework.amount - int(self.counted(done))))


UNITS: Mapping[str, HomeworkUnit] = {
    Unit.CARDS: HomeworkUnit(
        amount=lambda n: ngettext("%(n)s card", "%(n)s cards", n) % {"n": n},
        progress=lambda n, of: ngettext("%(n)s of %(all)s card", "%(n)s of %(all)s cards", of) % {"n": n, "all": of},
        counted=lambda done: done.placed,
        sums=1,
        asked=_("a number of cards"),
        most=300,
    ),
    Unit.MINUTES: HomeworkUnit(
        amount=lambda n: ngettext("%(n)s minute", "%(n)s minutes", n) % {"n": n},
        progress=lambda n, of: (
            ngettext("%(n)s of %(all)s minute", "%(n)s of %(all)s minutes", of) % {"n": n, "all": of}
        ),
        counted=lambda done: done.minutes,
        sums=5,
        asked=_("a number of minutes"),
        most=60,
    ),
    Unit.ROUNDS: HomeworkUnit(
        amount=lambda n: ngettext("%(n)s round", "%(n)s rounds", n) % {"n": n},
        progress=lambda n, of: ngettext("%(n)s of %(all)s round", "%(n)s of %(all)s rounds", of) % {"n": n, "all": of},
        counted=lambda done: done.placed,
        sums=0,
    ),
}
"""By the names that are stored. More than `most` is no homework for a child; most children take twelve seconds for a
sum."""


def of(homework: Homework) -> HomeworkUnit:
    return UNITS[homework.unit]

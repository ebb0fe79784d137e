"""The state of challenges: the new sums per child of both classes, up to the end of yesterday.

Sums learnt today count tomorrow, so that nobody watches the number during a lesson, and it does not reveal one child's
evening.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.utils import timezone

from classroom.challenges.offers import TAUGHT_NOW
from classroom.models import Challenge, ChallengeEntry
from classroom.reports.kit.contract import NewSums, NewSumsAsked
from classroom.reports.pages import catalogue as reports
from classroom.server.time_zone import midnight

A_DAY = timedelta(days=1)


WIDTH = 1000
"""The length of a bar, in the units of its picture."""


class Side(NamedTuple):
    """One of the two classes in a picture: its teacher's name, its new sums per child and their bar."""

    is_ours: bool
    teacher: str
    each: float | None
    bar: int


class ChallengeStanding(NamedTuple):
    """A challenge as shown to one of its two classes: its own new sums, in all and per child, and those per child of
    the other class, whose teacher's name is `other`. None for a class with too few children."""

    entry: ChallengeEntry
    other: str
    begun: date
    total: int
    ours: float | None
    theirs: float | None

    @property
    def challenge(self) -> Challenge:
        return self.entry.challenge

    @property
    def is_counted(self) -> bool:
        """Whether its first day is over."""
        return self.begun < timezone.localdate()

    @property
    def is_level(self) -> bool:
        return self.ours is not None and self.ours == self.theirs

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both classes, always with the own one first."""
        most = max(self.ours or 0, self.theirs or 0) or 1
        ours, theirs = (round((each or 0) / most * WIDTH) for each in (self.ours, self.theirs))
        return Side(True, "", self.ours, ours), Side(False, self.other, self.theirs, theirs)


def standings(classrooms: Collection[int]) -> dict[int, ChallengeStanding]:
    """Return the begun challenge of each of these classes that has one."""
    pairs = _pairs(classrooms)
    asked = [_asked(entry, _begun(pair)) for pair in pairs for entry in pair]
    new = reports.FIRST.new_sums_of_classes(asked) if asked else {}
    sides = [(pair, mine, other) for pair in pairs for mine, other in (pair, pair[::-1])]
    return {
        mine.classroom_id: _standing(mine, other, _begun(pair), new)
        for pair, mine, other in sides
        if mine.classroom_id in classrooms
    }


def _standing(
    mine: ChallengeEntry, other: ChallengeEntry, begun: date, new: Mapping[int, NewSums]
) -> ChallengeStanding:
    none = NewSums(0, 0)
    ours, theirs = (new.get(entry.classroom_id, none) for entry in (mine, other))
    name = other.agreed_by.name if other.agreed_by else ""
    return ChallengeStanding(mine, name, begun, ours.total, ours.each, theirs.each)


def shown_to(classroom_id: int) -> ChallengeStanding | None:
    """Return the challenge to show to the children of a class; None unless its teacher wants it and both numbers
    exist."""
    found = standings([classroom_id]).get(classroom_id)
    if found is None or not found.entry.is_shown or not found.is_counted or None in (found.ours, found.theirs):
        return None
    return found


def _pairs(classrooms: Collection[int]) -> list[tuple[ChallengeEntry, ChallengeEntry]]:
    """Return the two entries of each begun challenge whose classes are both taught now."""
    begun = Challenge.objects.filter(email="", entries__classroom__in=classrooms).order_by().values("pk")
    entries = ChallengeEntry.objects.filter(TAUGHT_NOW, challenge__in=begun)
    of_challenge: dict[int, list[ChallengeEntry]] = {}
    for entry in entries.select_related("challenge", "classroom", "agreed_by"):
        of_challenge.setdefault(entry.challenge_id, []).append(entry)
    today = timezone.localdate()
    shown = (pair for pair in of_challenge.values() if pair[0].challenge.shown_until >= today)
    return [(pair[0], pair[1]) for pair in shown if len(pair) == 2]


def _begun(pair: Iterable[ChallengeEntry]) -> date:
    return max(timezone.localdate(entry.agreed_at) for entry in pair)


def _asked(entry: ChallengeEntry, begun: date) -> NewSumsAsked:
    until = min(timezone.localdate(), entry.challenge.last_day + A_DAY)
    return NewSumsAsked(entry.classroom, midnight(begun), midnight(max(begun, until)))

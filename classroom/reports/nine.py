"""What students show in Nine to Nothing: their sums, counted by student, by target and by kind (measurement.md 4.4).

One query of claims, the rest is counting. The first try for a target in a turn counts for right, wrong and speed; the
points made of those possible count every right sum. Cardinal's checking and classmates' are never added together: one
report for each. Nothing here is ordered by how well somebody did.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.models import ClassSession, Sitting, Student
from classroom.reports.measures import CLASS_MEAN_FROM_STUDENTS, Accuracy, Speed
from classroom.reports.measures.intervals import median, median_interval
from classroom.reports.measures.showing import SPEED_PALE_FROM
from classroom.reports.queries import students_of
from game.claims import CLASSMATE, COMPUTER, MISSED, NOBODY, RIGHT, SELF, WRONG
from game.models import Claim
from game.nine_words import sum_of
from game.rules.nine_cards import terms
from game.rules.nine_diagnosis import NineCode
from game.rules.nine_position import Options

KINDS = {"plus": _("Plus cards only"), "minus": _("With a minus card"), "change": _("With a sign change")}
SIZES = {2: _("Two cards"), 3: _("Three cards"), 4: _("Four cards and more")}
CHECKINGS = {"referee": _("Cardinal checks"), "classmates": _("Classmates check")}
CODES: dict[str, Promise] = {
    NineCode.CHANGE_FORGOTTEN: _("right if the sign change were not there"),
    NineCode.SIGN_FLIP: _("one card counted with the wrong sign"),
    NineCode.IGNORED_SIGNS: _("right if all signs were plus"),
    NineCode.CARD_NOT_COUNTED: _("right without one of the cards"),
    NineCode.OPPOSITE: _("right number, wrong sign"),
    NineCode.OFF_BY_ONE: _("one too many or too few"),
    NineCode.OFF_BY_TEN: _("ten too many or too few"),
    NineCode.OTHER: _("no pattern"),
}


class Sum(NamedTuple):
    """Columns of a claim."""

    player: int
    table: int
    target: int
    kind: str
    size: int
    ending: str
    noticed: str
    points: int
    possible: int
    milliseconds: int | None
    timed: bool
    retry: bool
    codes: list[str]
    cards: list[int]
    total: int | None
    checking: str


@dataclass(frozen=True, slots=True)
class Tally:
    """First tries. `missed`: turns with a sum in the hand and none tried. `made` of `possible` points in right sums.

    Of the wrong sums that classmates were to find: `own` were taken back, `found` by somebody, `unseen` by nobody.
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0
    made: int = 0
    possible: int = 0
    own: int = 0
    found: int = 0
    unseen: int = 0
    speed: Speed = Speed(0)

    @property
    def played(self) -> bool:
        return self.right + self.wrong + self.missed > 0

    @property
    def accuracy(self) -> Accuracy:
        return Accuracy(self.right, self.right + self.wrong)

    @property
    def of_hundred_points(self) -> int | None:
        return round(100 * self.made / self.possible) if self.possible else None


class Part(NamedTuple):
    """A tally of a part of the sums: a target, a kind, a number of cards."""

    key: str
    label: str | Promise
    tally: Tally


class WrongSum(NamedTuple):
    """A wrong sum: how it was written, what it makes, what was wanted, and what may explain it (several may)."""

    written: str
    total: int
    target: int
    reasons: list[Promise]
    times: int

    @property
    def makes(self) -> str:
        """The total with a real minus sign."""
        return f"{self.total}".replace("-", "−")


class StudentRow(NamedTuple):
    student: Student
    tally: Tally

    @property
    def key(self) -> str:
        """Names the row in the page."""
        return f"{self.student.pk}"


@dataclass(frozen=True, slots=True)
class NineReport:
    """Everybody asked about, in their order, and all their sums together, by who checked them (CHECKINGS)."""

    checking: str
    rows: list[StudentRow]
    whole: Tally
    targets: list[Part]
    kinds: list[Part]
    sizes: list[Part]
    wrong: list[WrongSum]

    @property
    def by_classmates(self) -> bool:
        return self.checking == "classmates"

    @property
    def checked_by(self) -> Promise:
        return CHECKINGS[self.checking]

    @property
    def played(self) -> int:
        return sum(row.tally.played for row in self.rows)

    @property
    def sums_up_a_class(self) -> bool:
        """Whether enough have played that numbers are not about single children (measurement 5.4)."""
        return self.played >= CLASS_MEAN_FROM_STUDENTS


class SessionLine(NamedTuple):
    session: ClassSession
    tally: Tally

    @property
    def key(self) -> str:
        """Names the line in the page."""
        return f"nine_{self.session.pk}"


def of_session(session: ClassSession) -> NineReport:
    tables = list(Sitting.objects.filter(session=session).values_list("seat__table", flat=True).distinct())
    return report(list(students_of(session)), sums(tables=tables), _checking(session))


def of_student_in(session: ClassSession, student: Student) -> NineReport:
    tables = list(Sitting.objects.filter(student=student, session=session).values_list("seat__table", flat=True))
    return report([student], sums(players=[student.pk], tables=tables), _checking(session))


def of_students(students: Sequence[Student], since: int = 0) -> list[NineReport]:
    """Return a report for each way of checking that they played, from this moment on (ms since 1970)."""
    told = sums(players=[student.pk for student in students], since=since)
    by_checking = _grouped(told, lambda one: one.checking)
    return [report(students, by_checking[name], name) for name in CHECKINGS if name in by_checking]


def _checking(session: ClassSession) -> str:
    return Options.from_json(session.options).checking


def have_laid(students: Iterable[Student]) -> bool:
    return Claim.objects.filter(player__in=[student.pk for student in students]).exists()


def sessions_of(student: Student) -> list[SessionLine]:
    """Return the sessions in which the student laid sums, newest first."""
    sittings = Sitting.objects.filter(student=student).select_related("session", "seat")
    session_of = {one.seat.table_id: one.session for one in sittings}
    found: dict[ClassSession, list[Sum]] = defaultdict(list)
    for one in sums(players=[student.pk]):
        if one.table in session_of:
            found[session_of[one.table]].append(one)
    newest = sorted(found, key=lambda session: (session.opened_at, session.pk), reverse=True)
    return [SessionLine(session, tally(found[session])) for session in newest]


def sums(*, players: Sequence[int] | None = None, tables: Sequence[int] | None = None, since: int = 0) -> list[Sum]:
    """Return the claims of these players at these tables, in the order of play; one query."""
    found = Claim.objects.filter(started_at__gte=since).order_by("started_at", "round", "line")
    if players is not None:
        found = found.filter(player__in=players)
    if tables is not None:
        found = found.filter(round__table__in=tables)
    columns = ["round__table" if name == "table" else name for name in Sum._fields]
    return [Sum(*row) for row in found.values_list(*columns)]


def report(students: Sequence[Student], told: Sequence[Sum], checking: str) -> NineReport:
    of_player = _grouped(told, lambda one: one.player)
    tried = [one for one in told if one.ending != MISSED]
    return NineReport(
        checking=checking,
        rows=[StudentRow(student, tally(of_player.get(student.pk, []))) for student in students],
        whole=tally(told),
        targets=[Part(f"target_{n}", f"{n}", tally(found)) for n, found in _sorted(told, lambda one: -one.target)],
        kinds=_parts(tried, "kind", KINDS, lambda one: one.kind),
        sizes=_parts(tried, "size", SIZES, lambda one: min(one.size, max(SIZES))),
        wrong=wrong_sums(told),
    )


def tally(told: Iterable[Sum]) -> Tally:
    """Count these sums."""
    told = list(told)
    first = [one for one in told if not one.retry]
    endings = Counter(one.ending for one in first)
    noticed = Counter(one.noticed for one in first if one.ending == WRONG)
    right = [one for one in told if one.ending == RIGHT]
    return Tally(
        right=endings[RIGHT],
        wrong=endings[WRONG],
        missed=endings[MISSED],
        made=sum(one.points for one in right),
        possible=sum(one.possible for one in right),
        own=noticed[SELF],
        found=noticed[CLASSMATE] + noticed[COMPUTER],
        unseen=noticed[NOBODY],
        speed=_speed(first),
    )


def _speed(first: Iterable[Sum]) -> Speed:
    """Return the middle time of right sums; nobody races here, so that it is the plain median (measurement 3.5)."""
    seconds = [one.milliseconds / 1000 for one in first if one.ending == RIGHT and one.timed and one.milliseconds]
    if len(seconds) < SPEED_PALE_FROM:
        return Speed(len(seconds))
    return Speed(len(seconds), median(seconds), median_interval(seconds))


def wrong_sums(told: Iterable[Sum]) -> list[WrongSum]:
    """Return the wrong sums, retries too, commonest first; the same faces in the same order are one sum."""
    written = [(sum_of(terms(one.cards)), one) for one in told if one.ending == WRONG]
    times = Counter((text, one.target) for text, one in written)
    first = {(text, one.target): one for text, one in reversed(written)}
    ordered = sorted(times, key=lambda key: (-times[key], -key[1], key[0]))
    return [
        WrongSum(text, first[text, target].total or 0, target, _reasons(first[text, target]), times[text, target])
        for text, target in ordered
    ]


def _reasons(one: Sum) -> list[Promise]:
    return [CODES[code] for code in one.codes if code in CODES]


def _parts(told: Iterable[Sum], name: str, labels: dict, of: Callable[[Sum], object]) -> list[Part]:
    groups = _grouped(told, of)
    return [Part(f"{name}_{key}", label, tally(groups.get(key, []))) for key, label in labels.items()]


def _sorted(told: Iterable[Sum], of: Callable[[Sum], int]) -> list[tuple[int, list[Sum]]]:
    return [(abs(key), found) for key, found in sorted(_grouped(told, of).items())]


def _grouped(told: Iterable[Sum], of: Callable[[Sum], object]) -> dict:
    groups = defaultdict(list)
    for one in told:
        groups[of(one)].append(one)
    return groups

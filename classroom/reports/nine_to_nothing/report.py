"""Report of students in Nine to Nothing: their sums, counted by student, by target and by kind (measurement 4.4).

Sums checked by Cardinal and by classmates are never merged: each has its own report. Nothing is ordered by how well a
student did.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.measures import Accuracy
from classroom.measures.mastery import OWN_FROM
from classroom.models import ClassSession, Sitting, Student
from classroom.reports.kit.rows import OfStudents, StudentRow, rows_of, students_of, tables_of
from classroom.reports.nine_to_nothing.checks import Checks, checks_of
from classroom.reports.nine_to_nothing.next_lesson import Sentence, sentences
from classroom.reports.nine_to_nothing.tally import CHECKINGS, LaidSum, SumTally, WrongSum, sums, tally, wrong_sums
from classroom.sessions.counts import SessionTries, tries_in
from game.models import Claim
from game.nine_to_nothing.claims import MISSED
from game.rules.nine_to_nothing.position import Options

KINDS = {"plus": _("Plus cards only"), "minus": _("With a minus card"), "change": _("With a sign change")}
SIZES = {2: _("Two cards"), 3: _("Three cards"), 4: _("Four cards and more")}


class Part(NamedTuple):
    """A tally of a part of the sums: a target, a kind, a number of cards."""

    key: str
    label: str | Promise
    tally: SumTally


class WrongSums(NamedTuple):
    """The wrong sums of one kind, the commonest first."""

    label: str | Promise
    sums: list[WrongSum]


@dataclass(frozen=True, slots=True)
class NineReport(OfStudents[SumTally]):
    """All requested students in order, and all their sums together, by who checked them (CHECKINGS)."""

    checking: str
    rows: list[StudentRow[SumTally]]
    whole: SumTally
    targets: list[Part]
    kinds: list[Part]
    sizes: list[Part]
    wrong: list[WrongSums]
    checks: dict[int, Checks]
    sentences: list[Sentence]

    @property
    def checkers(self) -> list[tuple[Student, Checks]]:
        """Students who had anything to check, in the order of the rows."""
        return [(row.student, self.checks[row.student.pk]) for row in self.rows if row.student.pk in self.checks]

    @property
    def enough_sums(self) -> int:
        """Number of sums from which an empty panel means that nothing stands out: each child needs enough (measurement
        7, row 21)."""
        return OWN_FROM * max(1, self.played)

    @property
    def too_few(self) -> bool:
        return self.whole.answered < self.enough_sums

    @property
    def by_classmates(self) -> bool:
        return self.checking == "classmates"

    @property
    def checked_by(self) -> Promise:
        return CHECKINGS[self.checking]


class SessionLine(NamedTuple):
    session: ClassSession
    tries: SessionTries

    @property
    def accuracy(self) -> Accuracy:
        return Accuracy(self.tries.right, self.tries.tried)

    @property
    def key(self) -> str:
        """Id of the line in the page."""
        return f"nine_{self.session.pk}"


def of_session(session: ClassSession) -> NineReport:
    students, tables = list(students_of(session)), tables_of(session)
    checks = checks_of([student.pk for student in students], tables=tables)
    return report(students, sums(tables=tables), _checking(session), checks)


def of_student_in(session: ClassSession, student: Student) -> NineReport:
    tables = tables_of(session, student)
    told, checks = sums(players=[student.pk], tables=tables), checks_of([student.pk], tables=tables)
    return report([student], told, _checking(session), checks)


def of_students(students: Sequence[Student], since: int = 0, until: int | None = None) -> list[NineReport]:
    """Return a report for each way of checking that they played, between these moments (ms since 1970), the end
    exclusive."""
    players = [student.pk for student in students]
    told = sums(players=players, since=since, until=until)
    checks = checks_of(players, since=since, until=until)
    by_checking = _grouped(told, lambda row: row.checking)
    return [report(students, by_checking[name], name, checks) for name in CHECKINGS if name in by_checking]


def _checking(session: ClassSession) -> str:
    return Options.from_json(session.options).checking


def have_laid(students: Iterable[Student]) -> bool:
    return Claim.objects.filter(player__in=persons.players_of(*(student.pk for student in students))).exists()


def sessions_of(student: Student) -> list[SessionLine]:
    """Return the sessions in which the student laid sums, newest first."""
    laid = Claim.objects.filter(player=student.pk, pictured=False)
    at = Sitting.objects.filter(student=student, seat__table__in=laid.values("round__table"))
    newest = ClassSession.objects.filter(pk__in=at.values("session")).order_by("-opened_at", "-pk")
    found = tries_in(newest)
    return [SessionLine(session, found[session.pk].get(student.pk, SessionTries())) for session in newest]


def report(
    students: Sequence[Student], told: Sequence[LaidSum], checking: str, checks: Mapping[int, Checks]
) -> NineReport:
    """Return the report of sums that were checked this way; `checks` count only if classmates check."""
    of_player = _grouped(told, lambda row: row.player)
    tried = [row for row in told if row.ending != MISSED]
    found = NineReport(
        checking=checking,
        rows=rows_of(students, [tally(of_player.get(student.pk, [])) for student in students]),
        whole=tally(told),
        targets=[Part(f"target_{n}", f"{n}", tally(found)) for n, found in _sorted(told, lambda row: -row.target)],
        kinds=_parts(tried, "kind", KINDS, lambda row: row.kind),
        sizes=_parts(tried, "size", SIZES, lambda row: min(row.size, max(SIZES))),
        wrong=_wrong_by_kind(told),
        checks={pk: own for pk, own in checks.items() if own.made} if checking == "classmates" else {},
        sentences=[],
    )
    return replace(found, sentences=sentences(found, told))


def _wrong_by_kind(told: Sequence[LaidSum]) -> list[WrongSums]:
    groups = _grouped(told, lambda row: row.kind)
    found = [WrongSums(label, wrong_sums(groups.get(kind, []))) for kind, label in KINDS.items()]
    return [group for group in found if group.sums]


def _parts(told: Iterable[LaidSum], name: str, labels: dict, of: Callable[[LaidSum], object]) -> list[Part]:
    groups = _grouped(told, of)
    return [Part(f"{name}_{key}", label, tally(groups.get(key, []))) for key, label in labels.items()]


def _sorted(told: Iterable[LaidSum], of: Callable[[LaidSum], int]) -> list[tuple[int, list[LaidSum]]]:
    return [(abs(key), found) for key, found in sorted(_grouped(told, of).items())]


def _grouped(told: Iterable[LaidSum], of: Callable[[LaidSum], object]) -> dict:
    groups = defaultdict(list)
    for row in told:
        groups[of(row)].append(row)
    return groups

"""The games with reports of their own; every other game has the default report."""

from collections.abc import Iterable, Sequence

from classroom.models import Classroom, ClassSession, Student
from classroom.reports.around_the_corner.report import CornerReport
from classroom.reports.kit.contract import GameReport, how_many_known
from classroom.reports.nine_to_nothing.game_report import NineGameReport
from game import clock, rules
from game.rules import around_the_corner, nine_to_nothing

REPORTS: dict[str, GameReport] = {
    around_the_corner.NAME: CornerReport(around_the_corner.NAME),
    nine_to_nothing.NAME: NineGameReport(nine_to_nothing.NAME),
}
FIRST = REPORTS[around_the_corner.NAME]
"""The report whose page opens by default."""


def report_of(game: str) -> GameReport:
    return REPORTS.get(game) or GameReport(game)


def asked(game: str | None) -> GameReport:
    """Return the report of the game in an address, by default the first."""
    return report_of(game) if game and game in rules.CATALOGUE.games else FIRST


def known_of(classroom: Classroom) -> dict[int, int]:
    """Return the number of known sums by student, for those who have met enough of them."""
    levels = FIRST.known_sums(classroom)
    return {student: how_many_known(counts) for student, counts in levels.items() if any(counts[:-1])}


def new_sums_in(lesson: Sequence[ClassSession]) -> int:
    """Return the number of sums that a child of the class did not know at the start of the first of these sessions, and
    knew at the end of the last one."""
    since, until = lesson[0].started_at, lesson[-1].ended_at
    if since is None or until is None:
        return 0
    return len(report_of(lesson[-1].game).new_sums(lesson[-1].classroom, clock.in_ms(since), clock.in_ms(until)))


def others(than: GameReport, students: Iterable[Student]) -> list[GameReport]:
    """Return the reports of the other games that any of these students played, in the order of the rules' catalogue."""
    listed = list(students)
    found = [report_of(name) for name in rules.CATALOGUE.games if name != than.name]
    return [report for report in found if report.has_played(listed)]

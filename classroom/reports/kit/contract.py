"""Contract of a game's reports, with a default for every part: rounds, places and points.

The list of games is in `catalogue`; a game's package imports this contract, never the catalogue.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from classroom.measures import CLASS_MEAN_FROM_STUDENTS
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.kit import results
from classroom.reports.kit.exports.columns import Files
from classroom.reports.kit.exports.research_tables import ResearchGame
from classroom.reports.kit.growth.kinds import SchoolGrowth
from classroom.sessions.summary import counted
from game import catalogue

SIGNS = {"secure": "✓✓", "accurate": "✓", "growing": "↗", "teach": "!", "none": "·"}
"""Levels that a sum can have, from known to not seen: the class of its colour, and a sign that no language owns."""
LEVELS = tuple(SIGNS)
LEVEL_WORDS: Mapping[str, str | Promise] = {
    "secure": _("secure"),
    "accurate": _("right, slower"),
    "growing": _("growing"),
    "teach": _("to teach"),
    "none": _("too few cards"),
}


def how_many_known(levels: Sequence[int]) -> int:
    """Return how many sums are known, quick or not, of the counts at each of LEVELS: what *known* means everywhere."""
    return sum(levels[:2])


class Page(NamedTuple):
    """A template and what it is drawn with."""

    template: str
    context: dict[str, Any]


class Learnt(NamedTuple):
    """A kind of card that the class learnt: its name, a picture of it, how many of those tried were right."""

    words: str
    picture: SafeString
    right: int
    tried: int


class NewSumsAsked(NamedTuple):
    """A class of which new sums are counted: what was not known at `since` and is at `until` (ms since 1970)."""

    classroom: Classroom
    since: int
    until: int


class NewSums(NamedTuple):
    """New sums of all children on a roll, of those who were away, too."""

    total: int
    children: int

    @property
    def each(self) -> float | None:
        """Return how many that is per child; None where a mean would be of too few children."""
        return round(self.total / self.children, 1) if self.children >= CLASS_MEAN_FROM_STUDENTS else None


class GameReport:
    """Reports of one game. A package of reports overrides what it says better than the default."""

    urls: str | None = None
    """Module of the pages that only this game has."""
    address = ""
    """Word at which its page of a class and of a student has an address and a name of its own."""
    moment_template = "classroom/reports/plain/_moment.html"
    """Draws a moment of what the game's `replay_of` returns."""
    next_lesson_template = ""
    """Drawn on the page after a session with `after_session`."""
    kinds_of_sums: Sequence[str] = ()
    """The kinds of sums that children calculate in it, as the curriculum's file calls them (curriculum.KINDS)."""
    heads_of_kinds: Sequence[str | Promise] = ()
    """The same in words, in the order of `kinds_grown`."""

    research: ResearchGame | None = None
    """Its part of the research file; nothing where no decisions are kept."""

    def __init__(self, name: str) -> None:
        self.name = name

    def title(self) -> str:
        """Return the name of the game, as on every screen."""
        return catalogue.of(self.name).title()

    def session_page(self, session: ClassSession) -> Page:
        context = {"report": results.report_of(session), "title": self.title()} | counted(session)
        return Page("classroom/reports/plain/session.html", context)

    def session_student_page(self, session: ClassSession, student: Student) -> Page:
        context = {"report": results.report_of(session, student), "title": self.title()}
        return Page("classroom/reports/plain/session_student.html", context)

    def class_address(self, classroom: Classroom) -> str:
        """Return the address of the class's page of this game."""
        return self._address("class", classroom.pk)

    def student_address(self, student: Student) -> str:
        return self._address("student", student.pk)

    def _address(self, whose: str, pk: int) -> str:
        if self.address:
            return reverse(f"{whose}_{self.address}", args=[pk])
        return f"{reverse(f'{whose}_report', args=[pk])}?game={self.name}"

    def class_page(self, classroom: Classroom, asked: Mapping[str, Any]) -> Page:
        """Return the class's page over its sessions; `asked` is what the address asks for."""
        context = {"lines": results.sessions_of(classroom, self.name), "title": self.title()}
        return Page("classroom/reports/plain/class.html", context)

    def student_page(self, student: Student, asked: Mapping[str, Any]) -> Page:
        lines = results.sessions_of(student.classroom, self.name, student)
        return Page("classroom/reports/plain/student.html", {"lines": lines, "title": self.title()})

    def has_played(self, students: Iterable[Student]) -> bool:
        """Return whether there is anything on the page of these students."""
        return results.have_played(self.name, students)

    def after_session(self, session: ClassSession) -> dict[str, Any]:
        """Return what the page after a session says for the next lesson; nothing without measures."""
        return {}

    def slip_words(self, slip: str) -> str:
        """Say what may lie behind this kind of mistake (Presentation.slips); "" where nothing is known."""
        return ""

    def learnt(self, session: ClassSession, earlier: ClassSession) -> Learnt | None:
        """Return the kind of card in which the class grew most since an earlier session; None where it grew in none."""
        return None

    def known_sums(self, classroom: Classroom) -> Mapping[int, tuple[int, ...]]:
        """Return by student how many sums are secure, accurate, growing, to teach, and not met often enough."""
        return {}

    def class_levels(self, classrooms: Iterable[Classroom]) -> Mapping[int, tuple[int, ...]]:
        """Return by class the same over all its students, as it was computed last; nothing of a small class."""
        return {}

    def known_at(self, classroom: Classroom, moments: Sequence[int]) -> Sequence[int]:
        """Count the sums that all children of the class knew together at each of these moments (ms since 1970)."""
        return [0] * len(moments)

    def new_sums(self, classroom: Classroom, since: int, until: int | None = None) -> Sequence[str]:
        """Return the sums that a child of the class did not know at `since` and knows at `until` (ms; None: now), each
        once for every such child."""
        return ()

    def new_sums_of_classes(self, asked: Collection[NewSumsAsked]) -> Mapping[int, NewSums]:
        """Count the same by class, of many at once; classes without children are left out."""
        return {}

    def kinds_grown(self, classrooms: Collection[Classroom]) -> SchoolGrowth:
        """Return for each kind of sums how many children know more of it than eight weeks ago."""
        return SchoolGrowth({}, ())

    def next_lesson(self, classroom: Classroom) -> list[Any]:
        """Return the sentences that the class's page says now, the most urgent first; nothing without measures."""
        return []

    def prepare(self, classroom: Classroom, session: ClassSession) -> None:
        """Compute and keep what the pages after this session rest on; nothing without measures."""

    def prepare_part(self, classroom: Classroom, part: int, parts: int) -> None:
        """Compute and keep, for one of so many parts of the class, what takes long and is kept until somebody plays."""

    def session_files(self, session: ClassSession) -> Files:
        return results.session_files(session)

    def class_files(self, classroom: Classroom) -> Files:
        return results.classroom_files(classroom, self.name)

    def student_files(self, student: Student) -> Files:
        return results.student_files(student, self.name)

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
from classroom.reports.kit.growth.weeks import SchoolGrowth
from classroom.sessions.summary import counted
from game import catalogue

SIGNS = {"secure": "✓✓", "accurate": "✓", "growing": "↗", "teach": "!", "none": "·"}
"""Levels of a sum, from known to not seen: its CSS class, and a sign that needs no translation."""
LEVELS = tuple(SIGNS)
LEVEL_WORDS: Mapping[str, str | Promise] = {
    "secure": _("secure"),
    "accurate": _("right, slower"),
    "growing": _("growing"),
    "teach": _("to teach"),
    "none": _("too few cards"),
}


def how_many_known(levels: Sequence[int]) -> int:
    """Return the number of known sums, quick or not, from the counts at each of LEVELS: the definition used
    everywhere."""
    return sum(levels[:2])


class Page(NamedTuple):
    """A template and its context."""

    template: str
    context: dict[str, Any]


class Learnt(NamedTuple):
    """A kind of card that the class learnt: its name, a picture of it, and the number of right ones of those tried."""

    words: str
    picture: SafeString
    right: int
    tried: int


class NewSumsAsked(NamedTuple):
    """A class whose new sums are to be counted: not known at `since`, known at `until` (ms since 1970)."""

    classroom: Classroom
    since: int
    until: int


class NewSums(NamedTuple):
    """New sums of all children on a roll, including absent ones."""

    total: int
    children: int

    @property
    def each(self) -> float | None:
        """The mean per child; None for too few children."""
        return round(self.total / self.children, 1) if self.children >= CLASS_MEAN_FROM_STUDENTS else None


class GameReport:
    """Reports of one game. A package of reports overrides the defaults it improves on."""

    urls: str | None = None
    """Module of the pages that only this game has."""
    address = ""
    """Path component and URL name of this game's own pages of a class and of a student."""
    moment_template = "classroom/reports/plain/_moment.html"
    """Template for a moment of the replay returned by the game's `replay_of`."""
    next_lesson_template = ""
    """Template for `after_session` on the page after a session."""
    kinds_of_sums: Sequence[str] = ()
    """The kinds of sums in this game, by their keys in the curriculum's file (curriculum.KINDS)."""
    heads_of_kinds: Sequence[str | Promise] = ()
    """The kinds of sums in words, in the order of `kinds_grown`."""

    research: ResearchGame | None = None
    """Its part of the research file; None if it stores no decisions."""

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
        """Return the class's page over its sessions; `asked` are the query parameters."""
        context = {"lines": results.sessions_of(classroom, self.name), "title": self.title()}
        return Page("classroom/reports/plain/class.html", context)

    def student_page(self, student: Student, asked: Mapping[str, Any]) -> Page:
        lines = results.sessions_of(student.classroom, self.name, student)
        return Page("classroom/reports/plain/student.html", {"lines": lines, "title": self.title()})

    def has_played(self, students: Iterable[Student]) -> bool:
        """Return whether the page of these students would have any content."""
        return results.have_played(self.name, students)

    def after_session(self, session: ClassSession) -> dict[str, Any]:
        """Return the advice for the next lesson on the page after a session; {} without measures."""
        return {}

    def slip_words(self, slip: str) -> str:
        """Return a possible cause of this kind of mistake (Presentation.slips); "" if unknown."""
        return ""

    def learnt(self, session: ClassSession, earlier: ClassSession) -> Learnt | None:
        """Return the kind of card in which the class improved most since an earlier session; None if it may be
        chance."""
        return None

    def known_sums(self, classroom: Classroom) -> Mapping[int, tuple[int, ...]]:
        """Return for each student the number of sums that are secure, accurate, growing, to teach, and not met often
        enough."""
        return {}

    def class_levels(self, classrooms: Iterable[Classroom]) -> Mapping[int, tuple[int, ...]]:
        """Return these numbers summed over each class, as computed last; empty for a small class."""
        return {}

    def known_at(self, classroom: Classroom, moments: Sequence[int]) -> Sequence[int]:
        """Return the number of sums that all children of the class knew together at each of these moments (ms since
        1970)."""
        return [0] * len(moments)

    def new_sums(self, classroom: Classroom, since: int, until: int | None = None) -> Sequence[str]:
        """Return the sums that a child of the class did not know at `since` and knows at `until` (ms; None: now), once
        for each such child."""
        return ()

    def new_sums_of_classes(self, asked: Collection[NewSumsAsked]) -> Mapping[int, NewSums]:
        """Return the number of new sums of many classes; classes without children are left out."""
        return {}

    def kinds_grown(self, classrooms: Collection[Classroom]) -> SchoolGrowth:
        """Return for each kind of sums how many children know more of it than eight weeks ago."""
        return SchoolGrowth({}, ())

    def next_lesson(self, classroom: Classroom) -> list[Any]:
        """Return the present sentences of the class's page, the most urgent first; [] without measures."""
        return []

    def prepare(self, classroom: Classroom, session: ClassSession) -> None:
        """Compute and cache the data of the pages after this session; nothing without measures."""

    def prepare_part(self, classroom: Classroom, part: int, parts: int) -> None:
        """Compute and cache slow results for one of `parts` parts of the class, which stay valid until somebody
        plays."""

    def session_files(self, session: ClassSession) -> Files:
        return results.session_files(session)

    def class_files(self, classroom: Classroom) -> Files:
        return results.classroom_files(classroom, self.name)

    def student_files(self, student: Student) -> Files:
        return results.student_files(student, self.name)

"""Report of Around the Corner: its pages and files, as the contract requires."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import persons
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.around_the_corner import class_context, constants, estimates, research
from classroom.reports.around_the_corner import class_page as pages
from classroom.reports.around_the_corner import learnt as lessons
from classroom.reports.around_the_corner.findings import queries
from classroom.reports.around_the_corner.findings.error_patterns import why_wrong
from classroom.reports.around_the_corner.findings.grouping import pictures
from classroom.reports.around_the_corner.sources import round_five
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.around_the_corner.sources.scope import scope_form
from classroom.reports.around_the_corner.sources.sheets import once_known
from classroom.reports.around_the_corner.student import page as student_page
from classroom.reports.around_the_corner.student.one_mode import EightWeeks
from classroom.reports.around_the_corner.words import CODES, SHORT_SKILLS
from classroom.reports.kit import curriculum
from classroom.reports.kit.contract import GameReport, Page
from classroom.reports.kit.exports import columns
from classroom.reports.kit.exports.columns import Extract, Files, Sheet
from classroom.reports.kit.rows import students_of, tables_of
from classroom.sessions import table_options
from classroom.sessions.summary import counted
from game.log import contests
from game.models import AnswerSheet, Attempt, Round
from game.rules.around_the_corner import FIVE
from game.rules.around_the_corner.diagnosis import Code
from game.rules.around_the_corner.position import REACTION

FOLDER = "classroom/reports/around_the_corner"


class CornerReport(GameReport):
    """Cards, right and wrong, with the numbers of classroom.measures."""

    urls = f"{__package__}.urls"
    research = research.GAME
    moment_template = f"{FOLDER}/_replay_moment.html"
    next_lesson_template = f"{FOLDER}/class/_next_lesson.html"
    heads_of_kinds = SHORT_SKILLS
    kinds_of_sums = ("+1", "+2", "+3", "+corner", "-1", "-2", "-3", "-corner")
    after_session = staticmethod(class_context.after_session)
    known_sums = staticmethod(pages.known_sums)
    class_levels = staticmethod(pages.class_levels)
    next_lesson = staticmethod(pages.next_lesson)
    learnt = staticmethod(lessons.learnt)
    known_at = staticmethod(lessons.known_at)
    new_sums = staticmethod(lessons.new_sums)
    new_sums_of_classes = staticmethod(lessons.new_sums_of_classes)
    kinds_grown = staticmethod(lessons.kinds_grown)

    def class_address(self, classroom: Classroom) -> str:
        return reverse("class_report", args=[classroom.pk])

    def student_address(self, student: Student) -> str:
        return reverse("student_report", args=[student.pk])

    def session_page(self, session: ClassSession) -> Page:
        context = {"reports": queries.of_session(session), "columns": COLUMNS}
        if session.options.get("highest") == FIVE or table_options.BY_TABLE in session.options:
            players = [student.pk for student in students_of(session)]
            context["round_five"] = round_five.tallies(players, tables_of(session))
        if session.options.get("first") == REACTION:
            rounds = Round.objects.filter(table__in=tables_of(session))
            context["contests"] = contests.of_rounds(rounds.values_list("pk", flat=True))
        return Page(f"{FOLDER}/session.html", context | self.after_session(session) | counted(session))

    def session_student_page(self, session: ClassSession, student: Student) -> Page:
        context: dict[str, Any] = {"reports": queries.of_student(student, session)}
        page = pages.session_page(session)
        context |= {"mode": page.scope.mode, "why": why_wrong(page.error_analysis_of(student.pk), lambda **_code: "")}
        return Page(f"{FOLDER}/session_student.html", context)

    def class_page(self, classroom: Classroom, asked: Mapping[str, Any]) -> Page:
        page = pages.class_page(classroom, asked)
        part = asked.get("part", "")
        template = f"parts/{part}" if part in class_context.PARTS else "page"
        return Page(f"{FOLDER}/class/{template}.html", class_context.page_of_part(page, part, asked.get("sort", "")))

    def student_page(self, student: Student, asked: Mapping[str, Any]) -> Page:
        part = asked.get("part", "")
        template = f"parts/{part}" if part in student_page.PARTS else "page"
        context = student_page.context(student, scope_form(asked, [student.pk]), part)
        return Page(f"{FOLDER}/student/{template}.html", context)

    def has_played(self, students: Iterable[Student]) -> bool:
        everywhere = persons.players_of(*(student.pk for student in students))
        return AnswerSheet.objects.filter(player__in=everywhere).exists()

    def slip_words(self, slip: str) -> str:
        words = CODES.get(Code(slip))
        return str(words.likely) if words else ""

    def prepare(self, classroom: Classroom, session: ClassSession) -> None:
        """Warm the report cache. This is optional: a page computes what is not cached."""
        of_class = pages.class_page(classroom, {})
        for page in (of_class, pages.session_page(session)):
            if not page.is_empty:
                _compute(
                    page, "known", "grouping", "error_analyses", "wrong_cards", "narrowed", "counted", "fit", "lines"
                )
        if not of_class.is_empty:
            _compute(EightWeeks(of_class, timezone.localdate()), "trends", "of_whole_class")
            pictures(of_class.grouping, of_class.quick)
            pages.known_sums(classroom)

    def prepare_part(self, classroom: Classroom, part: int, parts: int) -> None:
        students = list(classroom.students.all())
        once_known(classroom, students, students[part::parts])

    def session_files(self, session: ClassSession) -> Files:
        return _files(columns.of_session(Attempt, session), estimates.of_session(session))

    def class_files(self, classroom: Classroom) -> Files:
        return _files(columns.of_classroom(Attempt, classroom, "all-cards"), estimates.of_classroom(classroom))

    def student_files(self, student: Student) -> Files:
        return _files(columns.of_student(Attempt, student), estimates.of_classroom(student.classroom, student))


def _compute(of: object, *parts: str) -> None:
    """Read these attributes, whose values are then cached."""
    for part in parts:
        getattr(of, part)


def _files(extract: Extract, read: estimates.EstimatesScope) -> Files:
    students, every_estimate = estimates.sheets(read)
    cards = Sheet("cards", _("Cards"), COLUMNS, partial(columns.batches, extract))
    known = constants.constants(read.classroom) + curriculum.constants(CornerReport.kinds_of_sums)
    return Files(extract.name, (students, cards, every_estimate), "cards", known)

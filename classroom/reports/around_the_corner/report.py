"""Report of Around the Corner: its pages and files, as the contract asks for them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from classroom import persons
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.around_the_corner import (
    class_context,
    class_page,
    constants,
    estimates,
    kinds_grown,
    learnt,
    preparation,
    research,
)
from classroom.reports.around_the_corner.findings import queries
from classroom.reports.around_the_corner.sources import round_five
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.around_the_corner.sources.scope import scope_form
from classroom.reports.around_the_corner.student import page as student_page
from classroom.reports.around_the_corner.words import CODES, SHORT_SKILLS
from classroom.reports.kit import curriculum
from classroom.reports.kit.contract import GameReport, Learnt, NewSums, NewSumsAsked, Page
from classroom.reports.kit.exports import extracts
from classroom.reports.kit.exports.columns import Files, Sheet
from classroom.reports.kit.exports.extracts import Extract
from classroom.reports.kit.growth.kinds import KindGrowth
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
        return Page(f"{FOLDER}/session_student.html", {"reports": queries.of_student(student, session)})

    def class_page(self, classroom: Classroom, asked: Mapping[str, Any]) -> Page:
        page = class_page.class_page(classroom, asked)
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

    def after_session(self, session: ClassSession) -> dict[str, Any]:
        return class_context.after_session(session)

    def slip_words(self, slip: str) -> str:
        words = CODES.get(Code(slip))
        return str(words.likely) if words else ""

    def learnt(self, session: ClassSession, earlier: ClassSession) -> Learnt | None:
        return learnt.learnt(session, earlier)

    def known_sums(self, classroom: Classroom) -> Mapping[int, tuple[int, ...]]:
        return class_page.known_sums(classroom)

    def class_levels(self, classrooms: Iterable[Classroom]) -> Mapping[int, tuple[int, ...]]:
        return class_page.class_levels(classrooms)

    def known_at(self, classroom: Classroom, moments: Sequence[int]) -> Sequence[int]:
        return learnt.known_at(classroom, moments)

    def new_sums(self, classroom: Classroom, since: int, until: int | None = None) -> int:
        return learnt.new_sums(classroom, since, until)

    def new_sums_of_classes(self, asked: Collection[NewSumsAsked]) -> Mapping[int, NewSums]:
        return learnt.new_sums_of_classes(asked)

    def kinds_grown(self, classrooms: Collection[Classroom]) -> Mapping[int, tuple[KindGrowth, ...]]:
        return kinds_grown.kinds_grown(classrooms)

    def next_lesson(self, classroom: Classroom) -> list[Any]:
        return class_page.next_lesson(classroom)

    def prepare(self, classroom: Classroom, session: ClassSession) -> None:
        preparation.prepare(classroom, session)

    def prepare_part(self, classroom: Classroom, part: int, parts: int) -> None:
        preparation.prepare_part(classroom, part, parts)

    def session_files(self, session: ClassSession) -> Files:
        return _files(extracts.of_session(Attempt, session), estimates.of_session(session))

    def class_files(self, classroom: Classroom) -> Files:
        return _files(extracts.of_classroom(Attempt, classroom, "all-cards"), estimates.of_classroom(classroom))

    def student_files(self, student: Student) -> Files:
        return _files(extracts.of_student(Attempt, student), estimates.of_classroom(student.classroom, student))


def _files(extract: Extract, read: estimates.Read) -> Files:
    students, every_estimate = estimates.sheets(read)
    cards = Sheet("cards", _("Cards"), COLUMNS, partial(extracts.batches, extract))
    known = constants.constants(read.classroom) + curriculum.constants(CornerReport.kinds_of_sums)
    return Files(extract.name, (students, cards, every_estimate), "cards", known)

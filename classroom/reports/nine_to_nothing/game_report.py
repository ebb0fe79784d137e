"""Report of Nine to Nothing: its pages and files, as the contract requires, and its part of the research file, with a
line for each sum that a child laid, or could have laid in its turn."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.models import Classroom, ClassSession, Student
from classroom.reports.kit import curriculum
from classroom.reports.kit.contract import GameReport, Page
from classroom.reports.kit.exports import columns
from classroom.reports.kit.exports.columns import OWN, Extract, Files, Sheet
from classroom.reports.kit.exports.research_tables import ResearchGame, ResearchItem, ResearchSkill, answers_of
from classroom.reports.nine_to_nothing import pages, report
from classroom.reports.nine_to_nothing.columns import COLUMNS, faces
from classroom.reports.nine_to_nothing.report import NineReport
from classroom.reports.nine_to_nothing.students_sheet import METHOD, constants, estimates_sheet, students_sheet
from classroom.sessions.summary import counted
from game.models import Claim

SEVERAL = "several"
SKILLS = (ResearchSkill(SEVERAL, gettext_lazy("sums of several cards, with minus cards and sign changes")),)
ITEMS = tuple(ResearchItem(f"lay {target}", f"lay {target}", f"{target}", SEVERAL) for target in range(9, -1, -1))
TOLD = ("kind", "points", "possible", "checking", "noticed", "retry", "pictured")
"""Columns that are copied into the log of a line unchanged."""


def _answer(row: Mapping[str, Any]) -> dict[str, Any]:
    own = row["round__options"].get(OWN, {}).get(f"{row['seat']}")
    return {
        "item": f"lay {row['target']}",
        "response_time": row["milliseconds"] if row["timed"] and not own else None,
        "correct": row["ending"] == Claim.Ending.RIGHT,
        "answer": "" if row["total"] is None else row["total"],
        "answer_expected": row["target"],
        "log": {
            "ended": Claim.Ending(row["ending"]).label,
            "cards": faces(row["cards"]),
            "hand": faces(row["hand"]),
            **{name: row[name] for name in TOLD},
        },
        "random": True,
        "hidden_ms": 0,
    }


RESEARCHED = ("target", "total", "cards", "kind", "points", "possible", "checking", "noticed", "seat")
RESEARCH = ResearchGame("nine_to_nothing", METHOD, SKILLS, ITEMS, partial(answers_of, Claim, RESEARCHED, _answer))


FOLDER = "classroom/reports/nine_to_nothing"


class NineGameReport(GameReport):
    """Sums, right and wrong, by who checked them."""

    address = "sums"
    research = RESEARCH
    moment_template = f"{FOLDER}/_replay_moment.html"
    next_lesson_template = f"{FOLDER}/_next_lesson.html"
    kinds_of_sums = ("several", "change")
    next_lesson = staticmethod(pages.sentences_of)
    has_played = staticmethod(report.have_laid)

    def session_page(self, session: ClassSession) -> Page:
        context = {"report": report.of_session(session), "columns": COLUMNS}
        return Page(f"{FOLDER}/session.html", context | counted(session))

    def session_student_page(self, session: ClassSession, student: Student) -> Page:
        return Page(f"{FOLDER}/session_student.html", {"report": report.of_student_in(session, student)})

    def class_page(self, classroom: Classroom, asked: Mapping[str, Any]) -> Page:
        return _page("class", pages.of_class(classroom, asked))

    def student_page(self, student: Student, asked: Mapping[str, Any]) -> Page:
        return _page("student", pages.of_student(student, asked))

    def after_session(self, session: ClassSession) -> dict[str, Any]:
        return {"looked": True, "report": report.of_session(session)}

    def session_files(self, session: ClassSession) -> Files:
        return _files(columns.of_session(Claim, session), [report.of_session(session)])

    def class_files(self, classroom: Classroom) -> Files:
        reports = report.of_students(list(classroom.students.all()))
        return _files(columns.of_classroom(Claim, classroom, "all-sums"), reports)

    def student_files(self, student: Student) -> Files:
        return _files(columns.of_student(Claim, student), report.of_students([student]))


def _page(whose: str, context: dict[str, Any]) -> Page:
    """Return the first screen of a class or student, or the requested part."""
    return Page(f"{FOLDER}/{whose}/{'part' if context['part'] else 'page'}.html", context)


def _files(extract: Extract, reports: Sequence[NineReport]) -> Files:
    sums = Sheet("sums", _("Sums"), COLUMNS, partial(columns.batches, extract))
    in_school = curriculum.constants(NineGameReport.kinds_of_sums)
    sheets = (students_sheet(reports), sums, estimates_sheet(reports))
    return Files(extract.name, sheets, "sums", constants() + in_school)

"""Views of the reports on a session, a class and a student in any game: access, a game's report, its template."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from classroom.access import TeacherRequest, classroom_for, last_year_of, session_for, student_for, teacher_page
from classroom.album import tiles
from classroom.reports.kit.contract import GameReport, Page
from classroom.reports.kit.evidence import catch_up
from classroom.reports.kit.rows import students_of
from classroom.reports.pages import catalogue
from classroom.sessions.after.numbers import numbers


@teacher_page
def session_report(request: TeacherRequest, session: int) -> HttpResponse:
    played = session_for(request.user, session)
    unread = catch_up(played.classroom)
    page = catalogue.report_of(played.game).session_page(played)
    found = numbers(played, catalogue.new_sums_in([played])) if page.context.get("rounds") else []
    return _drawn(request, page, unread, session=played, classroom=played.classroom, numbers=found)


@teacher_page
def session_student(request: TeacherRequest, session: int, student: int) -> HttpResponse:
    played = session_for(request.user, session)
    unread = catch_up(played.classroom)
    child = get_object_or_404(students_of(played), pk=student)
    page = catalogue.report_of(played.game).session_student_page(played, child)
    return _drawn(request, page, unread, session=played, classroom=played.classroom, student=child)


@teacher_page
def class_report(request: TeacherRequest, classroom_id: int, game: str = "") -> HttpResponse:
    """The class's page of the game whose address it is, of the one that is asked for, or of the first."""
    report, classroom = catalogue.asked(game or request.GET.get("game")), classroom_for(request.user, classroom_id)
    unread = catch_up(classroom)
    others = catalogue.others(report, classroom.students.all())
    games = [(other.title(), other.class_address(classroom)) for other in others]
    known = {"classroom": classroom, "games": games, **_asked(report)}
    return _drawn(request, report.class_page(classroom, request.GET), unread, **known)


@teacher_page
def student_report(request: TeacherRequest, student: int, game: str = "") -> HttpResponse:
    report, child = catalogue.asked(game or request.GET.get("game")), student_for(request.user, student)
    unread = catch_up(child.classroom)
    games = [(other.title(), other.student_address(child)) for other in catalogue.others(report, [child])]
    known = {"student": child, "classroom": child.classroom, "games": games, **_asked(report), **tiles.context(child)}
    known["last_year"] = last_year_of(request.user, child)
    return _drawn(request, report.student_page(child, request.GET), unread, **known)


def _asked(report: GameReport) -> dict[str, str]:
    """Return what the addresses of the game's other pages and files ask for."""
    return {"game": report.name, "game_query": f"?game={report.name}"}


def _drawn(request: TeacherRequest, page: Page, unread: int, **known: Any) -> HttpResponse:
    context = known | page.context
    context["unread"] = max(unread, page.context.get("unread", 0))
    return render(request, page.template, context)

"""Views of the reports on a session, a class and a student in any game, and their files. Each view checks access,
projects the latest rounds and lets the game's report answer."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from classroom.access import (
    TeacherRequest,
    admin_page,
    classroom_for,
    current_classroom_for,
    last_year_of,
    own_classroom_for,
    session_for,
    student_for,
    teacher_form,
    teacher_page,
)
from classroom.album import tiles
from classroom.forms.fields import OneOf
from classroom.models import Classroom, Student
from classroom.reports.kit.contract import GameReport, Page
from classroom.reports.kit.evidence import catch_up
from classroom.reports.kit.exports import class_list, formats, research, student_data
from classroom.reports.kit.exports.columns import Files
from classroom.reports.kit.exports.names import file_name, student_file_name, today
from classroom.reports.kit.moments import moment_of
from classroom.reports.kit.rows import students_of
from classroom.reports.pages import catalogue
from classroom.reports.pages.timeline import timeline_of
from classroom.server.database import changes
from classroom.sessions.after.praise import numbers
from game import catalogue as presentations
from game.models import Round
from game.screens.replay import StillRunning

JSON_TYPE, ZIP_TYPE = "application/json", "application/zip"


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
    """The class's page of the game in the path, of the one in the query, or of the first game."""
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
    """Return the query parameters of the game's other pages and files."""
    return {"game": report.name, "game_query": f"?game={report.name}"}


def _drawn(request: TeacherRequest, page: Page, unread: int, **known: Any) -> HttpResponse:
    context = known | page.context
    context["unread"] = max(unread, page.context.get("unread", 0))
    return render(request, page.template, context)


@teacher_page
def replay(request: TeacherRequest, session: int, round: int) -> HttpResponse:
    """The table after entry `n` of the round's log; `names=off` replaces names by the letters of their seats."""
    class_session = session_for(request.user, session)
    played = get_object_or_404(Round.objects.filter(table__seats__sitting__session=class_session).distinct(), pk=round)
    context: dict[str, Any] = {
        "session": class_session,
        "classroom": class_session.classroom,
        "round": played,
        "table": played.table,
    }
    template = catalogue.report_of(played.table.game).moment_template
    try:
        story = presentations.of(played.table.game).replay_of(played)
    except StillRunning:
        return render(request, "classroom/reports/replay/running.html", context, status=409)
    named = request.GET.get("names") != "off"
    context |= moment_of(story, request.GET, named=named)
    if request.htmx:
        return render(request, template, context)
    context |= {"moment_template": template, "timeline": timeline_of(story) if named else None}
    return render(request, "classroom/reports/replay/page.html", context)


def _choices() -> list[tuple[int, Any]]:
    words = ngettext_lazy("%(n)d second", "%(n)d seconds", "n")
    return [(seconds, words % {"n": seconds}) for seconds in Classroom.QUICK]


class QuickForm(forms.Form):
    quick = OneOf(
        label=gettext_lazy("A card is quick within"),
        coerce=int,
        choices=_choices,
        help_text=gettext_lazy("Looking for the card in the hand is part of it. Many say 3; 6 suits beginners."),
        wrong=gettext_lazy("Choose a number of seconds."),
    )


@teacher_form
def class_quick(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Form that sets the limit of quick, which changes the reports of all days, and is printed in them."""
    classroom = current_classroom_for(request.user, classroom_id)
    form = QuickForm(request.POST if request.method == "POST" else None, initial={"quick": classroom.quick_seconds})
    if form.is_valid():
        changes.change(classroom, quick_seconds=form.cleaned_data["quick"])
        messages.success(request, _("Kept: quick is within %(n)s s.") % {"n": classroom.quick_seconds})
        return redirect("class_report", classroom.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classroom/reports/criterion.html", context, status=422 if form.is_bound else 200)


@teacher_page
def session_file(request: TeacherRequest, session: int, kind: str) -> HttpResponseBase:
    played = session_for(request.user, session)
    catch_up(played.classroom)
    return _file(request, catalogue.report_of(played.game).session_files(played), kind)


@teacher_page
def class_file(request: TeacherRequest, classroom_id: int, kind: str) -> HttpResponseBase:
    """All evidence of the class in one game; `game` in the address selects it."""
    classroom = classroom_for(request.user, classroom_id)
    catch_up(classroom)
    return _file(request, catalogue.asked(request.GET.get("game")).class_files(classroom), kind)


@teacher_page
def class_list_file(request: TeacherRequest, classroom_id: int, kind: str) -> HttpResponseBase:
    """The list of the class, one row per child, with attendance."""
    return _file(request, class_list.list_files(classroom_for(request.user, classroom_id)), kind)


@teacher_page
def class_cards_file(request: TeacherRequest, classroom_id: int, kind: str) -> HttpResponseBase:
    return _file(request, class_list.card_files(classroom_for(request.user, classroom_id)), kind)


@teacher_page
def class_results(request: TeacherRequest, classroom_id: int, version: str) -> HttpResponseBase:
    """The number of sums that each child knows, for the school's gradebook."""
    classroom = classroom_for(request.user, classroom_id)
    catch_up(classroom)
    name = file_name(classroom.name, "oneroster", today())
    packed = class_list.results_zip(classroom, catalogue.known_of(classroom), version)
    return stream(request, packed, ZIP_TYPE, f"{name}.zip")


@teacher_page
def student_file(request: TeacherRequest, student: int, kind: str) -> HttpResponseBase:
    child = student_for(request.user, student)
    catch_up(child.classroom)
    return _file(request, catalogue.asked(request.GET.get("game")).student_files(child), kind)


@teacher_page
def student_json(request: TeacherRequest, student: int) -> HttpResponseBase:
    """All data stored about the student, over all school years in classes of this teacher."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    pieces = student_data.pieces(student_data.years_for(request.user, child))
    return stream(request, pieces, JSON_TYPE, f"{student_file_name(child)}.json")


@teacher_page
def class_research(request: TeacherRequest, classroom_id: int) -> HttpResponseBase:
    """The class's decisions for research; only for its owner."""
    classroom = own_classroom_for(request.user, classroom_id)
    catch_up(classroom)
    return _research(request, classroom.students.all())


@admin_page
def school_research(request: TeacherRequest) -> HttpResponseBase:
    """The whole school's decisions for research; only for its admins."""
    return _research(request, Student.objects.all())


def _research(request: TeacherRequest, students: QuerySet[Student]) -> HttpResponseBase:
    games = [report.research for report in catalogue.REPORTS.values() if report.research]
    return stream(request, research.zip_of(games, students), ZIP_TYPE, f"research-{today()}.zip")


def _file(request: TeacherRequest, found: Files, kind: str) -> HttpResponseBase:
    """Return all sheets as XLSX, or one as CSV, selected by `sheet` and `separator` in the address."""
    if kind == "xlsx":
        from classroom.reports.kit.exports.workbook import xlsx_of  # noqa: PLC0415 -- its 3 MiB are for who asks for one

        return stream(request, xlsx_of(found), formats.XLSX_TYPE, f"{found.name}.xlsx")
    sheet = found.sheet(request.GET.get("sheet", ""))
    name = found.name if sheet.key == found.main else f"{found.name}-{sheet.key}"
    pieces = formats.csv_of(sheet, formats.separator(request.GET.get("separator", "")))
    return stream(request, pieces, formats.CSV_TYPE, f"{name}.csv")


def stream(request: TeacherRequest, pieces: Iterator[bytes], content_type: str, name: str) -> HttpResponseBase:
    """Return a streaming response, compressed unless it is an XLSX, which is compressed already."""
    packed = content_type not in (formats.XLSX_TYPE, ZIP_TYPE) and "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "Content-Encoding": "gzip" if packed else "identity",
    }
    return StreamingHttpResponse(
        formats.gzipped(pieces) if packed else pieces, content_type=content_type, headers=headers
    )

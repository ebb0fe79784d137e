"""Views of the reports on a session, a class and a student in any game: access, a game's report, its template."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from classroom.access import (
    TeacherRequest,
    classroom_for,
    current_classroom_for,
    last_year_of,
    session_for,
    student_for,
    teacher_form,
    teacher_page,
)
from classroom.album import tiles
from classroom.forms.fields import OneOf
from classroom.models import Classroom
from classroom.reports.kit.contract import GameReport, Page
from classroom.reports.kit.evidence import catch_up
from classroom.reports.kit.moments import moment_of
from classroom.reports.kit.rows import students_of
from classroom.reports.pages import catalogue
from classroom.reports.pages.timeline import timeline_of
from classroom.server.database import changes
from classroom.sessions.after.praise import numbers
from game import catalogue as presentations
from game.models import Round
from game.screens.replay import StillRunning


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

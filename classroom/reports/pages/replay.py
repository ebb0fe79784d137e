"""Replays of finished rounds, for the teacher of the class; without names for a projector that all can see."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from classroom.access import TeacherRequest, session_for, teacher_page
from classroom.reports.kit.moments import moment_of
from classroom.reports.pages.catalogue import report_of
from classroom.reports.pages.timeline import timeline_of
from game import catalogue
from game.models import Round
from game.screens.replay import StillRunning


@teacher_page
def replay(request: TeacherRequest, session: int, round: int) -> HttpResponse:
    """The table after line `n` of the round's log; `names=off` calls the children by the letters of their seats."""
    class_session = session_for(request.user, session)
    played = get_object_or_404(Round.objects.filter(table__seats__sitting__session=class_session).distinct(), pk=round)
    context: dict[str, Any] = {
        "session": class_session,
        "classroom": class_session.classroom,
        "round": played,
        "table": played.table,
    }
    template = report_of(played.table.game).moment_template
    try:
        story = catalogue.of(played.table.game).replay_of(played)
    except StillRunning:
        return render(request, "classroom/reports/replay/running.html", context, status=409)
    named = request.GET.get("names") != "off"
    context |= moment_of(story, request.GET, named=named)
    if request.htmx:
        return render(request, template, context)
    context |= {"moment_template": template, "timeline": timeline_of(story) if named else None}
    return render(request, "classroom/reports/replay/page.html", context)

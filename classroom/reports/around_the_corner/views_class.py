"""The class's pages of the reports. Each view checks access, builds a context and renders a template."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from classroom.access import TeacherRequest, classroom_for, teacher_page
from classroom.forms.people import posted_number
from classroom.models import Classroom
from classroom.reports.around_the_corner.class_context import map_page
from classroom.reports.around_the_corner.class_page import class_page
from classroom.reports.around_the_corner.findings.pictures import of_fact
from classroom.reports.around_the_corner.sources import plays
from classroom.reports.around_the_corner.words import CODES, SKILLS, fact
from classroom.reports.kit.evidence import catch_up
from game.rules.around_the_corner.diagnosis import Code


@teacher_page
def class_facts(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The fact map of the class, or of the student named in the address."""
    classroom = _up_to_date(request, classroom_id)
    wanted = posted_number(request.GET.get("student"))
    child = get_object_or_404(classroom.students, pk=wanted) if wanted else None
    return render(
        request,
        "classroom/reports/around_the_corner/class/fact_map.html",
        map_page(class_page(classroom, request.GET), child),
    )


@teacher_page
def class_plays(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The plays behind a number."""
    classroom = _up_to_date(request, classroom_id)
    page, ask = class_page(classroom, request.GET), plays.play_filter(request.GET)
    found = plays.plays(ask, page.scope, page.students)
    shown = found[: plays.AT_ONCE]
    context: dict[str, Any] = {"classroom": classroom, "scope": page.scope, "ask": ask, "plays": shown}
    context["student"] = next((student for student in page.students if student.pk == ask.student), None)
    context["what"] = CODES[Code(ask.code)].label if ask.code in CODES else plays.KINDS[ask.what][0]
    context["sum"] = fact(ask.fact) if ask.fact is not None else SKILLS[ask.skill] if ask.skill is not None else ""
    context["picture"] = of_fact(ask.fact) if ask.fact is not None else ""
    context["older"] = replace(ask, before=shown[-1].started_at).query(page.scope) if len(found) > len(shown) else ""
    return render(request, "classroom/reports/around_the_corner/plays.html", context)


def _up_to_date(request: TeacherRequest, classroom_id: int) -> Classroom:
    classroom = classroom_for(request.user, classroom_id)
    catch_up(classroom)
    return classroom

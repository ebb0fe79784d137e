"""Before the start: the tables as the teacher wants them, and the settings that are one child's alone."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from classroom.access import TeacherRequest, session_for, student_for, teacher_required
from classroom.forms.people import posted_number
from classroom.models import ClassSession, Student
from classroom.server.database import changes
from classroom.sessions import accommodations as private
from classroom.sessions import seating
from classroom.sessions.control_forms import TablesForm
from classroom.sessions.seating.grouping import TooFew
from classroom.sessions.seating.ratings import levels_of
from classroom.sessions.table_options import BY_TABLE, TableOptionsForm

MOST_TABLES = 100
WAYS = ("random", "similar", "mixed")


@teacher_required
@require_http_methods(["GET", "POST"])
def tables(request: TeacherRequest, session: int) -> HttpResponse:
    """Seating plan, with a select box for each child; `by` proposes groups at random or by level."""
    class_session = session_for(request.user, session)
    if class_session.state != ClassSession.State.LOBBY:
        messages.info(request, _("This session has started. You can move a child from here."))
        return redirect("session", class_session.pk)
    here = list(Student.objects.filter(attendances__session=class_session))
    if request.method == "GET":
        return _page(request, class_session, here, _proposal(class_session, here, request.GET.get("by", "")))
    form = TablesForm(request.POST, students=here, fewest=seating.fewest(class_session))
    numbers = {posted_number(number) for number in request.POST.getlist("numbers")[:MOST_TABLES]}
    own = TableOptionsForm(request.POST, session=class_session, numbers=numbers - {0})
    if not (form.is_valid() and own.is_valid()):
        return _show(request, class_session, here, form, status=422, own=own)
    seating.choose(class_session, form.chosen())
    seating.with_options(class_session, tables="hand", **{BY_TABLE: own.chosen()})
    messages.success(request, _("The tables are kept. They are laid when you press Start."))
    return redirect("session", class_session.pk)


def _proposal(session: ClassSession, here: Sequence[Student], by: str) -> dict[int, int]:
    """Return a table number by student: what was chosen before, or a fresh proposal."""
    given = session.attendances.values_list("student", "table")
    chosen = {student: number for student, number in given if number is not None}
    way = by if by in WAYS else session.options.get("tables", "random")
    if by not in WAYS and (chosen or way == "hand"):
        return chosen
    try:
        groups = seating.proposed(session, here, way)
    except TooFew:
        return {}
    return {student.pk: number for number, group in enumerate(groups, start=1) for student in group}


def _page(request: HttpRequest, session: ClassSession, here: list[Student], proposed: dict[int, int]) -> HttpResponse:
    form = TablesForm(students=here, proposed=proposed, fewest=seating.fewest(session))
    by = request.GET.get("by", session.options.get("tables"))
    few = _few_data(here) if by in ("similar", "mixed") else ""
    own = TableOptionsForm(session=session, numbers=set(proposed.values()) | set(_kept_numbers(session)))
    return _show(request, session, here, form, few=few, sizes=_sizes(proposed), own=own)


def _kept_numbers(session: ClassSession) -> list[int]:
    return [int(number) for number in session.options.get(BY_TABLE, {})]


def _show(
    request: HttpRequest,
    session: ClassSession,
    here: list[Student],
    form: TablesForm,
    *,
    own: TableOptionsForm,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    plan = own.plan(form.seats())
    context = {"session": session, "classroom": session.classroom, "form": form, "own": own, "plan": plan, "here": here}
    return render(request, "classroom/sessions/seating_plan.html", {**context, **more}, status=status)


def _few_data(here: Sequence[Student]) -> str:
    """Say how much the levels rest on, where it is little; nothing where all are known."""
    levels = levels_of(here)
    if not levels.known:
        return _("Nobody has played enough yet to tell levels. These tables are at random.")
    if not levels.unknown:
        return ""
    words = ngettext(
        "The level of %(n)s child is not known yet; it counts as the middle.",
        "The level of %(n)s children is not known yet; it counts as the middle.",
        levels.unknown,
    )
    return words % {"n": levels.unknown}


def _sizes(proposed: dict[int, int]) -> str:
    """Return the tables in words: 7 tables of 3, 1 of 2."""
    numbers = list(proposed.values())
    sizes = sorted((numbers.count(number) for number in set(numbers)), reverse=True)
    parts = []
    for size in sorted(set(sizes), reverse=True):
        count = sizes.count(size)
        words = ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", count)
        parts.append(words % {"n": count, "size": size})
    return ", ".join(parts)


@teacher_required
@require_http_methods(["GET", "POST"])
def needs(request: TeacherRequest, student: int) -> HttpResponse:
    """The settings of one child, private to its teachers."""
    child = student_for(request.user, student)
    form = private.NeedsForm(request.POST if request.method == "POST" else None, needs=child.needs)
    if form.is_valid():
        changes.change(child, needs=form.needs())
        private.follow(child)
        messages.success(request, _("Saved. It applies from the next round."))
        return redirect("class", child.classroom_id)
    context = {"classroom": child.classroom, "student": child, "form": form, "now": private.pictures_now(child)}
    return render(request, "classroom/sessions/accommodations.html", context, status=422 if form.is_bound else 200)

"""The seating plan, before a session starts."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, session_for, teacher_form
from classroom.forms.people import posted_number
from classroom.models import ClassSession, SeatingLine, Student
from classroom.sessions import lifecycle, seating
from classroom.sessions.seat_plan import forms, page
from classroom.sessions.seat_plan.forms import SeatPlan, TablesForm, field_of
from classroom.sessions.seating.grouping import TooFew
from classroom.sessions.table_options import BY_TABLE, TableOptionsForm

MOST_TABLES = 100
WAYS = frozenset(way for way, _words, _about in page.WAYS)


@teacher_form
def tables(request: TeacherRequest, session: int) -> HttpResponse:
    """Show the seating plan: `by` proposes groups, `press` does an act on the plan, a post without it saves the
    plan."""
    opened = session_for(request.user, session)
    if opened.state != ClassSession.State.LOBBY:
        return _started(request, opened)
    here = list(Student.objects.select_related("classroom").filter(attendances__session=opened))
    if request.method != "POST":
        by = request.GET.get("by", "")
        return _show(
            request, opened, here, SeatPlan(_proposal(opened, here, by)), by or opened.options.get("tables", "")
        )
    if "press" in request.POST:
        return _pressed(request, opened, here)
    return _keep(request, opened, here)


def _started(request: TeacherRequest, session: ClassSession) -> HttpResponse:
    messages.info(request, _("This session has started. You can move a child from here."))
    return redirect("session", session.pk)


def _keep(request: TeacherRequest, session: ClassSession, here: Sequence[Student]) -> HttpResponse:
    form = TablesForm(request.POST, students=here, fewest=seating.fewest(session))
    own = _own(request, session, {})
    if not (form.is_valid() and own.is_valid()):
        return _show(request, session, here, _posted(request, here), "hand", form)
    try:
        lifecycle.keep_plan(session=session, chosen=form.chosen(), by_table=own.chosen())
    except lifecycle.Closed:
        return _started(request, session)
    messages.success(request, _("The tables are kept. They are laid when you press Start."))
    return redirect("session", session.pk)


def _pressed(request: TeacherRequest, session: ClassSession, here: Sequence[Student]) -> HttpResponse:
    """Do one act, and show the resulting plan."""
    plan, by = _posted(request, here), request.POST.get("by", "")
    word, numbers = forms.read_act(request.POST["press"])
    if word in WAYS:
        plan, by = SeatPlan(_proposal(session, here, word)), word
    elif word == "forget":
        seating.lines_of(session).filter(pk__in=numbers).delete()
    elif word == "pick" and plan.line and len(numbers) == 1 and {plan.picked, *numbers} <= plan.seats.keys():
        _draw_line(plan.picked, *numbers, together=plan.line == "together")
        plan = SeatPlan(plan.seats)
    else:
        try:
            plan = forms.seats_after(plan, word, numbers)
        except forms.NoSuchAct as nonsense:
            raise BadRequest(nonsense) from nonsense
    return _show(request, session, here, plan, by)


def _draw_line(child: int, other: int, *, together: bool) -> None:
    """Store a line between these two children, replacing any other; a child gets none to itself."""
    if child != other:
        one, two = sorted((child, other))
        SeatingLine.objects.update_or_create(one_id=one, other_id=two, defaults={"together": together})


def _posted(request: TeacherRequest, here: Sequence[Student]) -> SeatPlan:
    """Return the plan as the page sent it; 0 stands for a child without a table on it."""
    given = {student.pk: posted_number(request.POST.get(field_of(student))) for student in here}
    seats = {student: number if number <= len(here) else 0 for student, number in given.items()}
    line = request.POST.get("line", "")
    return SeatPlan(seats, posted_number(request.POST.get("picked")), line if line in ("together", "apart") else "")


def _proposal(session: ClassSession, here: Sequence[Student], by: str) -> dict[int, int]:
    """Return a table number by student: what was chosen before, or a fresh proposal."""
    seats = {student.pk: 0 for student in here}
    given = session.attendances.filter(student__in=seats).values_list("student", "table")
    chosen = {student: number for student, number in given if number}
    way = by if by in WAYS else session.options.get("tables", "random")
    if by not in WAYS and (chosen or way == "hand"):
        return seats | chosen
    try:
        groups = seating.proposed(session, here, way)
    except TooFew:
        return seats
    return seats | {student.pk: number for number, group in enumerate(groups, start=1) for student in group}


def _own(request: TeacherRequest, session: ClassSession, seats: forms.Seats) -> TableOptionsForm:
    """Return the form with the options of single tables: those on the page, and those of tables in the present plan."""
    laid = {number for number in seats.values() if number}
    if request.method != "POST":
        return TableOptionsForm(session=session, numbers=laid | {int(n) for n in session.options.get(BY_TABLE, {})})
    posted = {posted_number(number) for number in request.POST.getlist("numbers")[:MOST_TABLES]}
    return TableOptionsForm(request.POST, session=session, numbers=(posted | laid) - {0})


def _show(
    request: TeacherRequest,
    session: ClassSession,
    here: Sequence[Student],
    plan: SeatPlan,
    by: str,
    refused: TablesForm | None = None,
) -> HttpResponse:
    form = refused or TablesForm(students=here, fewest=seating.fewest(session))
    shown = page.context(session, form, _own(request, session, plan.seats), plan, by)
    return render(request, "classroom/sessions/seating_plan.html", shown, status=422 if refused else 200)

"""The teacher's pages of homework."""

from contextlib import suppress

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, classroom_for, teacher_form, teacher_page
from classroom.forms.people import posted_number
from classroom.homework import assignments as tasks
from classroom.homework import catalogue as practice
from classroom.homework import units
from classroom.models import Classroom, Homework
from classroom.server.http.links import reachable_url


@teacher_form
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """All homework of a class, and the form for the next one."""
    classroom = classroom_for(request.user, classroom_id)
    form = practice.HomeworkForm(
        classroom, request.POST if request.method == "POST" else None, initial=_asked_for(request)
    )
    if form.is_valid():
        chosen = form.cleaned_data
        how_much = {"unit": chosen["unit"], "amount": chosen["amount"], "last_day": chosen["until"]}
        tasks.give(classroom, options=form.options(), students=chosen["students"], group=chosen["group"], **how_much)
        messages.success(request, _("The homework is set."))
        return redirect("class_homework", classroom.pk)
    given = classroom.homework.select_related("session", "group").annotate(chosen=Count("students"))
    shown = {"given": [_line(task) for task in given], "now": _check_up_now(classroom)}
    context = {"classroom": classroom, "form": form} | shown
    return render(request, "classroom/homework/homework.html", context, status=422 if form.is_bound else 200)


def _asked_for(request: TeacherRequest) -> dict[str, object]:
    """Return the form's initial values from a link in a report or a group.

    Without a skill, or with an unknown one, those of the sums are the form's defaults: practice then chooses by the
    child's knowledge.
    """
    students = [posted_number(pk) for pk in request.GET.getlist("student")]
    sums: dict[str, object] = {}
    if "skill" in request.GET:
        with suppress(ValueError):
            sums = practice.practice_of(int(request.GET["skill"]))
    return {**sums, "students": students, "group": posted_number(request.GET.get("group"))}


def _check_up_now(classroom: Classroom) -> dict[str, object]:
    """Return the fields of a check-up that starts now, with the cards of the class's newest session."""
    newest = classroom.sessions.order_by("-opened_at").values_list("options", flat=True).first() or {}
    corner = "yes" if newest.get("corner", True) else "no"
    return {"until": timezone.localdate(), "corner": corner, "steps": newest.get("steps", [1, 2, 3])}


def _line(task: Homework) -> dict[str, object]:
    unit = units.of(task)
    return {
        "task": task,
        "amount": unit.asks(task),
        "on_paper": _has_sheets(task),
        "what": tasks.in_words(task),
        "last_day": tasks.last_day(task),
        "over": tasks.is_over(task),
    }


def _has_sheets(task: Homework) -> bool:
    """Return whether the homework can be done on paper: a practice, or a session with the cards that are practised,
    instead of whose round a child without a device has sums with the same steps."""
    return units.of(task).sums > 0 or (task.session is not None and task.session.game == practice.GAME)


@teacher_page
def one(request: TeacherRequest, homework: int) -> HttpResponse:
    """The homework by student: done, started, or not yet."""
    task = _homework_for(request, homework)
    rows = tasks.rows(task)
    lines = [{"row": row, "progress": units.of(task).how_far(task, row.done)} for row in rows]
    link = "" if tasks.is_over(task) else reachable_url(request, reverse("practice_homework", args=[task.pk]))
    context = {"classroom": task.classroom, "lines": lines, "done": _how_many_did(rows), "link": link}
    return render(request, "classroom/homework/assignment.html", context | _line(task))


@teacher_page
def on_paper(request: TeacherRequest, homework: int) -> HttpResponse:
    """A sheet of sums for each child of the homework, to print; 404 where it has none."""
    task = _homework_for(request, homework)
    if not _has_sheets(task):
        raise Http404
    students = [row.student for row in tasks.rows(task)]
    context = {"classroom": task.classroom, "task": task, "sheets": practice.sheets(task, students)}
    return render(request, "classroom/homework/sheets.html", context)


@teacher_form
def remove(request: TeacherRequest, homework: int) -> HttpResponse:
    """Withdraw the homework, after a question. What was practised remains as the children's own practice."""
    task = _homework_for(request, homework)
    if request.method != "POST":
        rows = tasks.rows(task)
        context = {"classroom": task.classroom, "rows": rows, "done": _how_many_did(rows)}
        return render(request, "classroom/homework/assignment_remove.html", context | _line(task))
    task.delete()
    messages.success(request, _("The homework is taken back."))
    return redirect("class_homework", task.classroom_id)


def _how_many_did(rows: list[tasks.HomeworkRow]) -> int:
    return sum(row.state == "done" for row in rows)


def _homework_for(request: TeacherRequest, pk: int) -> Homework:
    present = Homework.objects.select_related("classroom", "session").filter(classroom__removed_at=None)
    return get_object_or_404(present, classroom__teachers=request.user, pk=pk)

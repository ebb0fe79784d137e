"""Homework as its teacher sets it and sees it done."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom import homework as tasks
from classroom.access import TeacherRequest, classroom_for, teacher_required
from classroom.models import Homework


@teacher_required
@require_http_methods(["GET", "POST"])
def of_class(request: TeacherRequest, classroom: int) -> HttpResponse:
    """All homework of a class, and the form for the next."""
    its = classroom_for(request.user, classroom)
    form = tasks.HomeworkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        chosen = form.cleaned_data
        tasks.give(its, options=form.options(), unit=chosen["unit"], amount=chosen["amount"], last_day=chosen["until"])
        messages.success(request, _("The homework is set."))
        return redirect("class_homework", its.pk)
    context = {"classroom": its, "form": form, "given": [_line(task) for task in its.homework.all()]}
    return render(request, "classroom/homework.html", context, status=422 if form.is_bound else 200)


def _line(task: Homework) -> dict[str, object]:
    return {"task": task, "last_day": tasks.last_day(task), "over": tasks.is_over(task)}


@teacher_required
@require_GET
def one(request: TeacherRequest, homework: int) -> HttpResponse:
    """Who did it, started it, or not yet."""
    task = _homework_for(request, homework)
    lines = [{"row": row, "progress": tasks.progress(task, row.done)} for row in tasks.rows(task)]
    done = sum(line["row"].state == "done" for line in lines)  # type: ignore[attr-defined]
    context = {"classroom": task.classroom, "lines": lines, "done": done}
    return render(request, "classroom/homework_one.html", context | _line(task))


@teacher_required
@require_POST
def remove(request: TeacherRequest, homework: int) -> HttpResponse:
    """Take the homework back. What was practised stays as practice of their own."""
    task = _homework_for(request, homework)
    task.delete()
    messages.success(request, _("The homework is taken back."))
    return redirect("class_homework", task.classroom_id)


def _homework_for(request: TeacherRequest, pk: int) -> Homework:
    return get_object_or_404(Homework.objects.select_related("classroom"), classroom__teachers=request.user, pk=pk)

"""Homework as its teacher sets it and sees it done; the students' cards."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom import homework as tasks
from classroom import lobby
from classroom.access import TeacherRequest, classroom_for, teacher_required
from classroom.models import Homework
from game.codes import card_code


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


@teacher_required
@require_GET
def cards(request: TeacherRequest, classroom: int) -> HttpResponse:
    """One page to print: a card for each student, with a QR code and the address to type."""
    its = classroom_for(request.user, classroom)
    made = []
    for student in its.students.all():
        url = lobby.room_url(request, reverse("card", args=[student.card]))
        made.append({"name": student.name, "qr": lobby.qr(url), "url": url.split("//", 1)[1]})
    return render(request, "classroom/cards.html", {"classroom": its, "cards": made})


@teacher_required
@require_POST
@transaction.atomic
def change_cards(request: TeacherRequest, classroom: int) -> HttpResponse:
    """Make every card of the class new: the old ones open nothing any more, also where one is in use now."""
    its = classroom_for(request.user, classroom)
    for student in its.students.all():
        student.card = card_code()
        student.save(update_fields=["card"])
    messages.success(request, _("All cards are new. The old ones open nothing any more."))
    return redirect("class_cards", its.pk)


def _homework_for(request: TeacherRequest, pk: int) -> Homework:
    return get_object_or_404(Homework.objects.select_related("classroom"), classroom__teachers=request.user, pk=pk)

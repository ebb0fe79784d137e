"""Entering a round on paper, and removing it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, current_classroom_for, teacher_form
from classroom.models import ClassSession
from classroom.sessions import on_paper, summary
from classroom.sessions.on_paper.forms import PaperRoundForm


@teacher_form
def write(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Show and take the form of a class; the round is then listed among the class's sessions."""
    classroom = current_classroom_for(request.user, classroom_id)
    form = PaperRoundForm(classroom, request.POST if request.method == "POST" else None)
    if form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("code", "game", "day")}
        on_paper.write_down(classroom, by=request.user, left=form.left, winner=form.winner, **said)
        messages.success(request, _("The round is written down."))
        return redirect("class_sessions", classroom.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classroom/sessions/on_paper.html", context, status=422 if form.is_bound else 200)


@teacher_form
def remove(request: TeacherRequest, session: int) -> HttpResponse:
    """Remove a round on paper that was entered by mistake; asks first. Sessions on screens cannot be removed here."""
    written = ClassSession.everything.filter(
        on_paper=True, classroom__teachers=request.user, classroom__removed_at=None
    )
    held = get_object_or_404(written, classroom__archived_at=None, pk=session)
    if request.method != "POST":
        asked = summary.history(held.classroom).get(pk=held.pk)
        return render(request, "classroom/sessions/on_paper_remove.html", {"session": asked})
    held.delete()
    messages.success(request, _("The round is removed."))
    return redirect("class_sessions", held.classroom_id)

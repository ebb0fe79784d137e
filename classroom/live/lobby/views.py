"""The way to a lobby: the sessions of a class, and the set-up of a new one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from classroom.access import TeacherRequest, classroom_for, current_classroom_for, teacher_required
from classroom.models import ClassSession
from classroom.sessions import lifecycle, summary
from classroom.sessions.games import catalogue


@teacher_required
@require_GET
def of_class(request: TeacherRequest, classroom: int) -> HttpResponse:
    """The sessions of a class, newest first."""
    room = classroom_for(request.user, classroom)
    return render(request, "classroom/sessions/list.html", {"classroom": room, "sessions": summary.history(room)})


@teacher_required
@require_http_methods(["GET", "POST"])
def new(request: TeacherRequest, classroom: int) -> HttpResponse:
    room = current_classroom_for(request.user, classroom)
    if running := lifecycle.open_of(room):
        return _to_running(request, running)
    game = catalogue.game_of(room, request.GET.get("game"))
    form = catalogue.form_for(room, game, request.POST)
    if form.is_valid():
        try:
            opened = lifecycle.open_session(
                classroom=room,
                game=game.name,
                options=form.options(),
                table_size=form.cleaned_data["table_size"],
                opened_by=request.user,
            )
        except lifecycle.AlreadyOpen as first:
            return _to_running(request, first.session)
        return redirect("session", opened.pk)
    with_needs = room.students.exclude(needs={}).count()
    context = {
        "classroom": room,
        "form": form,
        "game": game,
        "games": catalogue.all_games(),
        "students": room.students.count(),
        "with_needs": with_needs,
    }
    return render(request, "classroom/sessions/new.html", context, status=422 if form.is_bound else 200)


def _to_running(request: TeacherRequest, running: ClassSession) -> HttpResponse:
    """Two teachers of a class want to start: the second one finds the session of the first."""
    words = _("This class has a session open. Here it is.")
    if running.opened_by and running.opened_by != request.user:
        opened = timezone.localtime(running.opened_at).strftime("%H:%M")
        words = _("%(teacher)s opened a session with this class at %(time)s. Here it is; run it together.")
        words %= {"teacher": running.opened_by.name, "time": opened}
    messages.info(request, words)
    return redirect("session", running.pk)

"""Setting a session up, and a teacher's own presets."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from classroom.access import TeacherRequest, current_classroom_for, teacher_required
from classroom.help import tour
from classroom.models import Classroom, ClassSession, SessionPreset
from classroom.sessions import lifecycle
from classroom.sessions.forms import SessionForm
from classroom.sessions.set_up import page, presets, ways
from classroom.sessions.set_up.ways import Choice


@teacher_required
@require_http_methods(["GET", "POST"])
def new(request: TeacherRequest, classroom: int) -> HttpResponse:
    """Choose how the class plays; open room lobby. With `draw`, or where another way was chosen than the one that room
    settings were drawn for, only the page is drawn again."""
    room = current_classroom_for(request.user, classroom)
    if running := lifecycle.open_of(room):
        return _to_running(request, running)
    last = ways.last_session(room)
    asked = request.POST if "way" in request.POST else request.GET
    choice = ways.chosen(room, request.user, asked, last)
    if request.method == "GET":
        return _show(request, room, choice, choice.game.form(initial=choice.initial))
    if request.POST.get("draw") == "way" or request.POST.get("drawn", choice.value) != choice.value:
        return _show(request, room, choice, choice.game.form(initial=choice.initial))
    if "draw" in request.POST:
        return _show(request, room, choice, choice.game.form(initial=page.posted(choice.game, request.POST)))
    form = choice.game.form(request.POST)
    return _chosen(request, room, choice, form) if form.is_valid() else _show(request, room, choice, form)


def _show(request: TeacherRequest, room: Classroom, choice: Choice, form: SessionForm) -> HttpResponse:
    template = "classroom/sessions/set_up/_choices.html" if request.htmx else "classroom/sessions/new.html"
    found = page.context(room, request.user, choice, form, ways.offers(ways.last_session(room)))
    found["unfolded"] = request.POST.get("draw") == "unfolded"
    return render(request, template, found, status=422 if form.is_bound else 200)


def _chosen(request: TeacherRequest, room: Classroom, choice: Choice, form: SessionForm) -> HttpResponse:
    """Keep the settings where they have a name, and open the lobby unless only that was wanted."""
    name = request.POST.get("keep_as", "").strip()[:40]
    settings = {
        "game": choice.game.name,
        "options": form.options(),
        "table_size": form.cleaned_data["table_size"],
    }
    if "keep" in request.POST and not name:
        messages.error(request, _("Type a name for these settings."))
        return _show(request, room, choice, form)
    if name:
        try:
            preset = presets.keep(teacher=request.user, name=name, **settings)
        except presets.TooMany:
            messages.error(request, _("You have 12 settings of your own. Remove one first."))
            return _show(request, room, choice, form)
        if "keep" in request.POST:
            messages.success(request, _("Kept as “%(name)s”.") % {"name": preset})
            return redirect(f"{reverse('session_new', args=[room.pk])}?preset={preset.pk}")
    try:
        opened = lifecycle.open_session(classroom=room, opened_by=request.user, **settings)
    except lifecycle.AlreadyOpen as first:
        return _to_running(request, first.session)
    tour.end_with_first_lesson(request.user)
    return redirect("session", opened.pk)


@require_POST
@teacher_required
def remove_preset(request: TeacherRequest, classroom: int, preset: int) -> HttpResponse:
    """Remove a preset of one's own. No session that was set up with it changes."""
    room = current_classroom_for(request.user, classroom)
    mine = get_object_or_404(SessionPreset, teacher=request.user, pk=preset)
    mine.delete()
    messages.success(request, _("“%(name)s” is removed.") % {"name": mine})
    return redirect("session_new", room.pk)


def _to_running(request: TeacherRequest, running: ClassSession) -> HttpResponse:
    """Two teachers of a class want to start: the second one finds the session of the first."""
    words = _("This class has a session open. Here it is.")
    if running.opened_by and running.opened_by != request.user:
        opened = timezone.localtime(running.opened_at).strftime("%H:%M")
        words = _("%(teacher)s opened a session with this class at %(time)s. Here it is; run it together.")
        words %= {"teacher": running.opened_by.name, "time": opened}
    messages.info(request, words)
    return redirect("session", running.pk)

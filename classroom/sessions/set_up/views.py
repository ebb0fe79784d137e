"""Setting up a session, and a teacher's own presets."""

from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.access import TeacherRequest, current_classroom_for, teacher_act, teacher_form
from classroom.help import tour
from classroom.models import Classroom, ClassSession, SessionPreset, Teacher
from classroom.server.database import changes
from classroom.server.http.links import reachable_url
from classroom.sessions import lifecycle
from classroom.sessions.forms import SessionForm
from classroom.sessions.games.contract import SessionGame
from classroom.sessions.seating.grouping import TooFew, count_of
from classroom.sessions.set_up import ways
from classroom.sessions.set_up.ways import Choice
from game import rules

FACES = 8

MOST_PRESETS = 12
PRESET_SALT = "preset"


class TooMany(Exception):
    """The teacher already has as many presets as a page can show."""


class Visit(NamedTuple):
    """Set-up of a new session of the class, or of the one whose lobby is open (`opened`)."""

    request: TeacherRequest
    classroom: Classroom
    opened: ClassSession | None = None

    @property
    def address(self) -> str:
        if self.opened:
            return reverse("session_settings", args=[self.opened.pk])
        return reverse("session_new", args=[self.classroom.pk])

    @property
    def last(self) -> ClassSession | None:
        """The session that can be repeated, None while a lobby is open."""
        return None if self.opened else ways.last_session(self.classroom)

    @property
    def choice(self) -> Choice:
        asked = self.request.POST if "way" in self.request.POST else self.request.GET
        if self.opened and not asked:
            return ways.of_session(self.opened)
        return ways.chosen(self.classroom, self.request.user, asked, self.last)


@teacher_form
def new(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Choose how the class plays, and open its lobby."""
    classroom = current_classroom_for(request.user, classroom_id)
    if running := lifecycle.open_of(classroom):
        return _to_running(request, running)
    return _answered(Visit(request, classroom))


def change(request: TeacherRequest, opened: ClassSession) -> HttpResponse:
    """Change how the class plays while its lobby is open. Children who have joined stay."""
    if opened.state != ClassSession.State.LOBBY:
        messages.info(request, _("This session has started. Its settings stay."))
        return redirect("session", opened.pk)
    return _answered(Visit(request, opened.classroom, opened))


def _answered(visit: Visit) -> HttpResponse:
    """Return the page, or the result of its form. With `draw`, or where the way of playing has changed since the
    settings were drawn, the page is only drawn again."""
    request, choice = visit.request, visit.choice
    form_of = choice.game.form
    if request.method != "POST":
        asked = {name: request.GET[name] for name in ("tables",) if name in request.GET}
        return _show(visit, choice, form_of(initial={**choice.initial, **asked}))
    if request.POST.get("draw") == "way" or request.POST.get("drawn", choice.value) != choice.value:
        return _show(visit, choice, form_of(initial=choice.initial))
    if "draw" in request.POST:
        return _show(visit, choice, form_of(initial=posted_values(choice.game, request.POST)))
    form = form_of(request.POST)
    return _chosen(visit, choice, form) if form.is_valid() else _show(visit, choice, form)


def _show(visit: Visit, choice: Choice, form: SessionForm) -> HttpResponse:
    request = visit.request
    template = "classroom/sessions/set_up/_choices.html" if request.htmx else "classroom/sessions/new.html"
    found = set_up_context(visit.classroom, request.user, choice, form, ways.offers(visit.last))
    found |= {"unfolded": request.POST.get("draw") == "unfolded", "address": visit.address, "opened": visit.opened}
    return render(request, template, found, status=422 if form.is_bound else 200)


def _chosen(visit: Visit, choice: Choice, form: SessionForm) -> HttpResponse:
    """Store the settings as a preset if they have a name, and use them for the lobby unless only the preset was
    wanted."""
    request = visit.request
    name = request.POST.get("keep_as", "").strip()[:40]
    settings = {
        "game": choice.game.name,
        "options": form.options(),
        "table_size": form.cleaned_data["table_size"],
    }
    if "keep" in request.POST and not name:
        messages.error(request, _("Type a name for these settings."))
        return _show(visit, choice, form)
    if name:
        try:
            preset = keep_preset(teacher=request.user, name=name, **settings)
        except TooMany:
            messages.error(request, _("You have 12 settings of your own. Remove one first."))
            return _show(visit, choice, form)
        if "keep" in request.POST:
            messages.success(request, _("Kept as “%(name)s”.") % {"name": preset})
            return redirect(f"{visit.address}?preset={preset.pk}")
    return _changed(request, visit.opened, settings) if visit.opened else _opened(visit, settings)


def _opened(visit: Visit, settings: dict[str, Any]) -> HttpResponse:
    try:
        opened = lifecycle.open_session(classroom=visit.classroom, opened_by=visit.request.user, **settings)
    except lifecycle.AlreadyOpen as first:
        return _to_running(visit.request, first.session)
    tour.end_with_first_lesson(visit.request.user)
    return redirect("session", opened.pk)


def _changed(request: TeacherRequest, opened: ClassSession, settings: dict[str, Any]) -> HttpResponse:
    try:
        lifecycle.change_settings(session=opened, **settings)
    except lifecycle.Closed:
        messages.info(request, _("This session has started. Its settings stay."))
    return redirect("session", opened.pk)


@teacher_act
def remove_preset(request: TeacherRequest, classroom_id: int, preset: int) -> HttpResponse:
    """Remove a preset of one's own. Sessions that were set up with it do not change."""
    classroom = current_classroom_for(request.user, classroom_id)
    mine = get_object_or_404(SessionPreset, teacher=request.user, pk=preset)
    mine.delete()
    messages.success(request, _("“%(name)s” is removed.") % {"name": mine})
    return redirect("session_new", classroom.pk)


@teacher_form
def shared_preset(request: TeacherRequest, token: str) -> HttpResponse:
    """Show a colleague's settings by a link; POST stores them as one's own preset. The owner finds the link here."""
    found = preset_of(token)
    if found is None:
        raise Http404
    if request.method != "POST":
        link = reachable_url(request, request.path) if found.teacher == request.user else ""
        return render(request, "classroom/sessions/set_up/shared.html", {"preset": found, "link": link})
    settings = {"game": found.game, "options": found.options, "table_size": found.table_size}
    try:
        keep_preset(teacher=request.user, name=found.name, **settings)
    except TooMany:
        messages.error(request, _("You have 12 settings of your own. Remove one first."))
        return redirect("preset_shared", token)
    messages.success(request, _("Kept as “%(name)s”.") % {"name": found})
    return redirect("classes")


def _to_running(request: TeacherRequest, running: ClassSession) -> HttpResponse:
    """Redirect to the running session: two teachers of a class may press Start at the same time."""
    words = _("This class has a session open. Here it is.")
    if running.opened_by and running.opened_by != request.user:
        opened = timezone.localtime(running.opened_at).strftime("%H:%M")
        words = _("%(teacher)s opened a session with this class at %(time)s. Here it is; run it together.")
        words %= {"teacher": running.opened_by.name, "time": opened}
    messages.info(request, words)
    return redirect("session", running.pk)


def set_up_context(
    classroom: Classroom, teacher: Teacher, choice: Choice, form: SessionForm, offers: list[ways.Offer]
) -> dict[str, Any]:
    students = list(classroom.students.all())
    mine = SessionPreset.objects.filter(teacher=teacher, game__in=rules.CATALOGUE.games)
    return {
        "classroom": classroom,
        "form": form,
        "game": choice.game,
        "chosen": choice.value,
        "ways": offers,
        "presets": [(preset, token_of(preset)) for preset in mine],
        "students": len(students),
        "faces": students[:FACES],
        "tables": tables_in_words(choice.game, form, len(students)),
        "with_needs": sum(bool(student.needs) for student in students),
    }


def posted_values(game: SessionGame, data: QueryDict) -> dict[str, Any]:
    """Return the form's present values as initial values: it is drawn again without validation."""
    values: dict[str, Any] = {}
    for name, field in game.form.base_fields.items():
        if isinstance(field, forms.BooleanField):
            values[name] = name in data
        elif isinstance(field, forms.MultipleChoiceField):
            values[name] = data.getlist(name)
        elif name in data:
            values[name] = data[name]
    return values


def tables_in_words(game: SessionGame, form: SessionForm, children: int) -> str:
    """Return in words at how many tables the class would sit; "" for one child."""
    options = {"mode": form.chosen_mode}
    if game.seats_of_all(options):
        return _("all at one table")
    size = form.chosen_size
    if game.is_alone(options) or size == 1 or form["computers"].value() == "each":
        return _("each at a table alone")
    try:
        tables = count_of(children, size)
    except (TooFew, ZeroDivisionError):
        return ""
    if children % tables == 0:
        words = ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", tables)
    else:
        words = ngettext("%(n)s table of up to %(size)s", "%(n)s tables of up to %(size)s", tables)
    return words % {"n": tables, "size": -(-children // tables)}


@transaction.atomic
def keep_preset(*, teacher: Teacher, name: str, game: str, options: dict[str, Any], table_size: int) -> SessionPreset:
    """Store the settings under this name, replacing an older preset of that name. Raises TooMany."""
    mine = SessionPreset.objects.filter(teacher=changes.locked(teacher))
    if not mine.filter(name=name).exists() and mine.count() >= MOST_PRESETS:
        raise TooMany
    defaults = {"game": game, "options": options, "table_size": table_size}
    return SessionPreset.objects.update_or_create(teacher=teacher, name=name, defaults=defaults)[0]


def token_of(preset: SessionPreset) -> str:
    """Return the token of a link to this preset; it shows the settings to any teacher, and is valid as long as the
    preset exists."""
    return Signer(salt=PRESET_SALT).sign(f"{preset.pk}")


def preset_of(token: str) -> SessionPreset | None:
    """Return the preset of a link, None where it does not exist any more."""
    try:
        number = Signer(salt=PRESET_SALT).unsign(token)
    except BadSignature:
        return None
    present = SessionPreset.objects.filter(game__in=rules.CATALOGUE.games)
    return present.select_related("teacher").filter(pk=number).first()

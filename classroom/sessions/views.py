"""The settings of one child alone, and a teacher's page of a game."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom import persons
from classroom.access import TeacherRequest, open_page, student_for, teacher_form
from classroom.sessions import accommodations as private
from classroom.sessions.games import catalogue
from game import catalogue as presentations


@teacher_form
def needs(request: TeacherRequest, student: int) -> HttpResponse:
    """Show and take the settings of one child, private to its teachers."""
    child = student_for(request.user, student)
    form = private.NeedsForm(request.POST if request.method == "POST" else None, needs=child.needs)
    if form.is_valid():
        persons.keep(child, needs=form.needs())
        private.follow(child)
        messages.success(request, _("Saved. It applies from the next round."))
        return redirect("class", child.classroom_id)
    context = {"classroom": child.classroom, "student": child, "form": form, "now": private.pictures_now(child)}
    return render(request, "classroom/sessions/accommodations.html", context, status=422 if form.is_bound else 200)


@open_page
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    """Show how a game goes, what children learn, how long it takes, and which settings suit which age. Public: it names
    nobody."""
    if game not in presentations.CATALOGUE.games:
        raise Http404
    shown, of_lessons = presentations.of(game), catalogue.of(game)
    context = {
        "game": of_lessons,
        "title": shown.title(),
        "how": shown.how_to_play({}),
        "tries": bool(shown.tutorial({})),
        "plays": settings.GUESTS and bool(shown.guest_decks),
        "options": of_lessons.options,
        "others": [(name, each.title()) for name, each in presentations.CATALOGUE.games.items() if name != game],
    }
    return render(request, "classroom/sessions/about.html", context)

"""A teacher's page of a game: how it goes, what children learn, how long it takes, which settings at which age."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classroom.sessions.games import catalogue
from game import catalogue as presentations


@require_safe
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    """Public: it says nothing about anybody."""
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

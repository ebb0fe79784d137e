"""Pages for the browser to print, on A4 or Letter, in colour or saving ink. Public: they say nothing about anybody."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game import catalogue
from game.screens.contract import Presentation

ON_A_SHEET = 9
"""Cards of 63 by 88 mm, with which shuffled decks are sold, on A4 and on Letter."""
ROUNDS = range(1, 13)


class OnPaper(NamedTuple):
    """A game on the shelf: how many cards and sheets its deck has, without the backs."""

    name: str
    title: str
    cards: int
    sheets: int
    has_poster: bool


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """Everything that can be printed without a class."""
    games = [_on_paper(name, shown) for name, shown in catalogue.CATALOGUE.games.items()]
    return render(request, "classroom/printed/shelf.html", {"games": games})


def _on_paper(name: str, shown: Presentation) -> OnPaper:
    cards = len(shown.deck())
    return OnPaper(name, shown.title(), cards, -(-cards // ON_A_SHEET), bool(shown.poster()))


@require_safe
def deck(request: HttpRequest, game: str) -> HttpResponse:
    """The cards with lines to cut along, and a sheet of backs."""
    shown = _shown(game)
    if not (cards := shown.deck()):
        raise Http404
    context = {"title": shown.title(), "cards": cards, "backs": range(ON_A_SHEET), "white": "white" in request.GET}
    return render(request, "classroom/printed/deck.html", context)


@require_safe
def poster(request: HttpRequest, game: str) -> HttpResponse:
    """The numbers of a game for the wall."""
    shown = _shown(game)
    if not (drawn := shown.poster()):
        raise Http404
    return render(request, "classroom/printed/poster.html", {"title": shown.title(), "poster": drawn})


@require_safe
def scores(request: HttpRequest) -> HttpResponse:
    """A sheet for the score of a table, round by round."""
    return render(request, "classroom/printed/scores.html", {"rounds": ROUNDS, "seats": range(4)})


def _shown(game: str) -> Presentation:
    if game not in catalogue.CATALOGUE.games:
        raise Http404
    return catalogue.of(game)

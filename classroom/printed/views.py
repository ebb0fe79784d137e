"""Pages to print, on A4 or Letter, in colour or saving ink. Public: they contain no personal data."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from classroom.access import open_page
from game import catalogue
from game.screens.contract import Presentation

ON_A_SHEET = 9
"""Cards of 63 by 88 mm, with which shuffled decks are sold, on A4 and on Letter."""
ROUNDS, SEATS = range(1, 13), range(4)
SCORES = "scores"


class OnPaper(NamedTuple):
    """A game on the shelf: how many cards and sheets its deck has, without the backs."""

    name: str
    title: str
    cards: int
    sheets: int
    has_poster: bool


class Paper(NamedTuple):
    """Something to print: its template, the context, and the number of sheets."""

    template: str
    title: str
    sheets: int = 1
    drawn: Any = None


@open_page
def shelf(request: HttpRequest, *, nothing: bool = False) -> HttpResponse:
    """Show everything that can be printed without a class, to be ticked. `nothing`: the last form had no tick."""
    games = [_on_paper(name, shown) for name, shown in catalogue.CATALOGUE.games.items()]
    return render(request, "classroom/printed/shelf.html", {"games": games, "nothing": nothing})


def _on_paper(name: str, shown: Presentation) -> OnPaper:
    cards = len(shown.deck())
    return OnPaper(name, shown.title(), cards, -(-cards // ON_A_SHEET), bool(shown.poster()))


@open_page
def sheets(request: HttpRequest) -> HttpResponse:
    """Show what was ticked as one print: `sheet` is "scores", or an item of a game ("deck.its_name")."""
    asked = dict.fromkeys(request.GET.getlist("sheet"))
    papers = [paper for name in asked if (paper := _paper(name))]
    if not papers:
        return shelf(request, nothing=True)
    context = {
        "papers": papers,
        "sheets": sum(paper.sheets for paper in papers),
        "white": "white" in request.GET,
        "backs": range(ON_A_SHEET),
        "rounds": ROUNDS,
        "seats": SEATS,
    }
    return render(request, "classroom/printed/sheets.html", context)


def _paper(name: str) -> Paper | None:
    what, _, game = name.partition(".")
    if name == SCORES:
        return Paper("classroom/printed/_scores.html", "")
    if game not in catalogue.CATALOGUE.games:
        return None
    shown = catalogue.of(game)
    title = shown.title()
    if what == "rules":
        return Paper("classroom/printed/_rules.html", title, drawn=shown.how_to_play({}))
    if what == "deck" and (cards := shown.deck()):
        return Paper("classroom/printed/_deck.html", title, -(-len(cards) // ON_A_SHEET) + 1, cards)
    if what == "poster" and (poster := shown.poster()):
        return Paper("classroom/printed/_poster.html", title, drawn=poster)
    return None

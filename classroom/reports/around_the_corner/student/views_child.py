"""A child's own page. Its address names no child, so that nobody can request another's."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.album import tiles
from classroom.album.found import album_things
from classroom.joining.sign_in.views_sign_in import card_needed
from classroom.joining.visitor import VisitorRequest, student_looking, student_practising
from classroom.reports.around_the_corner.student import child_page as page
from classroom.reports.kit.evidence import catch_up
from classroom.reports.kit.moments import moment_of
from game.around_the_corner.presentation import GAME
from game.around_the_corner.solo import bests_of
from game.models import Round

OWN_SPEEDS = (
    ("0.5", pgettext_lazy("replay", "Slow")),
    ("1", pgettext_lazy("replay", "Normal")),
    ("2", pgettext_lazy("replay", "Fast")),
)
"""Speeds of a replay, in words for children."""
FOLDER = "classroom/reports/around_the_corner"


@never_cache
@require_GET
def my_page(request: VisitorRequest) -> HttpResponse:
    student = student_looking(request)
    if student is None:
        return card_needed(request)
    catch_up(student.classroom)
    may_play = student_practising(request) is not None
    context = page.context(student) | tiles.context(student) | {"may_play": may_play}
    context |= album_things(student)
    return render(request, f"{FOLDER}/child_page.html", context)


@never_cache
@require_GET
def best_round(request: VisitorRequest, place: int) -> HttpResponse:
    """Replay of the child's best solo round with one set of cards; `place` is the index of the time on its page.

    Nobody else played in it, and the address names no round, so no other child's data can be requested.
    """
    student = student_looking(request)
    if student is None:
        return card_needed(request)
    bests = bests_of(student.pk)
    if not 1 <= place <= len(bests):
        raise Http404
    best = bests[place - 1]
    played = Round.objects.select_related("table").get(pk=best.round)
    context = {"best": page.my_best(best), "own": True} | moment_of(GAME.replay_of(played), request.GET, named=True)
    context["speeds"] = OWN_SPEEDS
    part = f"{FOLDER}/_replay_moment.html"
    template = part if request.headers.get("HX-Request") else f"{FOLDER}/best_round.html"
    return render(request, template, context | {"moment_template": part})

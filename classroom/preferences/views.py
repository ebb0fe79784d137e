"""What people choose for themselves on any page: language, letter spacing, own table, speed of pressing.

Measurement of how long after the light a child who plays with one key presses it: twenty presses on a star (rules
1.12).

The server chooses where the star is, and judges each press: it counts only on the star, never for longer than a thing
is highlighted or than has passed since the star was shown. The results so far are signed and sent with the page.
"""

from collections.abc import Sequence
from random import SystemRandom
from statistics import median
from typing import NamedTuple

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from classroom import persons
from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.languages import letters as spacing
from classroom.models import Student, Teacher
from classroom.server.http.links import is_ours
from classroom.sessions import accommodations, own_choices
from game.clock import now_ms
from game.rules import scanning
from game.rules.scanning import PRESS, SETTING

PRESSES, PLACES = 20, 6
SALT = "classroom.preferences.switch"
DICE = SystemRandom()


class Catch(NamedTuple):
    """A star at one of PLACES, for one student, and the delays in ms of the presses before it."""

    student: int
    star: int
    shown_at: int
    judged: tuple[int, ...] = ()

    @property
    def caught(self) -> int:
        return len(self.judged)

    @property
    def is_done(self) -> bool:
        return self.caught >= PRESSES

    def signed(self) -> str:
        return signing.dumps(self, salt=SALT)


def page_before(request: HttpRequest) -> str:
    """Return the page of ours on which the choice was made; the first page where the form names none."""
    page = (request.POST or request.GET).get("next", "")
    return page if is_ours(page) else "/"


@require_POST
def language(request: VisitorRequest) -> HttpResponse:
    """Store the language for the signed-in child or teacher, otherwise in the browser; return to the page before.

    While a child waits to be let in, the browser stores it, and the child gets it afterwards.
    """
    chosen = request.POST.get("language", "")
    if chosen not in choice.names():
        raise Http404
    response = redirect(page_before(request))
    if response.url.startswith(reverse("join")):
        choice.keep(response, chosen)
    elif student := student_looking(request):
        own_choices.choose_language(student, chosen)
    elif isinstance(request.user, Teacher):
        Teacher.objects.filter(pk=request.user.pk).update(language=chosen)
    else:
        choice.keep(response, chosen)
    return response


@require_POST
def letters(request: HttpRequest) -> HttpResponse:
    """Let the device at which this was chosen write letters further apart, or as usual; go back to where that was."""
    response = redirect(page_before(request))
    if request.POST.get("letters") == spacing.APART:
        spacing.keep(response)
    else:
        spacing.forget(response)
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def own_table(request: VisitorRequest) -> HttpResponse:
    """Show what the child may choose: as a page, or as the `part` that a table includes. Or store its choices, and
    return to the page where they were made."""
    student = student_looking(request)
    if student is None:
        raise Http404
    if request.method == "POST":
        own_choices.choose(student, request.POST)
        response = redirect(page_before(request))
        if spacing.APART not in request.POST:
            spacing.forget(response)
        return response
    part = "part" in request.GET
    request.visitor.own_table = own_choices.of(student)
    shown = {
        "own_table": request.visitor.own_table,
        "worn": own_choices.worn_by(student),
        "student": student,
        "next": page_before(request),
        "part": part,
    }
    return render(request, f"classroom/preferences/{'_' if part else ''}own_table.html", shown)


@never_cache
@require_http_methods(["GET", "POST"])
def catch(request: VisitorRequest) -> HttpResponse:
    """Show a star to catch; after twenty presses store the result."""
    student = student_looking(request)
    if student is None or not student.needs.get(scanning.SETTING):
        raise Http404
    if request.method == "GET":
        found = first_catch(student)
    else:
        posted = request.POST
        before = read_catch(student, posted.get("caught", ""))
        found = pressed(student, before, posted.get("place", ""), posted.get("lit", ""))
    if found.is_done:
        keep_catch(student, found.judged)
    page = "_catch.html" if "HX-Request" in request.headers else "catch.html"
    context = {"catch": found, "places": range(PLACES), "presses": PRESSES}
    return render(request, f"classroom/preferences/{page}", context)


def first_catch(student: Student) -> Catch:
    return Catch(student.pk, DICE.randrange(PLACES), now_ms())


def read_catch(student: Student, signed: str) -> Catch:
    """Return the state that was signed into this text; a new first star for an invalid text, or another child's."""
    try:
        number, star, shown_at, judged = signing.loads(signed, salt=SALT)
    except (signing.BadSignature, ValueError):
        return first_catch(student)
    return Catch(number, star, shown_at, tuple(judged)) if number == student.pk else first_catch(student)


def pressed(student: Student, catch: Catch, place: str, lit: str) -> Catch:
    """Judge a press, so many ms after the light. A press beside the star leaves the star where it is."""
    if place != f"{catch.star}" or not (lit.isascii() and lit.isdigit()):
        return catch
    now = now_ms()
    late = min(int(lit[:6]), student.needs.get(SETTING, 0), max(0, now - catch.shown_at))
    star = (catch.star + DICE.randrange(1, PLACES)) % PLACES
    return Catch(student.pk, star, now, (*catch.judged, late))


def keep_catch(student: Student, judged: Sequence[int]) -> None:
    """Store the median delay, used from the next deal on. Raises changes.Gone."""
    persons.keep(student, needs=student.needs | {PRESS: round(median(judged))})
    accommodations.follow(student)

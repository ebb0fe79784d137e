"""Practice and homework for a student, at home with their card or in class. Plain forms; htmx only avoids reloads."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from classroom import cookies, persons
from classroom.forms.people import posted_number
from classroom.homework import assignments as tasks
from classroom.homework import from_session, units
from classroom.homework.around_the_corner import practice as practices
from classroom.homework.around_the_corner import practice_page
from classroom.homework.around_the_corner.forms import PracticeForm
from classroom.homework.around_the_corner.offline.packs import offer
from classroom.joining.device import CARD, sign_in_with_card
from classroom.joining.sign_in.views_sign_in import card_lost, card_needed, out_of_hours
from classroom.joining.visitor import VisitorRequest, student_practising
from classroom.models import Homework, Practice, Student
from classroom.sessions.lifecycle import open_of
from game.around_the_corner import practice as rounds
from game.rules import Refused
from game.rules.around_the_corner.practice import Position

LINK_SECONDS = 3600
"""Seconds for which a browser remembers whose homework link was followed before the card was scanned."""
FOLDER = "classroom/homework/around_the_corner"


def student_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view to get the student as its second argument; anybody else is asked for a card."""

    @never_cache
    @wraps(view)
    def behind_the_door(request: VisitorRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        student = student_practising(request)
        if student is None:
            is_part = getattr(request, "htmx", False)
            return _goes_to(request, reverse("practice")) if is_part else _card_first(request, kwargs.get("homework"))
        return view(request, student, *args, **kwargs)

    return behind_the_door


def _card_first(request: VisitorRequest, homework: int | None) -> HttpResponse:
    """Ask for a card; a homework link that was followed is continued after the scan."""
    response = card_needed(request)
    if homework:
        cookies.keep(response, settings.HOMEWORK_COOKIE_NAME, f"{homework}", LINK_SECONDS)
    return response


@never_cache
@require_GET
def card(request: VisitorRequest, card: str) -> HttpResponse:
    """A student's card: gives access to practice and homework, and offers the running session. A replaced card says
    so."""
    student = persons.with_card(card.upper()[:40]).first()
    if student is None:
        return card_lost(request)
    if closed := out_of_hours(request, student):
        return closed
    sign_in_with_card(request, student)
    asked = posted_number(request.COOKIES.get(settings.HOMEWORK_COOKIE_NAME))
    if not tasks.open_for(student).filter(pk=asked).exists():
        return redirect("practice")
    response = redirect("practice_homework", asked)
    response.delete_cookie(settings.HOMEWORK_COOKIE_NAME, samesite="Lax")
    return response


@never_cache
@require_GET
def typed_card(request: VisitorRequest) -> HttpResponse:
    """The address on a card, typed in: a web app on an iPad's home screen has no address bar and no camera."""
    code = request.GET.get("card", "").strip().strip("/").rsplit("/", 1)[-1].replace(" ", "")
    return redirect("card", code) if code.isascii() and code.isalnum() else redirect("practice")


@require_http_methods(["GET", "POST"])
@student_required
def practice(request: VisitorRequest, student: Student) -> HttpResponse:
    """The present question, or the choice of what to practise; a POST begins or continues.

    If a class of the card's holder has a session, that is offered first.
    """
    session = open_of(student.classroom) if CARD in request.session else None
    if request.method == "GET" and not session and (running := practices.present(student)):
        return _table(request, running)
    form = PracticeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        practices.begin(student, options=form.options())
        return redirect("practice")
    context = {"student": student, "form": form, "tasks": _tasks(student), "lesson": session}
    context |= offer(request, student)
    return render(request, "classroom/homework/start.html", context, status=422 if form.is_bound else 200)


def _tasks(student: Student) -> list[dict[str, Any]]:
    found, given = [], list(tasks.open_for(student).select_related("classroom"))
    several = len({task.classroom_id for task in given}) > 1
    for task in given:
        done = tasks.done_of(task, student)
        is_done, day = units.of(task).is_done(task, done), tasks.last_day(task)
        classroom = task.classroom.name if several else ""
        progress, check_up = units.of(task).how_far(task, done), units.of(task).check_up
        found.append({
            "pk": task.pk, "progress": progress, "done": is_done, "last_day": day, "classroom": classroom,
            "check_up": check_up,
        })  # fmt: skip
    return found


@require_http_methods(["GET", "POST"])
@student_required
def for_homework(request: VisitorRequest, student: Student, homework: int) -> HttpResponse:
    """A homework's link; after its date the page says so, and nothing is counted."""
    task = get_object_or_404(tasks.set_for(student), pk=homework)
    if tasks.is_over(task):
        return _too_late(request, task, student)
    if request.method == "POST":
        return _begin(student, task)
    context = {"task": task, "progress": _progress(task, student)}
    return render(request, "classroom/homework/assignment_start.html", context | {"last_day": tasks.last_day(task)})


def _begin(student: Student, task: Homework) -> HttpResponse:
    """Redirect to the homework: to its question, or to the table at which the session's cards are played again."""
    if units.of(task).check_up and practices.checked_today(student):
        return redirect("practice_end")
    if units.of(task).practised:
        practices.begin(student, options=task.options, homework=task)
        return redirect("practice")
    begun = from_session.begin(student, task)
    return redirect("table", begun.round.table.code) if begun else redirect("practice")


@require_POST
@student_required
def answer(request: VisitorRequest, student: Student) -> HttpResponse:
    """A card on the top card, or a hint for it. An answer to a past question is refused in words, and changes
    nothing."""
    running = practices.present(student)
    if running is None:
        return _goes_to(request, reverse("practice"))
    if running.homework and tasks.is_over(running.homework):
        practices.stop(running)
        return _goes_to(request, reverse("practice_homework", args=[running.homework.pk]))
    say = ""
    try:
        position = _answered(running, request)
    except Refused as refusal:
        say, position = practice_page.refused(refusal.reason), rounds.position_of(running.round)
    if position.over:
        return _goes_to(request, reverse("practice_end"))
    if not getattr(request, "htmx", False):
        return redirect("practice")
    return render(request, f"{FOLDER}/_practice_answer.html", practice_page.context(running, position, say))


def _answered(running: Practice, request: VisitorRequest) -> Position:
    place = posted_number(request.POST.get("place"))
    if "picture" in request.POST:
        return rounds.picture(running.round, count=place)
    if "hint" in request.POST:
        return rounds.hint(running.round, count=place)
    card = None if "unsure" in request.POST else posted_number(request.POST.get("card"))
    return practices.answer(running, card=card, count=place)


@require_POST
@student_required
def stop(request: VisitorRequest, student: Student) -> HttpResponse:
    """End the practice where it stands, keeping what was done."""
    if running := practices.present(student):
        practices.stop(running)
        return redirect("practice_end")
    return redirect("practice")


@require_GET
@student_required
def end(request: VisitorRequest, student: Student) -> HttpResponse:
    """The result of the last completed practice: the sure sums, and those to repeat tomorrow."""
    ended = practices.newest(student)
    position = rounds.position_of(ended.round) if ended else None
    if ended is None or position is None or not position.sure:
        return redirect("practice")
    context = practice_page.end_context(ended, position) | {"child": student}
    return render(request, f"{FOLDER}/enough.html", context)


@require_POST
@never_cache
def leave(request: VisitorRequest) -> HttpResponse:
    """Forget the card, for the next child at this device."""
    request.session.pop(CARD, None)
    request.session.cycle_key()
    return redirect("home")


def _table(request: VisitorRequest, running: Practice) -> HttpResponse:
    if running.homework and tasks.is_over(running.homework):
        practices.stop(running)
        return _too_late(request, running.homework, running.student)
    position = rounds.position_of(running.round)
    context = practice_page.context(running, position) | offer(request, running.student)
    page = "check_up" if position.check_up else "practice"
    return render(request, f"{FOLDER}/{page}.html", context)


def _progress(task: Homework, student: Student) -> str:
    return units.of(task).how_far(task, tasks.done_of(task, student))


def _too_late(request: VisitorRequest, task: Homework, student: Student) -> HttpResponse:
    context = {"last_day": tasks.last_day(task), "progress": _progress(task, student)}
    return render(request, "classroom/homework/too_late.html", context, status=410)


def _goes_to(request: VisitorRequest, url: str) -> HttpResponse:
    return HttpResponseClientRedirect(url) if getattr(request, "htmx", False) else redirect(url)

"""Views for a waiting child: its own picture, also shown by a table, and a sum."""

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom import persons
from classroom.album import tiles as album
from classroom.album.found import album_things, sticker_since
from classroom.homework import assignments as tasks
from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner import warm_up as warm_ups
from classroom.homework.around_the_corner.boxes import Answered
from classroom.homework.around_the_corner.picture import picture_after
from classroom.joining.visitor import VisitorRequest, student_looking, student_practising
from classroom.models import Homework, Student
from classroom.server.http.drawn import drawn
from game.clock import in_ms
from game.log.prepared import Prepared
from game.models import Round, Table
from game.projection import project
from game.rules.around_the_corner.cards import FIVE, TEN

FOLDER = "classroom/homework/around_the_corner"
LONGEST = 3


Find = Callable[[VisitorRequest], Student | None]
ChildView = Callable[[VisitorRequest, Student], HttpResponse]


def of_child(find: Find) -> Callable[[ChildView], Callable[[VisitorRequest], HttpResponse]]:
    """Decorate a view to get the child found by `find` at this browser as its second argument; 204 if there is none."""

    def decorated(view: ChildView) -> Callable[[VisitorRequest], HttpResponse]:
        @never_cache
        @require_GET
        @wraps(view)
        def found(request: VisitorRequest) -> HttpResponse:
            student = find(request)
            return view(request, student) if student else HttpResponse(status=204)

        return found

    return decorated


@of_child(student_practising)
def meanwhile(request: VisitorRequest, student: Student) -> HttpResponse:
    """The child's own picture and a sum to warm up with."""
    answers = practice.history(student, None)
    context = {
        "warm_up": warm_ups.new(_highest(request), practice.due(answers)),
        "own_picture": _picture(student, answers),
        "check_up": _open_check_up(student),
    }
    return render(request, f"{FOLDER}/_meanwhile.html", context)


def _open_check_up(student: Student) -> Homework | None:
    """Return the check-up that this student may begin now, or None."""
    found = _last_check_up.first(student.pk)
    is_open = found is not None and found.until > timezone.now() and not practice.checked_today(student)
    return found if is_open else None


_last_check_up = Prepared(
    lambda student: (
        tasks.set_for(Student(pk=student)).filter(unit=Homework.Unit.CHECK_UPS).order_by("-until", "-pk")[:1]
    ),
)


@of_child(student_looking)
def own_picture(request: VisitorRequest, student: Student) -> HttpResponse:
    """The child's own picture, after a round and after a lesson; after a lesson with the last round's sticker, since
    that may not have been shown."""
    at_table = "after" not in request.GET
    brought = {} if at_table else _sticker_of(student, _rounds_of(student).order_by("-dealt_at", "-pk").first())
    return HttpResponse(_picture(student, practice.history(student, None), at_table=at_table, **brought))


@of_child(student_looking)
def sums_found(request: VisitorRequest, student: Student) -> HttpResponse:
    """A small version of the child's own picture, and the number of sums found, including the round that has just
    ended."""
    project.catch_up(Table.objects.filter(seats__player__in=persons.players_of(student.pk)))
    return HttpResponse(drawn(f"{FOLDER}/_sums_found.html", **_tiled(student, practice.history(student, None))))


@of_child(student_looking)
def sticker_found(request: VisitorRequest, student: Student) -> HttpResponse:
    """The sticker found in the round that has just ended; 204 without one."""
    over = _rounds_of(student).filter(finished_at__isnull=False).order_by("-finished_at", "-pk")
    brought = _sticker_of(student, over.first())
    found = drawn("classroom/album/_found_sticker.html", **brought) if brought else ""
    return HttpResponse(found, status=200 if brought else 204)


def _rounds_of(student: Student) -> QuerySet[Round]:
    return album.rounds_of(persons.players_of(student.pk))


def _sticker_of(student: Student, last: Round | None) -> dict[str, Any]:
    """Return the context of the sticker found since this round was dealt, after projecting its answers; {} for none."""
    if last is None:
        return {}
    project.catch_up(Table.objects.filter(pk=last.table_id))
    sticker = sticker_since(student, in_ms(last.dealt_at))
    return {"sticker": sticker, "deed": sticker.in_words()} if sticker else {}


def _picture(
    student: Student, answers: Sequence[Answered], *, at_table: bool = False, **brought: Hashable
) -> SafeString:
    more = album.context(student) | album_things(student) if at_table else {}
    return drawn(f"{FOLDER}/_own_picture.html", at_table=at_table, **brought, **_tiled(student, answers), **more)


def _tiled(student: Student, answers: Sequence[Answered]) -> dict[str, Any]:
    return {
        "picture": picture_after(answers, timezone.localdate()),
        "character": student.character,
        "colour": student.colour,
        "hat": student.hat,
    }


@never_cache
@require_GET
def warm_up(request: VisitorRequest) -> HttpResponse:
    """A card on the warm-up sum. Nothing is stored."""
    student = student_practising(request)
    due = practice.due(practice.history(student)) if student else frozenset()
    found = warm_ups.answered(_number(request, "place"), _number(request, "card"), _highest(request), due)
    return render(request, f"{FOLDER}/_warm_up.html", {"warm_up": found})


def _highest(request: VisitorRequest) -> int:
    """Return the highest number in the session that this child waits for."""
    attendance = request.visitor.attendance
    lowered = attendance is not None and attendance.session.options.get("highest") == FIVE
    return FIVE if lowered else TEN


def _number(request: VisitorRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else -1

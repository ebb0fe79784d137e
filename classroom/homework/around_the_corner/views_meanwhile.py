"""Views for a child who waits: its own picture, which a table shows, too, and a sum."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.homework.around_the_corner import warm_up as warm_ups
from classroom.homework.around_the_corner.picture import picture_of
from classroom.joining.visitor import VisitorRequest, student_looking, student_practising
from classroom.models import Student
from classroom.server.http.drawn import drawn
from game.rules.around_the_corner.cards import FIVE, TEN

FOLDER = "classroom/homework/around_the_corner"
LONGEST = 3


Find = Callable[[VisitorRequest], Student | None]
ChildView = Callable[[VisitorRequest, Student], HttpResponse]


def of_child(find: Find) -> Callable[[ChildView], Callable[[VisitorRequest], HttpResponse]]:
    """Hand the child whom `find` finds at this browser in as the second argument; 204 for whoever is none."""

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
    context = warm_ups.context(warm_ups.new(_highest(request)))
    return render(request, f"{FOLDER}/_meanwhile.html", context | {"own_picture": _picture(student)})


@of_child(student_looking)
def own_picture(request: VisitorRequest, student: Student) -> HttpResponse:
    """The child's own picture, after a round and after a lesson."""
    return HttpResponse(_picture(student, at_table="after" not in request.GET))


def _picture(student: Student, *, at_table: bool = False) -> SafeString:
    return drawn(
        f"{FOLDER}/_own_picture.html",
        picture=picture_of(student, timezone.localdate()),
        character=student.character,
        colour=student.colour,
        at_table=at_table,
    )


@never_cache
@require_GET
def warm_up(request: VisitorRequest) -> HttpResponse:
    """A card on the sum to warm up with. Nothing is written, for anybody."""
    found = warm_ups.answered(_number(request, "place"), _number(request, "card"), _highest(request))
    return render(request, f"{FOLDER}/_warm_up.html", warm_ups.context(found))


def _highest(request: VisitorRequest) -> int:
    """Return the highest number of the lesson that this child waits for."""
    attendance = request.visitor.attendance
    lowered = attendance is not None and attendance.session.options.get("highest") == FIVE
    return FIVE if lowered else TEN


def _number(request: VisitorRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else -1

"""A teacher's classes: the list, and making one; renaming and removing one, for its owners."""

from django.contrib import messages
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from classroom import changes, colleagues, rosters
from classroom.access import TeacherRequest, classroom_for, own_classroom_for, teacher_required
from classroom.forms import ClassroomForm
from classroom.imports import drafts
from classroom.models import BY_NAME, Classroom, ClassSession, Teacher

read_or_send = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@teacher_required
def classes(request: TeacherRequest) -> HttpResponse:
    mine = request.user.classrooms.annotate(
        roster_size=Count("students", filter=Q(students__removed_at=None), distinct=True),
        last_session=Max("sessions__opened_at"),
    ).order_by(*BY_NAME)
    context = {
        "classrooms": [room for room in mine if room.archived_at is None],
        "has_earlier": any(room.archived_at for room in mine),
        "running": _running(request.user),
        "invitations": colleagues.waiting_for(request.user),
        "import_to_undo": drafts.last_applied(request.user, None),
    }
    return render(request, "classroom/classes.html", context)


def _running(teacher: Teacher) -> QuerySet[ClassSession]:
    sessions = ClassSession.objects.filter(classroom__teachers=teacher).exclude(state=ClassSession.State.ENDED)
    return sessions.select_related("classroom").annotate(arrived=Count("attendances"))


@read_or_send
@teacher_required
def new(request: TeacherRequest) -> HttpResponse:
    form = ClassroomForm(request.POST or None, teacher=request.user)
    if not form.is_valid():
        return render(request, "classroom/class_new.html", {"form": form})
    classroom = Classroom.objects.create(name=form.cleaned_data["name"])
    classroom.teachers.add(request.user)
    return redirect("class", classroom.pk)


@require_safe
@teacher_required
def students(request: TeacherRequest, classroom: int) -> HttpResponse:
    room = classroom_for(request.user, classroom)
    rows = room.students.annotate(last_seen=Max("attendances__arrived_at")).order_by(*BY_NAME)
    is_owner = room.teachings.filter(teacher=request.user, is_owner=True).exists()
    context = {
        "classroom": room,
        "students": rows,
        "is_owner": is_owner,
        "import_to_undo": drafts.last_applied(request.user, room),
    }
    return render(request, "classroom/students.html", context)


@read_or_send
@teacher_required
def rename(request: TeacherRequest, classroom: int) -> HttpResponse:
    room = own_classroom_for(request.user, classroom)
    form = ClassroomForm(request.POST or None, initial={"name": room.name}, teacher=request.user, classroom=room)
    if not form.is_valid():
        return render(request, "classroom/class_rename.html", {"classroom": room, "form": form})
    changes.change(room, name=form.cleaned_data["name"])
    return redirect("class", room.pk)


@read_or_send
@teacher_required
def remove(request: TeacherRequest, classroom: int) -> HttpResponse:
    room = own_classroom_for(request.user, classroom)
    if request.method != "POST":
        return _ask_to_remove(request, room)
    name = room.name
    try:
        rosters.remove_classroom(room)
    except rosters.StillPlayingError:
        return _ask_to_remove(request, room, status=409)
    messages.success(request, _("%(class)s is removed.") % {"class": name})
    return redirect("classes")


def _ask_to_remove(request: TeacherRequest, room: Classroom, status: int = 200) -> HttpResponse:
    counts = {"students": room.students.count(), "sessions": room.sessions.count()}
    return render(
        request,
        "classroom/class_remove.html",
        {"classroom": room, **counts, "is_playing": status == 409},
        status=status,
    )

"""The teacher's pages about how children sign in: the setting, and what is printed for it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.access import TeacherRequest, classroom_for, student_for, teacher_required
from classroom.joining.sign_in import sign_in_cards as sheets


@teacher_required
@require_http_methods(["GET", "POST"])
def sign_in(request: TeacherRequest, classroom: int) -> HttpResponse:
    """Settings of how the children of the class sign in."""
    room = classroom_for(request.user, classroom)
    form = sheets.SignInSettingsForm(request.POST if request.method == "POST" else None, initial=sheets.as_set(room))
    if form.is_valid():
        sheets.keep(room, **form.cleaned_data)
        messages.success(request, _("Saved. It applies to the next child who signs in."))
        return redirect("class_sign_in", room.pk)
    context = sheets.context(room, "") | {"form": form, "students": room.students.count()}
    return render(request, "classroom/joining/sign_in/settings.html", context, status=422 if form.is_bound else 200)


@teacher_required
@require_GET
def cards(request: TeacherRequest, classroom: int) -> HttpResponse:
    """One page to print, `as` cards, labels or a list; the same ones at any time."""
    room = classroom_for(request.user, classroom)
    context = sheets.context(room, request.GET.get("as", "")) | {"cards": sheets.printed(request, room)}
    return render(request, "classroom/joining/sign_in/cards.html", context)


@teacher_required
@require_POST
def change(request: TeacherRequest, classroom: int) -> HttpResponse:
    """Make every card of the class new, and what is printed on it."""
    room = classroom_for(request.user, classroom)
    sheets.change(room.students.all())
    messages.success(request, _("All cards are new. The old ones open nothing any more. Print them again."))
    return redirect("class_cards", room.pk)


@teacher_required
@require_POST
def change_one(request: TeacherRequest, student: int) -> HttpResponse:
    """Make one child's card new: it was lost, or somebody else knows the pictures."""
    child = student_for(request.user, student)
    sheets.change([child])
    messages.success(request, _("%(name)s has a new card. The old one opens nothing any more.") % {"name": child.name})
    return redirect("class_cards", child.classroom_id)

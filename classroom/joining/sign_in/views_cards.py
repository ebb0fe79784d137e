"""The teacher's pages about how children sign in: the setting, and what is printed for it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, classroom_for, student_for, teacher_act, teacher_form, teacher_page
from classroom.joining.sign_in import sign_in_cards as sheets


@teacher_form
def sign_in(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Settings of how the children of the class sign in."""
    classroom = classroom_for(request.user, classroom_id)
    sent = request.POST if request.method == "POST" else None
    form = sheets.SignInSettingsForm(sent, initial=sheets.as_set(classroom))
    if form.is_valid():
        sheets.keep(classroom, **form.cleaned_data)
        messages.success(request, _("Saved. It applies to the next child who signs in."))
        return redirect("class_sign_in", classroom.pk)
    context = sheets.context(classroom, "") | {"form": form, "students": classroom.students.count()}
    return render(request, "classroom/joining/sign_in/settings.html", context, status=422 if form.is_bound else 200)


@teacher_page
def cards(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """One page to print, `as` cards, labels or a list; the same ones at any time."""
    classroom = classroom_for(request.user, classroom_id)
    context = sheets.context(classroom, request.GET.get("as", "")) | {"cards": sheets.printed(request, classroom)}
    return render(request, "classroom/joining/sign_in/cards.html", context)


@teacher_act
def change(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Make every card of the class new, and what is printed on it."""
    classroom = classroom_for(request.user, classroom_id)
    sheets.change(classroom.students.all())
    messages.success(request, _("All cards are new. The old ones open nothing any more. Print them again."))
    return redirect("class_cards", classroom.pk)


@teacher_act
def change_one(request: TeacherRequest, student: int) -> HttpResponse:
    """Make one child's card new: it was lost, or somebody else knows the pictures."""
    child = student_for(request.user, student)
    sheets.change([child])
    messages.success(request, _("%(name)s has a new card. The old one opens nothing any more.") % {"name": child.name})
    return redirect("class_cards", child.classroom_id)

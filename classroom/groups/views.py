"""The standing groups of a class: list them, make, change and remove one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, classroom_for, current_classroom_for, teacher_form, teacher_page
from classroom.forms.people import posted_number
from classroom.groups import from_list, members, page
from classroom.groups.forms import GroupForm
from classroom.models import Classroom, StandingGroup


@teacher_page
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    return render(request, "classroom/groups/groups.html", page.context(classroom_for(request.user, classroom_id)))


@teacher_form
def new(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Make a group; links from a report or the list say who is ticked (`student`)."""
    classroom = current_classroom_for(request.user, classroom_id)
    asked = [posted_number(pk) for pk in request.GET.getlist("student")]
    form = GroupForm(request.POST or None, classroom=classroom, initial={"students": asked})
    if _asks_to_tick(request):
        return _ticked(request, classroom)
    if form.is_valid():
        group = members.make(classroom, **form.values())
        messages.success(request, _("The group %(name)s is made.") % {"name": group})
        return redirect("class_groups", classroom.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classroom/groups/group.html", context, status=422 if form.is_bound else 200)


@teacher_form
def one(request: TeacherRequest, group: int) -> HttpResponse:
    """Change a group."""
    found = _group_for(request, group)
    initial = {"name": found.name, "sign": found.sign, "students": found.students.filter(classroom=found.classroom_id)}
    form = GroupForm(request.POST or None, classroom=found.classroom, group=found, initial=initial)
    if _asks_to_tick(request):
        return _ticked(request, found.classroom, found)
    if form.is_valid():
        members.keep(found, **form.values())
        messages.success(request, _("Saved."))
        return redirect("class_groups", found.classroom_id)
    context = {"classroom": found.classroom, "group": found, "form": form}
    return render(request, "classroom/groups/group.html", context, status=422 if form.is_bound else 200)


def _asks_to_tick(request: TeacherRequest) -> bool:
    """Return whether to read the pasted list. Enter in another field presses the same button with an empty list."""
    return "tick" in request.POST and bool(request.POST.get("listed", "").strip())


def _ticked(request: TeacherRequest, classroom: Classroom, group: StandingGroup | None = None) -> HttpResponse:
    """Return the form as it was sent, with the children on the pasted list ticked, too. Nothing is saved."""
    typed, listed = request.POST.copy(), from_list.read(request.POST["listed"], classroom)
    typed.setlist("students", sorted({*typed.getlist("students"), *map(str, listed.students)}))
    form = GroupForm(typed, classroom=classroom, group=group)
    form.errors.clear()
    context = {"classroom": classroom, "group": group, "form": form, "listed": listed}
    return render(request, "classroom/groups/group.html", context)


@teacher_form
def remove(request: TeacherRequest, group: int) -> HttpResponse:
    """Remove a group; asks first. Its children and their homework stay."""
    found = _group_for(request, group)
    if request.method != "POST":
        return render(request, "classroom/groups/remove.html", {"classroom": found.classroom, "group": found})
    found.delete()
    messages.success(request, _("The group %(name)s is no more.") % {"name": found})
    return redirect("class_groups", found.classroom_id)


def _group_for(request: TeacherRequest, pk: int) -> StandingGroup:
    present = StandingGroup.objects.select_related("classroom").filter(classroom__removed_at=None)
    return get_object_or_404(present, classroom__teachers=request.user, pk=pk)

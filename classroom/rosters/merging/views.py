"""Merging two records of one child or two classes, and undoing it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classroom import persons
from classroom.access import TeacherRequest, own_classroom_for, student_for, teacher_act, teacher_form
from classroom.forms.people import posted_number
from classroom.models import BY_NAME, Classroom, Student, owned_by
from classroom.naming.names import to_greet
from classroom.rosters import merging, roster
from classroom.rosters.merging import persons as merged
from classroom.rosters.merging.forms import MergeClassForm, MergeStudentForm
from classroom.rosters.still_playing import StillPlayingError

TWO_CHILDREN = {
    merging.SatTogetherError: gettext_lazy(
        "%(one)s and %(other)s sat at one table: these are two children. Nothing was changed."
    ),
    roster.AlreadyThereError: gettext_lazy(
        "%(one)s and %(other)s are in one class together: these are two children. Nothing was changed."
    ),
}
"""What shows that two records are not one child, by the error."""


@teacher_form
def merge_student(request: TeacherRequest, student: int) -> HttpResponse:
    """Merge another record of the same child into this one."""
    kept = student_for(request.user, student)
    form = MergeStudentForm(request.POST or None, teacher=request.user, student=kept)
    if not form.is_valid():
        return _ask(request, kept, form)
    gone = form.cleaned_data["other"]
    try:
        if form.is_of_both:
            return _join(request, kept, gone)
        merging.merge_students(kept, gone)
    except (merging.SatTogetherError, roster.AlreadyThereError) as two:
        form.add_error("other", TWO_CHILDREN[type(two)] % {"one": kept.name, "other": gone.name})
        return _ask(request, kept, form)
    except StillPlayingError as playing:
        return _ask(request, kept, form, playing)
    request.done = {"classroom": kept.classroom_id, "other": gone.pk}
    words = _("%(name)s has the results of both now. For 30 days you can part them again, under “Removed students”.")
    messages.success(request, words % {"name": kept.name})
    if gone.family_since:
        words = _("The link of %(other)s’s family opens nothing any more. Give the family a link for %(name)s.")
        messages.warning(request, words % {"other": gone.name, "name": kept.name})
    return redirect("class", kept.classroom_id)


def _join(request: TeacherRequest, kept: Student, other: Student) -> HttpResponse:
    merged.join(kept, other)
    request.done = {"classroom": kept.classroom_id, "other": other.pk}
    words = _("%(name)s is one child in %(class)s and %(other)s now. For a day you can take it back on this page.")
    classes = {"class": kept.classroom.name, "other": other.classroom.name}
    messages.success(request, words % {"name": kept.name, **classes})
    return redirect("student_merge", other.pk)


@teacher_act
def set_apart(request: TeacherRequest, student: int) -> HttpResponse:
    """Undo the join of a child with another one; `student` is a row that was joined to the other's."""
    child = student_for(request.user, student)
    try:
        merged.part(child)
    except merged.TooLateToPartError:
        messages.error(request, _("They cannot be parted now. Nothing was changed."))
    else:
        request.done = {"classroom": child.classroom_id}
        words = _("%(name)s is a child of its own again. Print the card of %(class)s anew.")
        messages.success(request, words % {"name": child.name, "class": child.classroom.name})
    return redirect("class", child.classroom_id)


def _ask(
    request: TeacherRequest, kept: Student, form: MergeStudentForm, playing: StillPlayingError | None = None
) -> HttpResponse:
    theirs = persons.present(kept).exclude(pk=kept.pk)
    context = {
        "student": kept,
        "form": form,
        "playing": playing,
        "elsewhere": theirs.filter(classroom__teachers=request.user),
        "others": theirs.exclude(classroom__teachers=request.user).count(),
        "is_new": merged.is_new(kept),
    }
    return render(request, "classroom/rosters/merging/student_merge.html", context, status=409 if playing else 200)


@teacher_act
def part_student(request: TeacherRequest, student: int) -> HttpResponse:
    """Undo a merge; `student` is the record that was merged into another one."""
    merged = Student.everybody.select_related("classroom", "merged_into__classroom")
    gone = get_object_or_404(merged, pk=student, merged_into__classroom__teachers=request.user)
    classroom_id = gone.merged_into.classroom_id if gone.merged_into else gone.classroom_id
    try:
        merging.part_students(gone)
    except roster.AlreadyThereError:
        messages.error(request, _("%(name)s is in this class already.") % {"name": gone.name})
    except roster.NameTakenError:
        words = _("There is another %(name)s in the class now. Rename that child first.") % {"name": gone.name}
        messages.error(request, words)
    except (merging.CannotPartError, StillPlayingError):
        messages.error(request, _("They cannot be parted now. Nothing was changed."))
    else:
        request.done = {"classroom": classroom_id}
        messages.success(request, _("%(name)s is back, with all results.") % {"name": gone.name})
        return redirect("class", gone.classroom_id)
    return redirect("students_removed", classroom_id)


@teacher_form
def merge_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Merge another class of this owner into this one."""
    kept = own_classroom_for(request.user, classroom_id)
    form = MergeClassForm(request.POST or None, teacher=request.user, classroom=kept)
    playing = None
    if form.is_valid():
        gone = form.cleaned_data["other"]
        try:
            merging.merge_classes(kept, gone)
        except merging.ClashError as clash:
            words = _("Both classes have: %(names)s. Choose “Same child twice” there first, or rename one of the two.")
            form.add_error("other", words % {"names": to_greet(", ".join(clash.names))})
        except StillPlayingError as error:
            playing = error
        else:
            request.done = {"classroom": kept.pk, "other": gone.pk}
            words = _("%(other)s is part of %(name)s now. For 30 days you can undo it, under “Removed classes”.")
            messages.success(request, words % {"other": gone.name, "name": kept.name})
            return redirect("class", kept.pk)
    context = {"classroom": kept, "form": form, "playing": playing}
    return render(request, "classroom/rosters/merging/class_merge.html", context, status=409 if playing else 200)


FIELD = "to-"


@teacher_form
def mix(request: TeacherRequest) -> HttpResponse:
    owned = Classroom.objects.filter(owned_by(request.user), archived_at=None)
    classrooms = list(owned.order_by(*BY_NAME))
    if request.method != "POST":
        return _page(request, classrooms, {}, [])
    moves = {
        posted_number(field.removeprefix(FIELD)): posted_number(request.POST[field])
        for field in request.POST
        if field.startswith(FIELD)
    }
    try:
        moved = merged.mix(moves, among=[classroom.pk for classroom in classrooms])
    except merged.ClashError as clash:
        words = _("Two children of one class would be called the same: %(names)s. Nothing was changed.")
        problem = {"field": "classes", "words": words % {"names": to_greet(", ".join(clash.names))}}
        return _page(request, classrooms, moves, [problem], 422)
    except StillPlayingError as playing:
        return _page(request, classrooms, moves, [playing.problem], 409)
    if moved:
        request.done = {"moved": moved}
    words = ngettext("%(n)d student has moved.", "%(n)d students have moved.", moved) % {"n": moved}
    messages.success(request, words)
    return redirect("classes")


def _page(
    request: TeacherRequest,
    classrooms: list[Classroom],
    moves: dict[int, int],
    problems: list[dict[str, str]],
    status: int = 200,
) -> HttpResponse:
    children: dict[int, list[tuple[Student, int]]] = {classroom.pk: [] for classroom in classrooms}
    for child in Student.objects.filter(classroom__in=classrooms).order_by(*BY_NAME):
        children[child.classroom_id].append((child, moves.get(child.pk, child.classroom_id)))
    listed = [(classroom, children[classroom.pk]) for classroom in classrooms]
    context = {"classrooms": listed, "problems": problems, "choices": classrooms}
    return render(request, "classroom/rosters/merging/mix.html", context, status=status)

"""A teacher's classes: making one; renaming, removing and taking one back, for its owners."""

from django.contrib import messages
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.access import (
    TeacherRequest,
    classroom_for,
    own_classroom_for,
    removed_classroom_for,
    teacher_act,
    teacher_form,
    teacher_page,
)
from classroom.models import BY_NAME, Classroom, named, owned_by
from classroom.naming import names
from classroom.rosters import merging, retention, rollover, roster
from classroom.rosters.forms import ClassroomForm, RemoveClassForm
from classroom.rosters.imports import undoing
from classroom.rosters.rollover import Ascent
from classroom.rosters.roster import NameTakenError
from classroom.rosters.still_playing import StillPlayingError, refuse_if_open
from classroom.server.database import changes


@teacher_form
def new(request: TeacherRequest) -> HttpResponse:
    with transaction.atomic():  # of two presses at once the second one sees the class of the first
        changes.in_turn(f"classes of {request.user.pk}")
        form = ClassroomForm(request.POST or None, teacher=request.user)
        if form.is_valid():
            classroom = Classroom.objects.create(name=form.cleaned_data["name"])
            classroom.teachers.add(request.user)
            return redirect("class", classroom.pk)
    return render(request, "classroom/rosters/class_new.html", {"form": form})


@teacher_page
def students(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = classroom_for(request.user, classroom_id)
    rows = list(classroom.students.annotate(last_seen=Max("attendances__arrived_at")).order_by(*BY_NAME))
    asked = request.GET.get("find", "").strip()[: names.LONGEST_NAME]
    context = {
        "classroom": classroom,
        "students": [child for child in rows if asked.casefold() in child.name.casefold()],
        "roster_size": len(rows),
        "asked": asked,
        "is_owner": classroom.is_owned_by(request.user),
        "ends_at": retention.ends_at(classroom),
        "import_to_undo": undoing.last_applied(request.user, classroom),
    }
    return render(request, "classroom/rosters/students.html", context)


@teacher_form
def rename(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = own_classroom_for(request.user, classroom_id)
    form = ClassroomForm(
        request.POST or None,
        initial={"name": classroom.name, "language": classroom.language},
        teacher=request.user,
        classroom=classroom,
    )
    if not form.is_valid():
        return render(request, "classroom/rosters/class_rename.html", {"classroom": classroom, "form": form})
    language = form.cleaned_data["language"] or classroom.language
    if language != classroom.language and classroom.sign_in == Classroom.SignIn.WORDS and not classroom.own_secrets:
        messages.warning(request, _("The secret words are in the new language now. Print the cards again."))
    changes.change(classroom, **named(form.cleaned_data["name"]), language=language)
    return redirect("class", classroom.pk)


@teacher_act
def keep(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Keep a class that would otherwise be removed because nobody plays in it."""
    classroom = classroom_for(request.user, classroom_id)
    retention.keep(classroom)
    messages.success(request, _("%(name)s is kept.") % {"name": classroom.name})
    return redirect("classes")


@teacher_form
def remove(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Remove the class, which can be taken back for 30 days; asks first, and for the name of the class."""
    classroom = own_classroom_for(request.user, classroom_id)
    form = RemoveClassForm(request.POST or None, classroom=classroom)
    if request.method != "POST":
        return _ask_to_remove(request, classroom, form)
    try:
        refuse_if_open([classroom.pk])
        if not form.is_valid():
            return _ask_to_remove(request, classroom, form, status=422)
        roster.remove_classroom(classroom)
    except StillPlayingError as playing:
        return _ask_to_remove(request, classroom, form, status=409, playing=playing)
    request.done = {}
    words = _("%(class)s is removed. For 30 days you can take it back, under “Removed classes”.")
    messages.success(request, words % {"class": classroom.name})
    return redirect("classes")


def _ask_to_remove(
    request: TeacherRequest,
    classroom: Classroom,
    form: RemoveClassForm,
    status: int = 200,
    playing: StillPlayingError | None = None,
) -> HttpResponse:
    counts = {"students": classroom.students.count(), "sessions": classroom.sessions.count()}
    context = {"classroom": classroom, "form": form, **counts, "playing": playing}
    return render(request, "classroom/rosters/removal/class_remove.html", context, status=status)


@teacher_page
def removed(request: TeacherRequest) -> HttpResponse:
    roster.forget_who_is_due()
    context = {"classrooms": roster.removed_classrooms_of(request.user)}
    return render(request, "classroom/rosters/removal/classes_removed.html", context)


@teacher_act
def take_back(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = removed_classroom_for(request.user, classroom_id)
    try:
        merging.part_classes(classroom) if classroom.merged_into_id else roster.take_classroom_back(classroom)
    except StillPlayingError:
        messages.error(request, _("They cannot be parted now. Nothing was changed."))
        return redirect("classes_removed")
    except roster.NameTakenError:
        words = _("There is a class called %(name)s now. Rename that one first.") % {"name": classroom}
        messages.error(request, words)
        return redirect("classes_removed")
    request.done = {}
    messages.success(request, _("%(name)s is back, with all results.") % {"name": classroom})
    return redirect("class", classroom.pk) if classroom.archived_at is None else redirect("earlier")


@teacher_form
def next_year(request: TeacherRequest) -> HttpResponse:
    """Show all classes of the teacher on one page, to choose which move up and under which name."""
    mine = list(Classroom.objects.filter(owned_by(request.user), archived_at=None))
    if request.method != "POST":
        return _page(request, mine, [])
    ascents = [Ascent(each, _new_name(request, each)) for each in mine if _fate(request, each) != "stay"]
    problems = _problems(request, ascents)
    if problems:
        return _page(request, mine, problems)
    try:
        made = rollover.go_up(ascents, school_year=names.tidy(request.POST.get("school_year", ""))[:20])
    except StillPlayingError as playing:
        return _page(request, mine, [playing.problem], status=409)
    count = len(made)
    words = ngettext("%(count)d class has gone up.", "%(count)d classes have gone up.", count) % {"count": count}
    kept = _("Last year’s classes are under “Earlier school years”.")
    messages.success(request, f"{words} {kept}")
    return redirect("classes")


def _fate(request: TeacherRequest, classroom: Classroom) -> str:
    """Return "up", "end" or "stay", which is the default."""
    fate = request.POST.get(f"fate-{classroom.pk}", "stay")
    return fate if fate in ("up", "end") else "stay"


def _new_name(request: TeacherRequest, classroom: Classroom) -> str:
    up = _fate(request, classroom) == "up"
    return names.tidy(request.POST.get(f"name-{classroom.pk}", "")) if up else ""


def _problems(request: TeacherRequest, ascents: list[Ascent]) -> list[dict[str, str]]:
    """Return what is wrong with the new names: each must be valid, and no two classes of the teacher may share one."""
    if not ascents:
        return [{"field": "classes", "words": _("Choose at least one class that goes up or ends.")}]
    leaving = {ascent.classroom.pk for ascent in ascents}
    current = request.user.classrooms.filter(archived_at=None).exclude(pk__in=leaving)
    taken = {names.key(name) for name in current.values_list("name", flat=True)}
    problems = []
    for ascent in ascents:
        words = _problem_of(request, ascent, taken)
        taken.add(names.key(ascent.name))
        if words:
            problems.append({"field": f"name-{ascent.classroom.pk}", "words": f"{ascent.classroom}: {words}"})
    return problems


def _problem_of(request: TeacherRequest, ascent: Ascent, taken: set[str]) -> str:
    if _fate(request, ascent.classroom) == "end":
        return ""
    if not ascent.name:
        return _("Give the class a name.")
    if names.key(ascent.name) in taken:
        return _("Two classes would be called %(name)s.") % {"name": ascent.name}
    return names.problem_of(ascent.name)


def _page(
    request: TeacherRequest, mine: list[Classroom], problems: list[dict[str, str]], status: int = 200
) -> HttpResponse:
    rows = [
        {
            "classroom": classroom,
            "name": request.POST.get(f"name-{classroom.pk}", rollover.next_name(classroom.name)),
            "fate": _fate(request, classroom) if request.method == "POST" else "up",
        }
        for classroom in mine
    ]
    year = request.POST.get("school_year", rollover.year_of(timezone.localdate()))
    context = {"rows": rows, "problems": problems, "school_year": year}
    return render(request, "classroom/rosters/rollover.html", context, status=status)


@teacher_page
def earlier(request: TeacherRequest) -> HttpResponse:
    """Show archived classes, with their reports and sessions."""
    owned = request.user.teachings.filter(classroom=OuterRef("pk"), is_owner=True)
    archived = request.user.classrooms.filter(archived_at__isnull=False).annotate(is_mine=Exists(owned))
    classrooms = archived.order_by("-archived_at", *BY_NAME)
    return render(request, "classroom/rosters/earlier_years.html", {"classrooms": classrooms})


@teacher_act
def bring_back(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = own_classroom_for(request.user, classroom_id)
    try:
        rollover.bring_back(classroom)
    except NameTakenError:
        words = _("There is a class called %(name)s now. Rename one of them first.") % {"name": classroom}
        messages.error(request, words)
        return redirect("earlier")
    messages.success(request, _("%(name)s is back among your classes.") % {"name": classroom})
    return redirect("class", classroom.pk)

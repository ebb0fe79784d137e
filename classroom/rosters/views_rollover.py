"""The next school year: classes move up; old ones stay readable and can be brought back."""

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.access import TeacherRequest, own_classroom_for, teacher_act, teacher_form, teacher_page
from classroom.models import BY_NAME, Classroom, owned_by
from classroom.naming import names
from classroom.rosters import rollover
from classroom.rosters.rollover import Ascent
from classroom.rosters.roster import NameTakenError
from classroom.rosters.still_playing import StillPlayingError


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

"""Pages of a child and its family: the page of a link, links on paper for a class, the week's pages of all families in
one print, papers about one student, and a child's own page, whose address names no child, so that nobody can request
another's."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from classroom.access import (
    TeacherRequest,
    classroom_for,
    current_classroom_for,
    student_for,
    teacher_act,
    teacher_form,
    teacher_page,
)
from classroom.album import tiles
from classroom.album.found import album_things
from classroom.homework import assignments, units
from classroom.homework.catalogue import sheets
from classroom.joining.sign_in.views_sign_in import card_needed
from classroom.joining.visitor import VisitorRequest, student_looking, student_practising
from classroom.languages import choice
from classroom.models import Homework, Student
from classroom.reports.around_the_corner.sources.scope import scope_form
from classroom.reports.around_the_corner.student import child_page as page
from classroom.reports.around_the_corner.student import family, family_links
from classroom.reports.kit.evidence import catch_up
from classroom.reports.kit.moments import moment_of
from classroom.server.http.links import qr, reachable_url
from game.around_the_corner.presentation import GAME
from game.around_the_corner.solo import bests_of
from game.models import Round

FOLDER = "classroom/reports/around_the_corner/family"

OWN_SPEEDS = (
    ("0.5", pgettext_lazy("replay", "Slow")),
    ("1", pgettext_lazy("replay", "Normal")),
    ("2", pgettext_lazy("replay", "Fast")),
)
"""Speeds of a replay, in words for children."""
OF_GAME = "classroom/reports/around_the_corner"


class FamilyWordsForm(forms.ModelForm):
    class Meta:
        model = Student
        fields = ("family_words",)
        labels = {"family_words": gettext_lazy("Your own sentence for the family")}
        widgets = {"family_words": forms.Textarea({"rows": 3, "maxlength": 300})}


@never_cache
@require_safe
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Page about one child, with a sheet of its next sums, for whoever has the link."""
    child = family_links.student_of_link(token)
    if child is None:
        return _out_of_search(render(request, f"{FOLDER}/over.html", status=404))
    choice.read_in(child.reads_in)
    catch_up(child.classroom)
    page = family.family_page(child, scope_form({}, [child.pk]))
    page |= {"paper": child.reads_in, "sheets": sheets(_practised(child), [child])}
    return _out_of_search(render(request, f"{FOLDER}/link.html", page))


def _practised(child: Student) -> Homework:
    """Return the homework for the sheet: the one that the class has set now, or practice with the usual cards."""
    ours = assignments.open_for(child).filter(classroom=child.classroom_id)
    given = (task for task in ours if units.of(task).practised)
    return next(given, Homework(classroom=child.classroom))


def _out_of_search(response: HttpResponse) -> HttpResponse:
    """Keep the page out of search engines, and its address out of referrers."""
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    return response


@teacher_form
def letters(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Letters with the link for each family, to be printed; POST creates all links or ends them."""
    if request.method == "POST":
        classroom = current_classroom_for(request.user, classroom_id)
        _make_or_end(request, classroom.students.all())
        return redirect("class_families", classroom.pk)
    classroom = classroom_for(request.user, classroom_id)
    students = list(classroom.students.all())
    found = [_letter(request, child) for child in students if family_links.ends_at(child)]
    context = {"classroom": classroom, "letters": found, "missing": len(students) - len(found)}
    return render(request, f"{FOLDER}/letters.html", context)


@teacher_act
def of_student(request: TeacherRequest, student: int) -> HttpResponse:
    """Create or end the link of one child's family."""
    child = student_for(request.user, student)
    current_classroom_for(request.user, child.classroom_id)
    _make_or_end(request, Student.objects.filter(pk=child.pk))
    return redirect("student_family", child.pk)


def _make_or_end(request: TeacherRequest, students: QuerySet[Student]) -> None:
    if request.POST.get("links") == "end":
        ended = family_links.end(students)
        request.done = {"links_ended": ended}
        words = ngettext("%(n)s link opens nothing any more.", "%(n)s links open nothing any more.", ended)
        messages.success(request, words % {"n": ended})
    else:
        made = family_links.make(students)
        request.done = {"links_made": made}
        words = ngettext(
            "%(n)s link is made, for this family only.", "%(n)s links are made, one for each family.", made
        )
        messages.success(request, words % {"n": made})


def _letter(request: TeacherRequest, child: Student) -> dict[str, Any]:
    url = link_of(request, child)
    found = {"student": child, "qr": qr(url), "address": url.split("//", 1)[1], "ends_at": family_links.ends_at(child)}
    return found | {"language": child.reads_in}


def link_of(request: TeacherRequest, child: Student) -> str:
    """Return the absolute address of the child's link, "" without one."""
    path = family_links.path_of(child)
    return reachable_url(request, path) if path else ""


@teacher_page
def week(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The pages of all families in one print, each in its child's language."""
    classroom = classroom_for(request.user, classroom_id)
    catch_up(classroom)
    pages = [_of_week(child) for child in classroom.students.all()]
    return render(request, f"{FOLDER}/week.html", {"classroom": classroom, "pages": pages})


def _of_week(child: Student) -> str:
    form = scope_form({}, [child.pk])
    with override(child.reads_in):
        page = family.family_page(child, form) | {"paper": child.reads_in, "week": family.this_week(child, form)}
        return render_to_string(f"{FOLDER}/_article.html", page)


@teacher_form
def student_family(request: TeacherRequest, student: int) -> HttpResponse:
    """Page to give to the family; the teacher's own sentence is stored with the child."""
    child = student_for(request.user, student)
    form = FamilyWordsForm(request.POST if request.method == "POST" else None, instance=child)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Kept. It stands on the page below."))
        return redirect("student_family", child.pk)
    catch_up(child.classroom)
    paper = _language_of_paper(request, child)
    with override(paper):
        page = family.family_page(child, scope_form(request.GET, [child.pk]))
    page |= {"words_form": form, "paper": paper, "link": link_of(request, child)}
    status = 422 if form.is_bound else 200
    return render(request, "classroom/reports/around_the_corner/family/page.html", page, status=status)


@teacher_page
def student_certificate(request: TeacherRequest, student: int) -> HttpResponse:
    """Certificate for effort, or with `for=growth` for growth."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    form = scope_form(request.GET, [child.pk])
    paper = _language_of_paper(request, child)
    with override(paper):
        page = family.certificate(child, form, request.GET.get("for", "effort"))
    template = "classroom/reports/around_the_corner/certificate.html"
    return render(request, template, page | {"teacher": request.user, "paper": paper})


def _language_of_paper(request: TeacherRequest, child: Student) -> str:
    """Return the language chosen by the teacher, by default the child's."""
    asked = request.GET.get("language", "")
    return asked if asked in choice.names() else child.reads_in


@never_cache
@require_GET
def my_page(request: VisitorRequest) -> HttpResponse:
    student = student_looking(request)
    if student is None:
        return card_needed(request)
    catch_up(student.classroom)
    may_play = student_practising(request) is not None
    context = page.context(student) | tiles.context(student) | {"may_play": may_play}
    context |= album_things(student)
    return render(request, f"{OF_GAME}/child_page.html", context)


@never_cache
@require_GET
def best_round(request: VisitorRequest, place: int) -> HttpResponse:
    """Replay of the child's best solo round with one set of cards; `place` is the index of the time on its page.

    Nobody else played in it, and the address names no round, so no other child's data can be requested.
    """
    student = student_looking(request)
    if student is None:
        return card_needed(request)
    bests = bests_of(student.pk)
    if not 1 <= place <= len(bests):
        raise Http404
    best = bests[place - 1]
    played = Round.objects.select_related("table").get(pk=best.round)
    context = {"best": page.my_best(best), "own": True} | moment_of(GAME.replay_of(played), request.GET, named=True)
    context["speeds"] = OWN_SPEEDS
    part = f"{OF_GAME}/_replay_moment.html"
    template = part if request.headers.get("HX-Request") else f"{OF_GAME}/best_round.html"
    return render(request, template, context | {"moment_template": part})

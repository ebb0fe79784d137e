"""Importing a list of students: paste it or choose a file, say what its columns are, review it, apply it; undo it for a
day.

Each step is a page with an address, so that reloading and going back lose nothing: the list itself is kept as a draft
(rosters.imports.drafts). A teacher sees only their own drafts.
"""

import re
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.access import TeacherRequest, admin_page, current_classroom_for, teacher_act, teacher_form
from classroom.models import Classroom, RosterImport
from classroom.rosters.imports import apply, decisions, drafts, nightly, page, sending, undoing
from classroom.rosters.imports.readers import lists, text_files, workbooks, zip_files
from classroom.rosters.roster import NameTakenError
from classroom.rosters.still_playing import StillPlayingError

NOT_UNDONE = {
    undoing.TooLateError: gettext_lazy("This list cannot be undone any more."),
    undoing.HaveComeError: gettext_lazy(
        "Children of this list have been in a lesson: it cannot be undone any more. You can remove each child."
    ),
    NameTakenError: gettext_lazy("Somebody has one of the old names now. Rename that child first. Nothing was undone."),
}


@teacher_form
def add(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Import students into one class."""
    return _start(request, current_classroom_for(request.user, classroom_id))


@teacher_form
def several(request: TeacherRequest) -> HttpResponse:
    """Import several classes from one file."""
    return _start(request, None)


def _start(request: TeacherRequest, classroom: Classroom | None) -> HttpResponse:
    if request.method != "POST" or request.POST.get("step") == "paste":
        return _box(request, classroom, request.POST.get("text", ""))
    try:
        file = request.FILES.get("file")
        data = file.read(zip_files.LARGEST_ZIP + 1) if file else b""
        if text_files.is_zip(data) and not workbooks.is_workbook(data):
            return _to_draft(drafts.from_zip(data, teacher=request.user, classroom=classroom))
        sent = sending.of_file(data) if file else sending.of_form(request.POST)
        return _read(request, classroom, sent)
    except text_files.NotAListError as error:
        return _box(request, classroom, request.POST.get("text", ""), f"{error}")


def _read(request: TeacherRequest, classroom: Classroom | None, sent: sending.Sent) -> HttpResponse:
    chosen = sending.columns_of(request.POST) if request.POST.get("step") == "columns_chosen" else None
    if not chosen and (not sent.is_sure or request.POST.get("step") == "columns"):
        return _ask_columns(request, classroom, sent, lists.read(sent.text, sent.separator))
    others = sent.other_sheets
    if sent.classes:
        return _to_draft(
            drafts.from_sheets(sent.classes, teacher=request.user, classroom=classroom, other_sheets=others)
        )
    told: dict[str, Any] = {"chosen": chosen, "separator": sent.separator, "is_file": sent.is_file}
    try:
        draft = drafts.from_text(sent.text, teacher=request.user, classroom=classroom, other_sheets=others, **told)
    except drafts.ColumnsUnknownError as unknown:
        return _ask_columns(request, classroom, sent, unknown.sheet)
    return _to_draft(draft)


def _to_draft(draft: RosterImport) -> HttpResponse:
    return redirect("import_classes" if drafts.needs_choice(draft) else "import", draft.pk)


def _box(request: TeacherRequest, classroom: Classroom | None, text: str, problem: str = "") -> HttpResponse:
    context = {"classroom": classroom, "text": text, "problem": problem}
    return render(request, "classroom/rosters/imports/upload.html", context)


def _ask_columns(
    request: TeacherRequest, classroom: Classroom | None, sent: sending.Sent, sheet: lists.ListSheet
) -> HttpResponse:
    context = {"classroom": classroom, **sending.asked(sent, sheet)}
    return render(request, "classroom/rosters/imports/columns.html", context)


ALL = "all"
"""Value of the button that takes every class of the list."""


@teacher_form
def choose(request: TeacherRequest, number: int) -> HttpResponse:
    """Let the teacher choose which classes of the list to import, and which class here each of them is."""
    draft = _draft_for(request, number)
    mine = list(request.user.classrooms.filter(archived_at=None))
    go = request.POST.get("go", "")
    problem = ""
    if go == ALL:
        drafts.take_all(draft)
        return redirect("import_classes", draft.pk)
    if request.method == "POST":
        drafts.choose(draft, page.said_of(request.POST, mine), shown=_shown(request), is_done=not go)
        if go:
            return _turn(request, "import_classes", draft, go)
        if any(section.target for section in drafts.sections_of(draft)):
            return redirect("import", draft.pk)
        problem = _("Choose at least one class.")
    search, asked = request.GET.get("q", ""), request.GET.get("page", "1")
    context = {
        "draft": draft,
        "problem": problem,
        **page.sections_context(drafts.sections_of(draft), mine, search, asked),
    }
    return render(request, "classroom/rosters/imports/classes.html", context)


def _shown(request: TeacherRequest) -> set[int] | None:
    """Return the positions of the classes that the page showed; None, for all, if it does not say."""
    places = request.POST.getlist("room")
    return {int(place) for place in places if re.fullmatch(r"[0-9]{1,6}", place)} if places else None


def _turn(request: TeacherRequest, page_name: str, draft: RosterImport, go: str) -> HttpResponse:
    """Show another page of a long list; what was ticked on this one is kept."""
    query = urlencode({"q": request.POST.get("q", "")[:60], "page": go[:6]})
    return redirect(f"{reverse(page_name, args=[draft.pk])}?{query}")


@teacher_form
def check(request: TeacherRequest, number: int) -> HttpResponse:
    """Show what the list would change; nothing is written before the teacher presses the button."""
    draft = _draft_for(request, number)
    if request.method != "POST":
        return _preview(request, draft)
    answers = drafts.answered(draft, request.POST)
    if go := request.POST.get("go"):
        return _turn(request, "import", draft, go)
    try:
        problems = apply.apply(draft, answers)
    except StillPlayingError as playing:
        return _preview(request, draft, [decisions.Problem("changes", playing.words)], status=409)
    if problems:
        return _preview(request, draft, problems)
    draft.refresh_from_db()
    request.done = {"classroom": draft.classroom_id} if draft.classroom_id else {}
    messages.success(request, page.changes_in_words(draft.changes))
    return _back(draft)


def _preview(
    request: TeacherRequest, draft: RosterImport, problems: list[decisions.Problem] | None = None, status: int = 200
) -> HttpResponse:
    if drafts.needs_choice(draft):
        return redirect("import_classes", draft.pk)
    sections = drafts.sections_of(draft)
    search = "" if problems else request.GET.get("q", "")
    asked = request.GET.get("page", "1")
    answers = drafts.notes_of(draft).answers
    named = sections if len(sections) > 1 or not draft.classroom else []
    shown = page.context(drafts.plan_of(draft), named, answers, problems or [], search=search, number=asked)
    kept = [pk for pk, _old, _new in drafts.notes_of(draft).retitled if answers.get(f"retitle-{pk}") == decisions.OFF]
    joined = [section.joins for section in sections if section.joins]
    shown["changes_nothing"] = shown["changes_nothing"] and not joined
    context = {"draft": draft, "classroom": draft.classroom, "kept_titles": kept, "joined": joined, **shown}
    return render(request, "classroom/rosters/imports/review.html", context, status=status)


@teacher_act
def discard(request: TeacherRequest, number: int) -> HttpResponse:
    draft = _draft_for(request, number)
    draft.delete()
    messages.success(request, _("The list is thrown away. Nothing was changed."))
    return _back(draft)


@teacher_form
def undo(request: TeacherRequest, number: int) -> HttpResponse:
    """Undo an applied list; asks first, and names the children who would be removed."""
    applied = get_object_or_404(RosterImport, teacher=request.user, pk=number, applied_at__isnull=False)
    if request.method != "POST" and applied.can_be_undone and not undoing.have_come(applied):
        return render(request, "classroom/rosters/imports/undo.html", undoing.undo_context(applied))
    if request.method == "POST":
        _undo(request, applied)
    return _back(applied)


def _undo(request: TeacherRequest, applied: RosterImport) -> None:
    try:
        undoing.undo(applied)
    except StillPlayingError as playing:
        messages.error(request, playing.words)
    except tuple(NOT_UNDONE) as error:
        messages.error(request, NOT_UNDONE[type(error)])
    else:
        request.done = {"classroom": applied.classroom_id} if applied.classroom_id else {}
        messages.success(request, _("The list is undone. Everything is as it was before."))


def _back(draft: RosterImport) -> HttpResponse:
    return redirect("class", draft.classroom_id) if draft.classroom_id else redirect("classes")


def _draft_for(request: TeacherRequest, number: int) -> RosterImport:
    return get_object_or_404(RosterImport, teacher=request.user, pk=number, applied_at=None)


@admin_page
def of_the_school(request: TeacherRequest) -> HttpResponse:
    """Show the nightly files of the school's system: names of files and counts, no child's name."""
    context = {"folder": settings.ROSTERS, "reports": nightly.reports()}
    return render(request, "classroom/rosters/imports/nightly.html", context)

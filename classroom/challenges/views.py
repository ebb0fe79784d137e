"""The challenge of a class: offer one, answer an offer, show it to the class, leave it."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.access import TeacherRequest, current_classroom_for, teacher_act, teacher_form
from classroom.challenges import offers
from classroom.challenges.standing import standings
from classroom.forms.people import InvitationForm, posted_number
from classroom.homework.forms import LastDayForm
from classroom.measures import CLASS_MEAN_FROM_STUDENTS
from classroom.models import ChallengeEntry, Classroom
from classroom.server.database import changes

USUAL = timedelta(weeks=3)


class OfferForm(InvitationForm, LastDayForm):
    """The teacher to ask, and the last day."""

    field_order = ("email", "until")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("until", timezone.localdate() + USUAL)


@teacher_form
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The state of the class's challenge; without one, the form to offer one."""
    classroom = current_classroom_for(request.user, classroom_id)
    if request.method != "POST":
        return _page(request, classroom, OfferForm())
    form = OfferForm(request.POST)
    if not form.is_valid():
        return _page(request, classroom, form, status=422)
    chosen = form.cleaned_data
    try:
        made = offers.offer(classroom, by=request.user, email=chosen["email"], last_day=chosen["until"])
    except (offers.BusyError, offers.TooFewError) as refused:
        messages.error(request, _why(refused))
    else:
        request.done = {"challenge": made.pk}
        messages.success(request, _("The challenge is offered. A colleague with this e-mail finds it on Home."))
    return redirect("class_challenge", classroom.pk)


def _page(request: TeacherRequest, classroom: Classroom, form: OfferForm, status: int = 200) -> HttpResponse:
    entry = ChallengeEntry.objects.select_related("challenge").filter(classroom=classroom).first()
    standing = standings([classroom.pk]).get(classroom.pk)
    waiting = entry if entry and entry.challenge.email and not entry.challenge.is_over else None
    runs = standing is not None and not standing.challenge.is_over
    context = {"classroom": classroom, "form": form, "standing": standing, "waiting": waiting, "runs": runs}
    context["too_few"] = _too_few() if classroom.students.count() < CLASS_MEAN_FROM_STUDENTS else ""
    return render(request, "classroom/challenges/challenge.html", context, status=status)


@teacher_act
def answer(request: TeacherRequest, challenge: int) -> HttpResponse:
    """Accept an offer with a class, or decline it."""
    asked = get_object_or_404(offers.offers_for(request.user), challenge=challenge)
    if request.POST.get("answer") != "yes":
        offers.decline(asked.challenge)
        messages.success(request, _("You have declined. Nothing was changed."))
        return redirect("classes")
    classroom = current_classroom_for(request.user, posted_number(request.POST.get("classroom")))
    try:
        offers.accept(asked.challenge, classroom, by=request.user)
    except (offers.BusyError, offers.TooFewError) as refused:
        messages.error(request, _why(refused))
        return redirect("classes")
    request.done = {"classroom": classroom.pk, "do": "accept"}
    messages.success(request, _("The challenge has begun. The first count is tomorrow."))
    return redirect("class_challenge", classroom.pk)


@teacher_act
def show(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """`do`: "show" the challenge to the children of this class, otherwise hide it from them."""
    changes.change(_entry_for(request, classroom_id), is_shown=request.POST.get("do") == "show")
    return redirect("class_challenge", classroom_id)


@teacher_form
def leave(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Leave the challenge, or withdraw the offer, after a question."""
    entry = _entry_for(request, classroom_id)
    if request.method != "POST":
        context = {"classroom": entry.classroom, "challenge": entry.challenge}
        return render(request, "classroom/challenges/leave.html", context)
    offers.leave(entry)
    request.done = {"challenge": entry.challenge_id, "do": "leave"}
    messages.success(request, _("The challenge is over. Nothing of it is kept."))
    return redirect("class_challenge", classroom_id)


def _entry_for(request: TeacherRequest, classroom_id: int) -> ChallengeEntry:
    classroom = current_classroom_for(request.user, classroom_id)
    return get_object_or_404(ChallengeEntry.objects.select_related("challenge", "classroom"), classroom=classroom)


def _why(refused: Exception) -> str:
    if isinstance(refused, offers.TooFewError):
        return _too_few()
    return _("This class has a challenge already. Only one at a time.")


def _too_few() -> str:
    fewest = CLASS_MEAN_FROM_STUDENTS
    return ngettext(
        "A challenge needs at least %(n)s child in the class: of fewer it would say what one of them has learnt.",
        "A challenge needs at least %(n)s children in the class: of fewer it would say what one of them has learnt.",
        fewest,
    ) % {"n": fewest}

"""The class's own meaning of "quick": within how many seconds a right card is (measurement 2.2)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from classroom.access import TeacherRequest, current_classroom_for, teacher_form
from classroom.forms.fields import OneOf
from classroom.models import Classroom
from classroom.server.database import changes


def _choices() -> list[tuple[int, Any]]:
    words = ngettext_lazy("%(n)d second", "%(n)d seconds", "n")
    return [(seconds, words % {"n": seconds}) for seconds in Classroom.QUICK]


class QuickForm(forms.Form):
    quick = OneOf(
        label=gettext_lazy("A card is quick within"),
        coerce=int,
        choices=_choices,
        help_text=gettext_lazy("Looking for the card in the hand is part of it. Many say 3; 6 suits beginners."),
        wrong=gettext_lazy("Choose a number of seconds."),
    )


@teacher_form
def class_quick(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Choose what is quick; reports of all days change with it, and print it."""
    classroom = current_classroom_for(request.user, classroom_id)
    form = QuickForm(request.POST if request.method == "POST" else None, initial={"quick": classroom.quick_seconds})
    if form.is_valid():
        changes.change(classroom, quick_seconds=form.cleaned_data["quick"])
        messages.success(request, _("Kept: quick is within %(n)s s.") % {"n": classroom.quick_seconds})
        return redirect("class_report", classroom.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classroom/reports/criterion.html", context, status=422 if form.is_bound else 200)

"""The teacher's page about the album: its explanation, and whether the children of a class have one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.access import TeacherRequest, classroom_for, teacher_form
from classroom.album.pictures import ALL, shown
from classroom.album.stickers import TERMS
from classroom.forms.fields import YesOrNo
from classroom.server.database import changes


class AlbumForm(forms.Form):
    """Whether children of the class see their album."""

    album = YesOrNo(
        label=gettext_lazy("The album of this class"),
        choices=[("yes", gettext_lazy("Shown on each child’s own page")), ("no", gettext_lazy("Hidden"))],
        help_text=gettext_lazy("Hidden, it still counts: nothing is lost."),
        wrong=gettext_lazy("Choose from the list."),
    )


@teacher_form
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The album's pictures, with the choice to hide it."""
    classroom = classroom_for(request.user, classroom_id)
    posted = request.POST if request.method == "POST" else None
    form = AlbumForm(posted, initial={"album": classroom.album})
    if form.is_valid():
        changes.change(classroom, album=form.cleaned_data["album"])
        messages.success(request, _("Saved."))
        return redirect("class_album", classroom.pk)
    context = {"classroom": classroom, "form": form, "album_pictures": shown(ALL, 0), "terms": _terms()}
    return render(request, "classroom/album/class_album.html", context, status=422 if form.is_bound else 200)


def _terms() -> list[dict[str, Any]]:
    """Return the stickers of each term by their symbols, with their tasks."""
    today = timezone.localdate()
    return [
        {"title": term.title, "stickers": [(each.word, each.to_do(today)) for each in term.stickers]} for term in TERMS
    ]

"""Rounds with printed cards that a teacher enters: who played, who won, how many cards the others had left.

Such a round is an ended session of its class without a table. All numbers about arithmetic are folds over rounds at
tables, so it changes none of them (measurement 0.1).
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.access import TeacherRequest, current_classroom_for, teacher_form
from classroom.forms.fields import OneOf
from classroom.models import Attendance, Classroom, ClassSession, Student, Teacher
from classroom.server.database import changes
from classroom.sessions import summary
from classroom.sessions.games import catalogue
from classroom.sessions.lifecycle import new_device
from game import catalogue as presentations

MOST_CARDS, MOST_PLAYERS = 99, 20
_new_code = ClassSession._meta.get_field("code").get_default


class PaperRoundForm(forms.Form):
    """A child who won or has cards left counts as a player even if its box is not ticked, which saves presses.

    `code` is unique to each form, so that a form that is sent twice makes one round.
    """

    code = forms.CharField(initial=_new_code, max_length=6, required=False, widget=forms.HiddenInput)
    day = forms.DateField(
        label=gettext_lazy("Day"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": gettext_lazy("Choose a day, like 2026-05-31."),
            "invalid": gettext_lazy("Choose a day, like 2026-05-31."),
        },
    )

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(game.name, presentations.of(game.name).title()) for game in catalogue.all_games()]
        self.fields["game"] = OneOf(label=_("Game"), choices=games, usual=games[0][0], wrong=_("Choose from the list."))
        self.students = list(classroom.students.all())
        self.fields["won"] = OneOf(
            label=_("Who won?"),
            choices=[(str(student.pk), student.name) for student in self.students],
            wrong=_("Say who won."),
        )
        for student in self.students:
            self.fields[f"played_{student.pk}"] = forms.BooleanField(label=student.name, required=False)
            self.fields[f"left_{student.pk}"] = forms.IntegerField(
                label=_("Cards left"),
                required=False,
                min_value=0,
                max_value=MOST_CARDS,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def clean_code(self) -> str:
        return self.cleaned_data["code"] or _new_code()

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise ValidationError(_("This day is still to come."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "won" in cleaned and not 2 <= len(self.left) <= MOST_PLAYERS:
            raise ValidationError(
                _("Press the names of those who played: 2 to %(most)s children."), params={"most": MOST_PLAYERS}
            )
        return cleaned

    @property
    def winner(self) -> Student:
        return next(student for student in self.students if str(student.pk) == self.cleaned_data["won"])

    @property
    def left(self) -> dict[Student, int | None]:
        """Return the cards left of each student who played; None where the form does not say."""
        return {student: self._left(student) for student in self.students if self._has_played(student)}

    def _left(self, student: Student) -> int | None:
        return self.cleaned_data.get(f"left_{student.pk}")

    def _has_played(self, student: Student) -> bool:
        said = self.cleaned_data.get(f"played_{student.pk}") or self._left(student) is not None
        return said or self.cleaned_data.get("won") == str(student.pk)

    @property
    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the fields of each line: the child, its box, its cards left, and the button that it won."""
        won = {button.data["value"]: button for button in self["won"]}
        for student in self.students:
            played, left = self[f"played_{student.pk}"], self[f"left_{student.pk}"]
            yield {"student": student, "played": played, "left": left, "won": won[str(student.pk)]}


@teacher_form
def write(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Show and take the form of a class; the round is then listed among the class's sessions."""
    classroom = current_classroom_for(request.user, classroom_id)
    form = PaperRoundForm(classroom, request.POST if request.method == "POST" else None)
    if form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("code", "game", "day")}
        write_down(classroom, by=request.user, left=form.left, winner=form.winner, **said)
        messages.success(request, _("The round is written down."))
        return redirect("class_sessions", classroom.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classroom/sessions/on_paper.html", context, status=422 if form.is_bound else 200)


@teacher_form
def remove(request: TeacherRequest, session: int) -> HttpResponse:
    """Remove a round on paper that was entered by mistake; asks first. Sessions on screens cannot be removed here."""
    written = ClassSession.everything.filter(
        on_paper=True, classroom__teachers=request.user, classroom__removed_at=None
    )
    held = get_object_or_404(written, classroom__archived_at=None, pk=session)
    if request.method != "POST":
        asked = summary.history(held.classroom).get(pk=held.pk)
        return render(request, "classroom/sessions/on_paper_remove.html", {"session": asked})
    held.delete()
    messages.success(request, _("The round is removed."))
    return redirect("class_sessions", held.classroom_id)


@transaction.atomic
def write_down(
    classroom: Classroom,
    *,
    by: Teacher,
    code: str,
    game: str,
    day: date,
    left: Mapping[Student, int | None],
    winner: Student,
) -> ClassSession:
    """Store a round of these students, each with the cards left where known.

    `code` is the form's own: the same form sent twice returns the round that is stored already.
    """
    changes.locked(classroom)
    at = timezone.make_aware(datetime.combine(day, time(12)))
    wanted = {"classroom": classroom, "code": code, "game": game, "opened_at": at, "on_paper": True}
    hands = {(student.pk, student == winner, cards) for student, cards in left.items()}
    for before in ClassSession.everything.filter(**wanted):
        if set(before.attendances.values_list("student", "won", "cards_left")) == hands:
            return before
    session = ClassSession.everything.create(
        **wanted, table_size=len(left), opened_by=by, state=ClassSession.State.ENDED, ended_at=at
    )
    Attendance.objects.bulk_create(
        Attendance(
            session=session, student=student, arrived_at=at, won=student == winner, cards_left=cards,
            device=f"{Attendance.AT_NO_DEVICE}{new_device()[1:]}",
        )
        for student, cards in left.items()
    )  # fmt: skip
    return session

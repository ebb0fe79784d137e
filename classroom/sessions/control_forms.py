"""Forms of a teacher's choices while a session runs, and of those that go with it before."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.models import ClassSession, Student
from classroom.sessions.table_sizes import MOST_SEATS
from game.screens.messages import Messages

LONGEST_MINUTES, MOST_ROUNDS = 90, 20
LESSON_KEPT = ("tables", "alone", "minutes", "rounds", "together")


class Amount(forms.IntegerField):
    """A number of a few that are offered, where nothing means no limit. Another one may have been kept: it is offered
    too."""

    def __init__(self, *, none: str | Promise, words: Callable[[int], str], offered: Sequence[int], **kwargs: Any):
        super().__init__(widget=forms.Select(), min_value=1, required=False, **kwargs)
        self.none, self.words, self.offered = none, words, offered

    def offer(self, kept: Any) -> None:
        """Fill the list, with the number that is `kept`."""
        numbers = {*self.offered, *([int(kept)] if str(kept).isdecimal() else [])}
        self.widget.choices = [("", self.none), *((number, self.words(number)) for number in sorted(numbers))]


def _minutes(number: int) -> str:
    return gettext("%(n)s min") % {"n": number}


class LessonForm(forms.Form):
    """Questions of the set-up beside the game: who sits together, how long, and what the class plays for."""

    tables = OneOf(
        label=_("Who sits together"),
        choices=[
            ("random", _("Random")),
            ("similar", _("Similar level")),
            ("mixed", _("Mixed level")),
            ("hand", _("I choose")),
        ],
        usual="random",
        said={
            "random": _("random tables"),
            "similar": _("similar level together"),
            "mixed": _("levels mixed"),
            "hand": _("I choose the tables"),
        },
        help_text=_("Levels come from what was played so far. They are never shown to anybody."),
        wrong=_("Choose who sits together from the list."),
    )
    alone = OneOf(
        label=_("Alone at a table"),
        choices=[("merge", _("Join another")), ("computer", _("A computer"))],
        usual="merge",
        help_text=_("When only one child is left at a table."),
        wrong=_("Choose from the list what happens to one child alone."),
    )
    minutes = Amount(
        label=_("How long"),
        none=_("Open end"),
        words=_minutes,
        offered=(10, 15, 20),
        max_value=LONGEST_MINUTES,
        error_messages={
            "invalid": _("Type a whole number of minutes, like 20."),
            "min_value": _("Type 1 minute or more."),
            "max_value": _("Type at most %(limit_value)s minutes."),
        },
    )
    rounds = Amount(
        label=_("Rounds"),
        none=_("As many as they like"),
        words=str,
        offered=(1, 2, 3, 5, 10),
        max_value=MOST_ROUNDS,
        error_messages={
            "invalid": _("Type a whole number of rounds, like 3."),
            "min_value": _("Type 1 round or more."),
            "max_value": _("Type at most %(limit_value)s rounds."),
        },
    )
    together = OneOf(
        label=_("Playing for"),
        choices=[("none", _("Nothing")), ("class", _("Own best")), ("teams", _("Two teams"))],
        usual="none",
        said={"class": _("the class against its last time"), "teams": _("two teams")},
        help_text=_("The class against its own last time, or the mean of two teams. Children are never ranked."),
        wrong=_("Choose from the list what the class plays for."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if isinstance(field, Amount):
                field.offer(self[name].value())

    def lesson_options(self) -> dict[str, Any]:
        """Return what the session keeps; a limit that was left empty is none."""
        chosen = {name: self.cleaned_data[name] for name in LESSON_KEPT}
        return {name: value for name, value in chosen.items() if value is not None}


class SayForm(forms.Form):
    """A message from the list, for one table or for all."""

    note = forms.TypedChoiceField(coerce=int)
    table = forms.CharField(required=False, max_length=12)

    def __init__(self, *args: Any, messages: Messages, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].choices = list(messages.items())  # type: ignore[attr-defined]


class TableMoveForm(forms.Form):
    """A child, the number of the table they go to, and what becomes of their cards."""

    student = forms.IntegerField(min_value=1, max_value=2**53)
    to = forms.IntegerField(min_value=1, max_value=1000)
    cards = forms.ChoiceField(choices=[("computer", ""), ("fold", "")])


class NoteForm(forms.ModelForm):
    """Note of a teacher about a session."""

    class Meta:
        model = ClassSession
        fields = ("note",)
        widgets = {"note": forms.Textarea(attrs={"rows": 3})}
        labels = {"note": _("Notes for yourself")}
        help_texts = {"note": _("Only teachers of this class read them. Please write no personal details.")}
        error_messages = {"note": {"max_length": _("At most %(limit_value)d characters.")}}


class TablesForm(forms.Form):
    """A table number for each child who is in; `proposed` are the numbers that stand there at first."""

    def __init__(
        self,
        *args: Any,
        students: Iterable[Student],
        proposed: Mapping[int, int] | None = None,
        fewest: int = 2,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.students = list(students)
        self.fewest = fewest
        for student in self.students:
            self.fields[field_of(student)] = forms.TypedChoiceField(
                label=student.name,
                coerce=int,
                empty_value=None,
                choices=[("", _("any table")), *((n, _table_named(n)) for n in range(1, len(self.students) + 1))],
                initial=(proposed or {}).get(student.pk, ""),
                required=False,
                error_messages={"invalid_choice": _("Choose a table from the list.")},
            )

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        numbers = [number for number in chosen.values() if number]
        unplaced = len(self.students) - len(numbers)
        for number in sorted(set(numbers)):
            self._check(number, numbers.count(number), unplaced)
        return chosen

    def _check(self, number: int, children: int, unplaced: int) -> None:
        known = {"number": number, "children": children}
        if children > MOST_SEATS:
            words = gettext("Table %(number)s has %(children)s children. At most 4 can sit at a table.")
            self.add_error(self._first_at(number), ValidationError(words % known))
        if children < self.fewest and not unplaced:
            words = gettext("Table %(number)s has one child alone. Choose another table or a second child.")
            self.add_error(self._first_at(number), ValidationError(words % known))

    def _first_at(self, number: int) -> str:
        return next(name for name, chosen in self.cleaned_data.items() if chosen == number)

    def seats(self) -> list[tuple[str, Student, forms.BoundField]]:
        """Return what stands in each child's field, with the child and the field."""
        fields = [(student, self[field_of(student)]) for student in self.students]
        return [(str(field.value() or ""), student, field) for student, field in fields]

    def chosen(self) -> dict[int, int | None]:
        """Return the table number by student, None for any."""
        return {student.pk: self.cleaned_data[field_of(student)] for student in self.students}


def _table_named(number: int) -> str:
    return gettext("Table %(number)s") % {"number": number}


def field_of(student: Student) -> str:
    return f"student_{student.pk}"

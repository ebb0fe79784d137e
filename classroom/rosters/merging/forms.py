"""Forms that choose the record of a child, or the class, to be merged into another one."""

from typing import Any

from django import forms
from django.db.models import Case, Q, Value, When
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.models import BY_NAME, Classroom, Student, Teacher, owned_by
from classroom.rosters import roster


class RecordField(forms.ModelChoiceField):
    """A choice among the children of several classes."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.name} · {obj.classroom.name}"


class MergeStudentForm(forms.Form):
    other = RecordField(
        label=_("Who is the same child?"),
        queryset=Student.objects.none(),
        empty_label=_("Choose a name"),
        error_messages={"required": _("Choose a name."), "invalid_choice": _("Choose a name from the list.")},
    )

    stays = OneOf(
        label=_("Where does the child stay?"),
        choices=[
            ("both", _("In both classes, as one child: one card, one face, one practice")),
            ("here", _("In this class alone: the other name leaves its list, with its card")),
        ],
        help_text=_("Of two names in one class the other one always leaves."),
        usual="both",
    )

    def __init__(self, *args: Any, teacher: Teacher, student: Student, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.student, self.ways_out = student, roster.may_move_to(teacher, student.classroom_id)
        others = roster.may_come_from(teacher, student.classroom_id).values("pk")
        here = Q(classroom=student.classroom_id, classroom__archived_at=None)
        mine = Student.objects.filter(here | Q(classroom__in=others)).exclude(pk=student.pk)
        same, classmate = When(name=student.name, then=Value(0)), When(classroom=student.classroom_id, then=Value(1))
        likely = Case(same, classmate, default=Value(2))
        listed = mine.select_related("classroom").order_by(likely, "classroom__name_key", *BY_NAME)
        self.fields["other"].queryset = listed  # type: ignore[attr-defined]  # a ModelChoiceField

    @property
    def is_of_both(self) -> bool:
        """Whether the child shall stay in both classes; two records in one class always become one."""
        other: Student = self.cleaned_data["other"]
        return self.cleaned_data["stays"] == "both" and other.classroom_id != self.student.classroom_id

    def clean(self) -> dict[str, Any]:
        """Refuse to make another owner's child visible in a class in which that owner does not teach."""
        chosen: dict[str, Any] = super().clean() or {}
        if not self.errors and self.is_of_both and not self.ways_out.filter(pk=chosen["other"].classroom_id).exists():
            words = _("Ask an owner of %(name)s to say that they are one child.")
            self.add_error("other", words % {"name": self.student.classroom.name})
        return chosen


class MergeClassForm(forms.Form):
    other = forms.ModelChoiceField(
        label=_("Which class becomes part of it?"),
        queryset=Classroom.objects.none(),
        empty_label=_("Choose a class"),
        error_messages={"required": _("Choose a class."), "invalid_choice": _("Choose a class from the list.")},
    )

    def __init__(self, *args: Any, teacher: Teacher, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        owned = Classroom.objects.filter(owned_by(teacher), archived_at=None)
        self.fields["other"].queryset = owned.exclude(pk=classroom.pk)  # type: ignore[attr-defined]

"""Forms that name the record of a child, or the class, that becomes part of another one."""

from typing import Any

from django import forms
from django.db.models import Case, Q, Value, When
from django.utils.translation import gettext_lazy as _

from classroom.models import BY_NAME, Classroom, Student, Teacher
from classroom.rosters import roster


class RecordField(forms.ModelChoiceField):
    """A child of one of several classes."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.name} · {obj.classroom.name}"


class MergeStudentForm(forms.Form):
    other = RecordField(
        label=_("Who is the same child?"),
        queryset=Student.objects.none(),
        empty_label=_("Choose a name"),
        error_messages={"required": _("Choose a name."), "invalid_choice": _("Choose a name from the list.")},
    )

    def __init__(self, *args: Any, teacher: Teacher, student: Student, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = roster.may_come_from(teacher, student.classroom_id).values("pk")
        here = Q(classroom=student.classroom_id, classroom__archived_at=None)
        mine = Student.objects.filter(here | Q(classroom__in=others)).exclude(pk=student.pk)
        here_first = sorted_by_class(student.classroom_id)
        listed = mine.select_related("classroom").order_by(here_first, "classroom__name_key", *BY_NAME)
        self.fields["other"].queryset = listed  # type: ignore[attr-defined]  # a ModelChoiceField


def sorted_by_class(classroom: int) -> Any:
    """Return what puts the children of this class before the others."""
    return Case(When(classroom=classroom, then=Value(0)), default=Value(1))


class MergeClassForm(forms.Form):
    other = forms.ModelChoiceField(
        label=_("Which class becomes part of it?"),
        queryset=Classroom.objects.none(),
        empty_label=_("Choose a class"),
        error_messages={"required": _("Choose a class."), "invalid_choice": _("Choose a class from the list.")},
    )

    def __init__(self, *args: Any, teacher: Teacher, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        owned = Classroom.objects.filter(teachings__teacher=teacher, teachings__is_owner=True, archived_at=None)
        self.fields["other"].queryset = owned.exclude(pk=classroom.pk)  # type: ignore[attr-defined]

"""Forms of a teacher's choices while a session runs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.models import ClassSession
from game.screens.messages import Messages


class SayForm(forms.Form):
    """A message from the list, to one table or to all."""

    note = forms.TypedChoiceField(coerce=int)
    table = forms.CharField(required=False, max_length=12)

    def __init__(self, *args: Any, messages: Messages, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].choices = list(messages.items())  # type: ignore[attr-defined]


class TableMoveForm(forms.Form):
    """A child, the number of the table to which it moves, and what happens to its cards."""

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

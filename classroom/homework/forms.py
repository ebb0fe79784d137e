"""Form fields common to all homework."""

from datetime import date, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

FURTHEST = timedelta(days=366)
WEEK = timedelta(days=7)


class LastDayForm(forms.Form):
    """The last day of homework."""

    until = forms.DateField(
        label=_("Last day"),
        initial=lambda: timezone.localdate() + WEEK,
        help_text=_("Until the end of this day."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Choose the last day."), "invalid": _("Choose a day, like 2026-05-31.")},
    )

    def clean_until(self) -> date:
        chosen: date = self.cleaned_data["until"]
        today = timezone.localdate()
        if chosen < today:
            raise ValidationError(_("This day is over. Choose today or a later day."))
        if chosen > today + FURTHEST:
            raise ValidationError(_("Choose a day within a year."))
        return chosen

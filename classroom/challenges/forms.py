"""Form with which a class offers a challenge."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from classroom.forms.people import InvitationForm
from classroom.homework.forms import LastDayForm

USUAL = timedelta(weeks=3)


class OfferForm(InvitationForm, LastDayForm):
    """Whom to ask, and until when it goes."""

    field_order = ("email", "until")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("until", timezone.localdate() + USUAL)

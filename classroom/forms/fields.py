"""Fields that several forms share."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.functional import Promise

from classroom.languages import choice


class LanguageField(forms.ChoiceField):
    """A language of pages, called by its own name. Where none is posted, `initial` stays."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=lambda: choice.names().items(), required=False, **kwargs)


class OneOf(forms.TypedChoiceField):
    """One choice of a few, as radio buttons.

    `usual` is chosen at first, and holds where none was posted; without it one must be posted. `wrong` are the words
    where none was that must be, or one that is not there.
    """

    widget = forms.RadioSelect

    def __init__(
        self,
        *,
        coerce: Callable[[Any], Any] = lambda value: value,
        usual: Any = None,
        wrong: str | Promise | None = None,
        **kwargs: Any,
    ) -> None:
        if usual is not None:
            kwargs |= {"initial": usual, "required": False, "empty_value": coerce(usual)}
        if wrong:
            kwargs["error_messages"] = {"required": wrong, "invalid_choice": wrong}
        super().__init__(coerce=coerce, **kwargs)

    def rest(self) -> None:
        """Let the first choice hold, whatever is posted or not: the form does not ask for it this time."""
        self.required, self.empty_value = False, self.coerce(self.initial)


class Amount(forms.IntegerField):
    """A number of a few that are offered, where nothing means no limit. Another one may have been kept: it is offered
    too."""

    def __init__(self, *, none: str | Promise, words: Callable[[int], str], offered: Sequence[int], **kwargs: Any):
        super().__init__(widget=forms.Select(), min_value=1, required=False, **kwargs)
        self.none, self.words, self.offered = none, words, offered

    def offer(self, kept: Any) -> None:
        """Fill the list, with the number that is `kept`."""
        numbers = {*self.offered}
        with suppress(forms.ValidationError):
            numbers |= {number for number in [self.to_python(kept)] if number is not None}
        self.widget.choices = [("", self.none), *((number, self.words(number)) for number in sorted(numbers))]

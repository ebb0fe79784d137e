"""Fields that several forms share."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.functional import Promise

from classroom.languages import choice


class LanguageField(forms.ChoiceField):
    """A choice of language, each called by its own name. Without a posted value `initial` is kept."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=lambda: choice.names().items(), required=False, **kwargs)


class OneOf(forms.TypedChoiceField):
    """One choice of a few, as radio buttons.

    `usual` is selected at first, and is used where no choice is posted; without it a choice is required. `wrong` is the
    error message for a missing or an unknown choice.
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
        """Use the first choice, whatever is posted: the form does not ask for it this time."""
        self.required, self.empty_value = False, self.coerce(self.initial)


class YesOrNo(OneOf):
    """A choice between two, "yes" and "no", for a column that is true or false."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=lambda value: value == "yes", **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value)


class Amount(forms.IntegerField):
    """A choice among a few numbers, where an empty value means no limit. A stored number that is not among them is
    offered, too."""

    def __init__(self, *, none: str | Promise, words: Callable[[int], str], offered: Sequence[int], **kwargs: Any):
        super().__init__(widget=forms.Select(), min_value=1, required=False, **kwargs)
        self.none, self.words, self.offered = none, words, offered

    def offer(self, kept: Any) -> None:
        """Fill the list, including the number that is stored (`kept`)."""
        numbers = {*self.offered}
        with suppress(forms.ValidationError):
            numbers |= {number for number in [self.to_python(kept)] if number is not None}
        self.widget.choices = [("", self.none), *((number, self.words(number)) for number in sorted(numbers))]

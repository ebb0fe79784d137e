"""Fields that several forms share."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.functional import Promise


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

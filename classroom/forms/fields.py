"""Fields that several forms share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.languages import choice
from game.screens.options import Option, key_of


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


def field_of(option: Option) -> forms.Field:
    words: dict[str, Any] = {"label": option.label, "help_text": option.help_text}
    if not option.values:
        return forms.IntegerField(**words, initial=option.number, min_value=0)
    choices = [(key_of(each.value), each.words) for each in option.values]
    if not option.several:
        usual = key_of(option.usual)
        return OneOf(**words, choices=choices, coerce=option.meant, usual=usual, wrong=_("Choose from the list."))
    return forms.TypedMultipleChoiceField(
        **words,
        coerce=option.meant,
        choices=choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[key for key, _words in choices],
        error_messages={"required": _("Choose at least one.")},
    )


def brought_initial(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the chosen values of these options set beside themselves."""
    known = (each for option in options if option.name in chosen for each in option.chosen(chosen[option.name]))
    return {name: value for each in known for name, value in each.brings.items()}

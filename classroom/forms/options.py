"""Declared options (game.screens.options) as fields of a form."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from game.screens.options import Option, key_of


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


def brought(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the chosen values of these options set beside themselves."""
    known = (each for option in options if option.name in chosen for each in option.chosen(chosen[option.name]))
    return {name: value for each in known for name, value in each.brings.items()}

"""The set-up form of a game of which nothing but the rules is known: a field for every option of its own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.forms import SessionForm, away_field
from classroom.sessions.table_sizes import MOST_SEATS
from game.rules import Game

USUAL_SIZE = 4


def own_options(rules: Game) -> dict[str, bool | int]:
    """Return the switches and numbers among the fields of the rules' Options, with what is usual."""
    options = getattr(rules, "Options", None)
    usual = options() if options else None
    names = getattr(options, "__dataclass_fields__", getattr(options, "_fields", ()))
    return {name: value for name in names if isinstance(value := getattr(usual, name), bool | int)}


def form_of(rules: Game) -> type[SessionForm]:
    """Return a form with the sizes of a table, the rules' own options, and what every session asks."""
    own = own_options(rules)

    class OptionsForm(SessionForm):
        """Options of a game that have no words of their own."""

        GROUPS = (*SessionForm.GROUPS, (_("Rules"), tuple(own))) if own else SessionForm.GROUPS
        table_size = _size_field(rules)
        away = away_field(fold=_("Play on without them"))

        def options(self) -> dict[str, Any]:
            return {name: self.cleaned_data[name] for name in own} | self.shared_options()

        @classmethod
        def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
            return super().chosen_before(options) | {name: options[name] for name in own if name in options}

    for name, usual in own.items():
        OptionsForm.base_fields[name] = _field(name.replace("_", " ").capitalize(), usual)
    return OptionsForm


def _size_field(rules: Game) -> OneOf:
    sizes = [size for size in rules.SEATS if 2 <= size <= MOST_SEATS] or [rules.SEATS.start]
    return OneOf(
        label=_("Players at a table"),
        coerce=int,
        choices=[(size, str(size)) for size in sizes],
        initial=min(sizes, key=lambda size: abs(size - USUAL_SIZE)),
        wrong=_("Choose how many play at a table."),
    )


def _field(label: str, usual: bool | int) -> forms.Field:
    if isinstance(usual, bool):
        return forms.BooleanField(label=label, initial=usual, required=False)
    return forms.IntegerField(label=label, initial=usual, min_value=0)

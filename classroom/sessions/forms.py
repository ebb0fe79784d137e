"""The form for a class session's settings: made of declared options, those of every session and its game's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import Amount, OneOf, brought_initial, field_of
from classroom.models import ClassSession
from classroom.sessions.shared_options import CLASS, shared
from game.screens.messages import Messages
from game.screens.options import CARDS, HELP, IN_VIEW, RULES, WHO, Option, Text, key_of, used

AWAY_LIMIT = 60_000
"""Milliseconds that a child may be away before the session's choice applies (rules 3)."""
LONGEST_MINUTES, MOST_ROUNDS = 90, 20
LIMITS = ("minutes", "rounds")
GROUPS = ((WHO, _("Who")), (CARDS, _("Cards")), (HELP, _("Help")), (CLASS, _("Class")), (RULES, _("Rules")))


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


def _minutes(number: int | str) -> str:
    return gettext("%(n)s min") % {"n": number}


class SettingGroup(NamedTuple):
    """Settings that are shown together on the page, under a heading."""

    label: Text
    fields: list[BoundField]


class SettingSummary(NamedTuple):
    """One setting as the summary shows it."""

    words: Text
    is_usual: bool


class SessionForm(forms.Form):
    """Settings of every game; a game's own form (`form_of`) adds `table_size` and one field for each of OPTIONS, which
    `options` returns as the rounds store them (times in ms)."""

    OPTIONS: ClassVar[Mapping[str, Option]] = {}
    SIZES: ClassVar[Sequence[int]] = ()

    minutes = Amount(
        label=_("How long"),
        none=_("Open end"),
        words=_minutes,
        offered=(3, 10, 15, 20),
        max_value=LONGEST_MINUTES,
        error_messages={
            "invalid": _("Type a whole number of minutes, like 20."),
            "min_value": _("Type 1 minute or more."),
            "max_value": _("Type at most %(limit_value)s minutes."),
        },
    )
    rounds = Amount(
        label=_("Rounds"),
        none=_("As many as they like"),
        words=str,
        offered=(1, 2, 3, 5, 10),
        max_value=MOST_ROUNDS,
        error_messages={
            "invalid": _("Type a whole number of rounds, like 3."),
            "min_value": _("Type 1 round or more."),
            "max_value": _("Type at most %(limit_value)s rounds."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if isinstance(field, Amount):
                field.offer(self[name].value())
            elif isinstance(field, OneOf) and name in self.unused:
                field.rest()

    @property
    def chosen_mode(self) -> str:
        """The chosen way of playing, "" in a game with only one."""
        return str(self["mode"].value() or self.fields["mode"].initial) if "mode" in self.fields else ""

    @property
    def chosen_size(self) -> int:
        """The chosen number of children at a table; 0 where it is not asked for, or not a number."""
        chosen = str(self["table_size"].value())
        return next((size for size in self.SIZES if str(size) == chosen), 0)

    @property
    def unused(self) -> set[str]:
        """Names of the fields that the way of playing decides or has no use for: they are not shown, and posted values
        of them are ignored."""
        asked = {option.name for option in used(list(self.OPTIONS.values()), self.chosen_mode)}
        decided = self.OPTIONS["mode"].chosen(self.chosen_mode) if self.chosen_mode else ()
        return (self.OPTIONS.keys() - asked).union(*(each.brings for each in decided))

    @property
    def in_view(self) -> list[BoundField]:
        """The two or three fields that are always visible."""
        in_view = [name for name, option in self.OPTIONS.items() if option.place == IN_VIEW]
        seats = "same_deal" if "table_size" in self.unused else "table_size"
        return [self[name] for name in (*in_view, seats, "minutes") if name not in self.unused]

    @property
    def groups(self) -> list[SettingGroup]:
        """The other settings, without those that the way of playing does not use."""
        hidden = {*self.unused, *(field.name for field in self.in_view)}
        places = {name: option.place for name, option in self.OPTIONS.items()} | {"rounds": CARDS}
        groups = (
            SettingGroup(label, [self[name] for name, at in places.items() if at == place and name not in hidden])
            for place, label in GROUPS
        )
        return [group for group in groups if group.fields]

    @property
    def summary(self) -> Iterator[SettingSummary]:
        """The settings that are not visible, each in a few words."""
        fields = (field for group in self.groups for field in group.fields)
        return (said for field in fields if (said := self._said(field)))

    @property
    def in_words(self) -> Iterator[Text]:
        """The words for all settings, except for usual ones that need no mention."""
        whole = (*self.in_view, *(field for group in self.groups for field in group.fields))
        fields = {field.name: field for field in whole}
        if "mode" in self.fields:
            fields = {"mode": self["mode"], **fields}
        for name, field in fields.items():
            said = self._said(field)
            if (option := self.OPTIONS.get(name)) and option.always:
                yield said.words if said else option.in_words(self._value(field))
            elif said and not said.is_usual:
                yield said.words
            elif name == "table_size":
                yield _seats(self.chosen_size)

    def _said(self, field: BoundField) -> SettingSummary | None:
        """Return the words for a field's value; None where it is the usual one and needs no mention."""
        if (option := self.OPTIONS.get(field.name)) is None:
            if field.name not in LIMITS or not field.value():
                return None
            rounds = format_lazy(_("{setting}: {value}"), setting=field.label, value=field.value())
            return SettingSummary(rounds if field.name == "rounds" else _minutes(field.value()), False)
        value = self._value(field)
        words = option.said(value)
        return SettingSummary(words, option.is_usual(value)) if words else None

    def _value(self, field: BoundField) -> Any:
        """Return the value chosen in a field; the usual one where an invalid value was posted."""
        option, posted = self.OPTIONS[field.name], field.value()
        try:
            if option.several:
                return [option.meant(str(key)) for key in posted or ()]
            return option.meant("" if posted is None else str(posted)) if option.values else posted
        except ValueError:
            return option.usual

    @property
    def asks_mode(self) -> bool:
        """Whether the way of playing is among the settings, and not only among the pictures."""
        return any(field.name == "mode" for group in self.groups for field in group.fields)

    @property
    def has_folded_errors(self) -> bool:
        return any(field.errors for group in self.groups for field in group.fields) if self.is_bound else False

    def clean(self) -> dict[str, Any]:
        """Return the chosen values, together with those that they imply."""
        chosen = super().clean() or self.cleaned_data
        chosen |= {name: self.OPTIONS[name].usual for name in self.unused & self.OPTIONS.keys() & chosen.keys()}
        return chosen | brought_initial(self.OPTIONS.values(), chosen)

    def options(self) -> dict[str, Any]:
        """The options of the session; an empty limit means none."""
        chosen = self.cleaned_data
        limits = {name: chosen[name] for name in LIMITS if chosen[name] is not None}
        return {"away_limit": AWAY_LIMIT, **{name: chosen[name] for name in self.OPTIONS}, **limits}

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return a session's stored options as the form's initial values."""
        chosen = {
            name: [key_of(each) for each in options[name]] if option.several else key_of(options[name])
            for name, option in cls.OPTIONS.items()
            if name in options
        }
        return chosen | {name: options[name] for name in LIMITS if name in options}


def _seats(size: int) -> str:
    return gettext("alone") if size == 1 else gettext("tables of %(size)s") % {"size": size}


def form_of(options: Sequence[Option], fold: Text, sizes: Sequence[int], usual_size: int) -> type[SessionForm]:
    """Return the form of a game with these options and these sizes of tables."""
    asked = (*options, *shared(fold))
    size = OneOf(
        label=_("Children at a table"),
        coerce=int,
        choices=[(each, str(each)) for each in sizes],
        initial=usual_size,
        wrong=_("Choose how many play at a table."),
    )
    fields: dict[str, Any] = {"table_size": size, **{option.name: field_of(option) for option in asked}}
    declared = {"OPTIONS": {option.name: option for option in asked}, "SIZES": sizes}
    return type("GameForm", (SessionForm,), declared | fields)

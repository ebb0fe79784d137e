"""Form of a teacher's choices for a class session."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.control_forms import LESSON_KEPT, LessonForm

AWAY_LIMIT = 60_000
"""Milliseconds that a child may be away before the session's choice applies (rules 3)."""


def away_field(*, fold: Promise) -> OneOf:
    """Ask what becomes of who is away; `fold` are the game's words for going on without them."""
    return OneOf(
        label=_("Away for a minute"),
        choices=[("computer", _("Computer plays")), ("wait", _("Keep their cards")), ("fold", fold)],
        initial="computer",
        said={"wait": _("away: cards wait")},
        help_text=_("What happens when a child is away for a minute. They may come back at any time."),
        wrong=_("Choose what happens when a child is away."),
    )


class SettingGroup(NamedTuple):
    """Settings that stand together on the page, under a heading."""

    label: str | Promise
    fields: list[BoundField]


class SettingSummary(NamedTuple):
    """One setting where they are summed up."""

    words: str | Promise
    is_usual: bool


class SessionForm(LessonForm):
    """Choices of a teacher whichever game the class plays. A game's own form adds `table_size`, `away` and its
    options, which `options` gives as the rounds keep them.

    `FIRST` are the three choices that are always in view, `GROUPS` the others, `UNUSED` what the way of playing (or "")
    has no use for: that is not asked, and whatever is posted of it does not count.
    """

    FIRST: ClassVar[Mapping[str, Sequence[str]]] = {"": ("table_size", "minutes")}
    GROUPS: ClassVar[Sequence[tuple[str | Promise, Sequence[str]]]] = (
        (_("Who"), ("tables", "alone", "away", "computers", "computer_level")),
        (_("Cards"), ("same_deal", "rounds")),
        (_("Class"), ("together",)),
    )
    UNUSED: ClassVar[Mapping[str, Sequence[str]]] = {}

    computers = OneOf(
        label=_("Computers"),
        choices=[("none", _("None")), ("fill", _("Fill tables")), ("each", _("One child each"))],
        usual="none",
        said={
            "none": _("no computers"),
            "fill": _("computers fill the tables"),
            "each": _("each child with computers"),
        },
        help_text=_("They are always called computers, and nothing they play is in a report."),
    )
    computer_level = OneOf(
        label=_("How computers play"),
        choices=[("gentle", _("Gentle")), ("steady", _("Steady")), ("quick", _("Quick")), ("like_me", _("Like me"))],
        usual="steady",
        help_text=_(
            "Gentle is slow and makes mistakes. Like me: as fast and as often wrong as the children of the table."
        ),
    )
    same_deal = OneOf(
        label=_("The deal"),
        coerce=lambda value: value == "yes",
        choices=[("no", _("Own cards")), ("yes", _("Same cards"))],
        usual="no",
        said={"yes": _("the same cards at every table")},
        help_text=_("With the same cards you can compare play, not luck, between tables with equally many players."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.unused:
            if isinstance(field := self.fields[name], OneOf):
                field.rest()

    @property
    def chosen_mode(self) -> str:
        """The way of playing that is chosen, "" in a game that has but one."""
        return str(self["mode"].value() or "") if "mode" in self.fields else ""

    @property
    def unused(self) -> Sequence[str]:
        """Names of the fields that the way of playing has no use for."""
        return self.UNUSED.get(self.chosen_mode, ())

    @property
    def first(self) -> list[BoundField]:
        """The choices that are always in view."""
        return [self[name] for name in self.FIRST.get(self.chosen_mode, self.FIRST[""])]

    @property
    def groups(self) -> list[SettingGroup]:
        """The other settings, without what the way of playing does not use."""
        hidden = {*self.unused, *(field.name for field in self.first)}
        groups = (
            SettingGroup(label, [self[name] for name in names if name not in hidden]) for label, names in self.GROUPS
        )
        return [group for group in groups if group.fields]

    @property
    def summary(self) -> Iterator[SettingSummary]:
        """Say the settings that are not in view, each in a few words."""
        fields = (field for group in self.groups for field in group.fields)
        return (said for field in fields if (said := _said(field)))

    @property
    def asks_mode(self) -> bool:
        """Whether the way of playing is one of the settings, not only of the pictures."""
        return any("mode" in names for _label, names in self.GROUPS)

    @property
    def has_folded_errors(self) -> bool:
        return any(field.errors for group in self.groups for field in group.fields) if self.is_bound else False

    def shared_options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {
            "away": chosen["away"],
            "away_limit": AWAY_LIMIT,
            "computers": chosen["computers"],
            "computer_level": chosen["computer_level"],
            "same_deal": chosen["same_deal"],
            **self.lesson_options(),
        }

    def options(self) -> dict[str, Any]:
        """Return the options of the session; a game's own form adds to the shared ones."""
        return self.shared_options()

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a session kept as the form's initial values."""
        kept = ("away", "computers", "computer_level", *LESSON_KEPT)
        chosen = {name: options[name] for name in kept if name in options}
        if "same_deal" in options:
            chosen["same_deal"] = "yes" if options["same_deal"] else "no"
        return chosen


def _said(field: BoundField) -> SettingSummary | None:
    """Return the words for what is chosen; None where it is the usual, and that goes without saying."""
    value, usual = _comparable(field.value()), _comparable(field.field.initial)
    said = getattr(field.field, "said", {})
    if isinstance(value, str) and value in said:
        return SettingSummary(said[value], value == usual)
    if value == usual:
        return None
    chosen = [str(words) for key, words in getattr(field.field, "choices", ()) if str(key) in (value or "")]
    words = ", ".join(chosen) or (value if isinstance(value, str) else "")
    return SettingSummary(
        format_lazy(_("{setting}: {value}"), setting=field.label, value=words) if words else field.label, False
    )


def _comparable(value: Any) -> str | list[str]:
    """Return a field's value as it would be posted."""
    if isinstance(value, list | tuple):
        return sorted(map(str, value))
    return "" if value is None or value is False else str(value)

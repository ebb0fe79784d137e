"""An option of a game, declared once: its values with their words, and all that follows from them.

A game's options (`Presentation.options`) define the fields of the set-up and of homework, what rounds store, presets,
which sessions are compared, in what one table may differ, the settings line, and the sentences of how-to-play
(docs/add_an_option.md). Only the rules know how they use an option.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from game.rules import Game

Text = str | Promise
IN_VIEW, WHO, CARDS, HELP, RULES, BY_PICTURE = "in view", "who", "cards", "help", "rules", ""
"""Places of an option on the set-up page: in view, in one of the groups behind Fine-tune, or only as a picture."""


class Value(NamedTuple):
    """One value of an option as rounds store it, with its `words` on the set-up page.

    `said` are the words in a summary of settings; without them, a value is mentioned only if it is not the usual one.
    `told` is its sentence on how-to-play. `usual` marks the default; without a mark the first value is. `brings` are
    other options set by this value, by name.
    """

    value: Any
    words: Text
    said: Text = ""
    told: Text = ""
    usual: bool = False
    brings: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A choice of a teacher for a session: of one among `values`; of `several`; of a whole number without `values`.

    `modes` are the modes that use it, all by default. A class is not compared across different values, unless
    `compared` is False. `before` is the value of rounds that do not store the option, None for the usual one.
    `at_table` is its short name if one table, or one child, may differ. `always`: it is in the settings line even with
    its usual value. `column` describes its column in the file of attempts, if each of them stores it, since answers
    under another value are not comparable. `tells` returns the sentence of how-to-play if that depends on more than one
    value.
    """

    name: str
    label: Text
    values: tuple[Value, ...] = ()
    number: int = 0
    several: bool = False
    help_text: Text = ""
    place: str = CARDS
    modes: tuple[str, ...] = ()
    compared: bool = True
    before: Any = None
    at_table: Text = ""
    column: Text = ""
    always: bool = False
    tells: Callable[[Mapping[str, Any]], Text] | None = None

    @property
    def usual(self) -> Any:
        """The default: all values of a multiple choice, and the number if any may be typed."""
        if self.several or not self.values:
            return [each.value for each in self.values] if self.several else self.number
        return next((each.value for each in self.values if each.usual), self.values[0].value)

    def of(self, options: Mapping[str, Any]) -> Any:
        """Return the value in a session or a round with these options."""
        return options.get(self.name, self.usual if self.before is None else self.before)

    def meant(self, key: str) -> Any:
        """Return the value of this key of a form. Raises ValueError."""
        for each in self.values:
            if key_of(each.value) == key:
                return each.value
        raise ValueError(key)

    def chosen(self, value: Any) -> tuple[Value, ...]:
        """Return the declared values contained in this one; () for a number, or a value that is no longer offered."""
        return tuple(each for each in self.values if each.value in (value if self.several else (value,)))

    def is_usual(self, value: Any) -> bool:
        return sorted(value) == sorted(self.usual) if self.several else bool(value == self.usual)

    def said(self, value: Any) -> Text:
        """Return the words for a value in a summary of settings, "" if it need not be mentioned."""
        if not self.several and (words := next((each.said for each in self.chosen(value)), "")):
            return words
        if self.is_usual(value):
            return ""
        shown = self.in_words(value)
        return format_lazy(_("{setting}: {value}"), setting=self.label, value=shown) if shown else self.label

    def in_words(self, value: Any) -> Text:
        """Return the words for a value on the set-up page."""
        words = [each.words for each in self.chosen(value)]
        return words[0] if len(words) == 1 else ", ".join(map(str, words)) or str(value or "")

    def at_one_table(self) -> tuple[Value, ...]:
        """Return the values that one table may have different from its class."""
        if not self.several:
            return tuple(each for each in self.values if each.value is not None)
        sizes = range(1, len(self.values) + 1)
        some = (picked for size in sizes for picked in combinations(self.values, size))
        return tuple(Value([each.value for each in picked], " ".join(str(each.words) for each in picked))
                     for picked in some)  # fmt: skip

    def told(self, options: Mapping[str, Any]) -> Text:
        """Return the sentence of how-to-play for a session with these options, "" for none."""
        if self.tells:
            return self.tells(options)
        return next((each.told for each in self.chosen(self.of(options))), "") if not self.several else ""


def key_of(value: Any) -> str:
    """Return the form key of a value: yes and no for booleans, "" for None; several values joined."""
    if isinstance(value, list):
        return "".join(map(key_of, value))
    return {True: "yes", False: "no", None: ""}[value] if value is None or isinstance(value, bool) else str(value)


def used(options: Sequence[Option], mode: str) -> list[Option]:
    return [option for option in options if not option.modes or mode in option.modes]


def told(options: Sequence[Option], chosen: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sentences of how-to-play for a session with these options."""
    mode = next((str(option.of(chosen)) for option in options if option.name == "mode"), "")
    found = (option.told(chosen) for option in used(options, mode))
    return tuple(str(words) for words in found if words)


def of_rules(rules: Game) -> tuple[Option, ...]:
    """Return options for a game that declares none: the booleans and numbers of its rules' Options."""
    options = getattr(rules, "Options", None)
    usual = options() if options else None
    names = getattr(options, "__dataclass_fields__", getattr(options, "_fields", ()))
    return tuple(_of_field(name, value) for name in names if isinstance(value := getattr(usual, name), bool | int))


def _of_field(name: str, usual: bool | int) -> Option:
    label = name.replace("_", " ").capitalize()
    if not isinstance(usual, bool):
        return Option(name=name, label=label, number=usual, place=RULES)
    yes, no = Value(True, _("Yes"), usual=usual), Value(False, _("No"), usual=not usual)
    return Option(name=name, label=label, values=(yes, no), place=RULES)

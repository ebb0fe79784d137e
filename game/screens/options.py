"""An option of a game, declared once: its values with their words, and all that follows from them.

From a game's options (`Presentation.options`) follow the fields of the set-up and of homework, what rounds keep,
presets, which sessions are compared, in what one table may differ, the settings line, and what how-to-play says
(docs/add_an_option.md). How the rules read an option is theirs alone.
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
    """One value of an option as the rounds keep it, with its `words` where it is chosen.

    `said` are the words where settings are summed up; without them a value is said only where it is not the usual one.
    `told` is its sentence on how-to-play. `usual`: chosen at first; the first value is where none is marked. `brings`
    are options that this value decides, by name.
    """

    value: Any
    words: Text
    said: Text = ""
    told: Text = ""
    usual: bool = False
    brings: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A choice of a teacher for a session, of one among `values`; of `several`; of a whole number without `values`.

    `modes` are the ways of playing that use it, all where none is named. A class is compared across no two values,
    unless not `compared`. `before` is what rounds did that do not keep the option, the usual value where None.
    `at_table` is its short name where one table may differ, or one child. `always`: said in the settings line even
    where it is usual.
    `column` says what its column means in the file of attempts, where each of them keeps it: answers under other values
    are other answers. `tells` returns the sentence of how-to-play where it does not follow from one value.
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
        """The value that is chosen at first: all of several, and the number where any may be typed."""
        if self.several or not self.values:
            return [each.value for each in self.values] if self.several else self.number
        return next((each.value for each in self.values if each.usual), self.values[0].value)

    def of(self, options: Mapping[str, Any]) -> Any:
        """Return the value that a session or a round with these options has."""
        return options.get(self.name, self.usual if self.before is None else self.before)

    def meant(self, key: str) -> Any:
        """Return the value that a page means by this key. ValueError where there is none."""
        for each in self.values:
            if key_of(each.value) == key:
                return each.value
        raise ValueError(key)

    def chosen(self, value: Any) -> tuple[Value, ...]:
        """Return the declared values that this one is; none of a number, or of a value that nobody offers."""
        return tuple(each for each in self.values if each.value in (value if self.several else (value,)))

    def is_usual(self, value: Any) -> bool:
        return sorted(value) == sorted(self.usual) if self.several else bool(value == self.usual)

    def said(self, value: Any) -> Text:
        """Return the words for a value where settings are summed up, "" where it goes without saying."""
        if not self.several and (words := next((each.said for each in self.chosen(value)), "")):
            return words
        if self.is_usual(value):
            return ""
        shown = self.in_words(value)
        return format_lazy(_("{setting}: {value}"), setting=self.label, value=shown) if shown else self.label

    def in_words(self, value: Any) -> Text:
        """Return the value as it is called where it is chosen."""
        words = [each.words for each in self.chosen(value)]
        return words[0] if len(words) == 1 else ", ".join(map(str, words)) or str(value or "")

    def at_one_table(self) -> tuple[Value, ...]:
        """Return the values that one table may have otherwise than its class."""
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
    """Return what a page sends for a value: yes and no for truths, "" for None; of several all in one."""
    if isinstance(value, list):
        return "".join(map(key_of, value))
    return {True: "yes", False: "no", None: ""}[value] if value is None or isinstance(value, bool) else str(value)


def used(options: Sequence[Option], mode: str) -> list[Option]:
    """Return the options that this way of playing uses."""
    return [option for option in options if not option.modes or mode in option.modes]


def told(options: Sequence[Option], chosen: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what how-to-play says of a session with these options, a sentence each."""
    mode = next((str(option.of(chosen)) for option in options if option.name == "mode"), "")
    found = (option.told(chosen) for option in used(options, mode))
    return tuple(str(words) for words in found if words)


def of_rules(rules: Game) -> tuple[Option, ...]:
    """Return the options of a game of which nothing but the rules is known: the truths and numbers of its Options."""
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

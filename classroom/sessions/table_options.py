"""Options of one table that differ from the class's: those that its game allows to differ by table (Option.at_table).

The session stores them by the table's number, under BY_TABLE. Each table stores them among its own options, so its
rounds, their reports and children who join later have them too.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.models import ClassSession, Student
from classroom.server.database import changes
from classroom.sessions.games import catalogue
from game.models import Round
from game.screens.options import Option, key_of

BY_TABLE = "by_table"

Options = dict[str, Any]


def of(session: ClassSession, number: int) -> Options:
    """Return the options that the table with this number has of its own."""
    return dict(session.options.get(BY_TABLE, {}).get(str(number), {}))


def without(options: Mapping[str, Any]) -> Options:
    """Return a session's options without those of single tables, for a table or for the next session."""
    return {name: value for name, value in options.items() if name != BY_TABLE}


def follow(session: ClassSession, groups: Sequence[Sequence[Student]], first: int) -> None:
    """Move the options to the numbers that the groups' tables get. A group gets the options of the table for which most
    of it was meant: if nobody came to table 1, the second table is made as number 1."""
    before = session.options.get(BY_TABLE)
    if not before:
        return
    meant = dict(session.attendances.exclude(table=None).values_list("student", "table"))
    after = {} if first == 1 else dict(before)
    for number, group in enumerate(groups, start=first):
        wanted = Counter(meant[student.pk] for student in group if student.pk in meant).most_common(1)
        if wanted and (own := before.get(str(wanted[0][0]))):
            after[str(number)] = own
    if after != before:
        changes.change(session, options={**session.options, BY_TABLE: after})


def at_home(dealt: Round) -> Options:
    """Return those options of a table that are kept when its deal is practised again."""
    names = {option.name for option in own_options(dealt.table.game)}
    return {name: value for name, value in dealt.options.items() if name in names}


class Row(NamedTuple):
    """One table: its fields, and its differences in words."""

    number: int
    fields: list[forms.BoundField]
    said: list[str]


class TableOptionsForm(forms.Form):
    """A few choices for each of these tables; an empty choice means: as the class."""

    def __init__(self, *args: Any, session: ClassSession, numbers: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = sorted(numbers)
        self.choices = own_options(session.game)
        for number in self.numbers:
            own = of(session, number)
            for choice in self.choices:
                self.fields[_field(number, choice)] = field_of(choice, own)

    def rows(self) -> Iterable[Row]:
        for number in self.numbers:
            fields = [self[_field(number, choice)] for choice in self.choices]
            yield Row(number, fields, said(fields))

    def chosen(self) -> dict[str, Options]:
        """Return the options by number of table, for those that have any."""
        found = {str(number): self._of(number) for number in self.numbers}
        return {number: own for number, own in found.items() if own}

    def _of(self, number: int) -> Options:
        return meant([(choice, self.cleaned_data[_field(number, choice)]) for choice in self.choices])


def field_of(choice: Option, own: Options) -> forms.ChoiceField:
    """Return the field for an option in which a table may differ, with the table's own value as initial value."""
    return forms.ChoiceField(
        label=str(choice.at_table),
        choices=[
            ("", _("as the class")),
            *((key_of(each.value), each.said or each.words) for each in choice.at_one_table()),
        ],
        initial=key_of(own[choice.name]) if choice.name in own else "",
        required=False,
        error_messages={"invalid_choice": _("Choose from the list.")},
    )


def said(fields: Iterable[forms.BoundField]) -> list[str]:
    """Return the words for the values chosen in these fields."""
    words = [dict(field.field.choices).get(field.value()) for field in fields if field.value()]  # type: ignore[attr-defined]
    return [str(each) for each in words if each]


def meant(keys: Iterable[tuple[Option, str]]) -> Options:
    """Return the options for these keys of a page, without those that are as the class's."""
    return {
        choice.name: each.value for choice, key in keys for each in choice.at_one_table() if key_of(each.value) == key
    }


def own_options(game: str) -> list[Option]:
    """Return the options in which one table of this game may differ from its class."""
    return [option for option in catalogue.of(game).options if option.at_table]


def _field(number: int, choice: Option) -> str:
    return f"table_{number}_{choice.name}"

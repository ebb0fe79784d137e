"""The drop-down lists of the monitor: its open tables and who is in, as values that the page and a push draw alike."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from classroom.joining.arrivals import Arrival

Option = tuple[str | int, str]


class Select(NamedTuple):
    """A list by its id on the page; `name` is what its form calls it, "" where it is in no form."""

    id: str
    name: str
    options: tuple[Option, ...]


class ListedSeat(Protocol):
    @property
    def name(self) -> str: ...


class ListedTable(Protocol):
    @property
    def code(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def seats(self) -> Iterable[ListedSeat]: ...


def selects(tables: Iterable[ListedTable], arrivals: Iterable[Arrival]) -> dict[str, Select]:
    """Return the lists of the page by their names in its templates."""
    tables, arrivals = list(tables), list(arrivals)
    at = {table.code: _("table %(number)s") % {"number": table.number} for table in tables}
    seated = {table.code: ", ".join(seat.name for seat in table.seats) for table in tables}
    here = tuple((arrival.student, arrival.name) for arrival in arrivals if arrival.here)
    return {
        "caller": Select("caller", "", (("", _("no table")), *((f"tile-{code}", words) for code, words in at.items()))),
        "say_table": Select("say-table", "table", (("", _("all tables")), *at.items())),
        "move_student": Select("move-student", "student", here),
        "move_to": Select("move-to", "to", tuple((table.number, at[table.code]) for table in tables)),
        "end_table": Select("end-table-code", "table", tuple((code, f"{at[code]}: {seated[code]}") for code in at)),
        "one_child": Select("one-child-student", "student", tuple((each.student, each.name) for each in arrivals)),
    }


def html(lists: Iterable[Select]) -> str:
    """Return the lists as fragments."""
    return "".join(render_to_string("classroom/live/monitor/_select.html", {"select": each}) for each in lists)

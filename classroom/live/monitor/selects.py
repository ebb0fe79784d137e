"""The drop-down lists of open tables on the monitor, drawn alike by the page and by a push."""

from collections.abc import Iterable
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from classroom.live.monitor.tiles import TableTile

Option = tuple[str | int, str]


class Select(NamedTuple):
    """A list by its id on the page; `name` is its name in a form, "" outside a form."""

    id: str
    name: str
    options: tuple[Option, ...]


def selects(tables: Iterable[TableTile]) -> dict[str, Select]:
    """Return the lists of the page by their names in its templates."""
    at = {table.code: _("table %(number)s") % {"number": table.number} for table in tables}
    return {
        "caller": Select("caller", "", (("", _("no table")), *((f"tile-{code}", words) for code, words in at.items()))),
        "say_table": Select("say-table", "table", (("", _("all tables")), *at.items())),
    }


def html(tables: Iterable[TableTile]) -> str:
    """Return the lists as fragments."""
    lists = selects(tables).values()
    return "".join(render_to_string("classroom/live/monitor/_select.html", {"select": each}) for each in lists)

"""A check at every start (`migrate` runs it): the promises about SQLite that settings.py makes are really in force.

SQLite takes a PRAGMA it cannot follow without a word: a journal mode a network drive refuses, a misspelt value.
"""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connections

NUMBERS = {"off": "0", "normal": "1", "full": "2", "extra": "3", "on": "1"}
"""How SQLite answers for a value that was set as a word; journal modes stay words."""


def pragmas_are_in_force(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each PRAGMA whose value differs; `databases` is None where none may be asked."""
    return [
        Error(f"SQLite runs with {name}={found}, but the settings ask for {wanted}.", id="classroom.E001")
        for alias in databases or ()
        if connections[alias].vendor == "sqlite"
        for name, wanted in promised(connections[alias].settings_dict["OPTIONS"]).items()
        if (found := _asked(alias, name)) != wanted
    ]


def promised(options: dict[str, Any]) -> dict[str, str]:
    """Return what the database's OPTIONS ask for, as SQLite would answer."""
    settings = (command.removeprefix("PRAGMA ").split("=") for command in options["init_command"].split(";") if command)
    words = {name.strip(): value.strip().lower() for name, value in settings}
    return {name: NUMBERS.get(value, value) for name, value in words.items()} | {
        "busy_timeout": str(int(options["timeout"] * 1000))
    }


def _asked(alias: str, name: str) -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return str(cursor.fetchone()[0]).lower()

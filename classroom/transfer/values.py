"""Checks of single values of a file from outside. Each returns the value to store, or raises ValueError."""

import json
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from classroom.naming import names

Check = Callable[[Any], Any]

LARGEST_JSON = 4000
"""Bytes of settings; the largest of ours have about 600."""
DEEPEST = 5
LARGEST = 2**63 - 1
FIRST_MS, END_MS = (int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000) for year in (2000, 2200))


def whole(lowest: int = 0, highest: int = LARGEST) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not lowest <= value <= highest:
            raise ValueError("number")
        return value

    return check


def text(most: int) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or "\0" in value:
            raise ValueError("text")
        value.encode()  # a lone surrogate is no text
        return value

    return check


def name(value: Any) -> str:
    tidy = names.tidy(text(names.LONGEST_NAME)(value))
    if not tidy or names.problem_of(tidy):
        raise ValueError("name")
    return tidy


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("truth")
    return value


def moment(value: Any) -> datetime:
    found = datetime.fromisoformat(text(40)(value))
    if found.tzinfo is None or not 2000 <= found.year < 2200:
        raise ValueError("moment")
    return found


def milliseconds(value: Any) -> int:
    """Check a moment in ms since 1970: a round of millions of years would never be drawn."""
    return whole(FIRST_MS, END_MS)(value)


def one_of(values: Collection[Any]) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, str | int) or isinstance(value, bool) or value not in values:
            raise ValueError("choice")
        return value

    return check


def or_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def address(value: Any) -> str:
    said = text(254)(value)
    try:
        validate_email(said)
    except ValidationError as error:
        raise ValueError("address") from error
    return said


def settings(value: Any) -> dict[str, Any]:
    """Check a JSON object: small, not deeply nested, and storable in PostgreSQL's JSON."""
    if not isinstance(value, dict) or _depth(value) > DEEPEST:
        raise ValueError("settings")
    written = json.dumps(value, allow_nan=False, ensure_ascii=False)
    if len(written.encode()) > LARGEST_JSON or "\\u0000" in written:
        raise ValueError("settings")
    return value


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)


def measured(value: Any) -> str:
    """Check a browser's measurements: a JSON object as text; the fold of the round checks its content."""
    said = text(1000)(value)
    if said:
        found = settings(json.loads(said))
        whole()(found.get("rtt", 0))
    return said


def cards(value: Any) -> str:
    """Check card ids that are separated by spaces."""
    said = text(2000)(value)
    if said != " ".join(f"{int(part)}" for part in said.split()):
        raise ValueError("cards")
    return said

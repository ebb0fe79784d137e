"""Reading of a session's options from JSON: what all games' `Options` share."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

Check = Callable[[Any], bool]


def read(options: type, data: Mapping[str, Any], checks: Mapping[str, Check]) -> dict[str, Any]:
    """Return the values in `data` that are fields of the dataclass `options`; others are ignored.

    `checks` has a check for every field. Raises ValueError if a value does not pass it.
    """
    known = {field.name: data[field.name] for field in fields(options) if field.name in data}
    for name, value in known.items():
        if not checks[name](value):
            raise ValueError(f"{name}: {value!r}")
    return known


def whole(lowest: int, highest: int) -> Check:
    """Return the check for a whole number from lowest to highest."""
    return lambda value: type(value) is int and lowest <= value <= highest


def one_of(values: tuple[str, ...]) -> Check:
    """Return the check for one of these words."""
    return lambda value: isinstance(value, str) and value in values


def truth(value: Any) -> bool:
    """Check for true or false."""
    return isinstance(value, bool)

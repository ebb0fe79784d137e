"""The time zone of the school, which decides when a day begins and ends.

CARDINAL_TIME_ZONE has precedence; then what an admin chose on the school's page, kept in the data folder so that every
command knows it; then that of the machine.
"""

import os
import time
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from zoneinfo import available_timezones

import tzlocal
from django.conf import settings
from django.core.cache import caches
from django.utils import timezone

from classroom.server import kept_file

FILE = "time_zone"
ELSEWHERE = "UTC"
"""Used where there is neither a choice nor a setting of the machine."""
_NO_PLACE = ("Etc", "posix", "right", "SystemV", "US")


def read(folder: Path) -> str:
    """Return the zone that was chosen, or else the machine's own."""
    if chosen := _chosen(folder):
        return chosen
    with suppress(LookupError, ValueError, OSError):
        return tzlocal.get_localzone_name() or ELSEWHERE
    return ELSEWHERE


def _chosen(folder: Path) -> str:
    """Return the zone that was chosen, "" for none."""
    with suppress(OSError, ValueError):  # it may be another file's bytes, too
        chosen = (folder / FILE).read_text().strip()
        return chosen if chosen in available_timezones() else ""
    return ""


def choose(name: str) -> None:
    """Keep the zone and use it from now on."""
    kept_file.write(settings.DATA / FILE, name)
    _use(name)


def follow() -> None:
    """Use the zone that an admin has chosen at another worker since."""
    kept = "" if settings.TIME_ZONE_IS_FIXED else _chosen(settings.DATA)
    if kept not in ("", settings.TIME_ZONE):
        _use(kept)


def _use(name: str) -> None:
    """Use the zone in this process; daily counts of reports are computed anew."""
    settings.TIME_ZONE = os.environ["TZ"] = name
    time.tzset()
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]  # the stubs do not know that it is kept
    caches["reports"].clear()


def choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Return the zones by continent, and the present one if it belongs to none."""
    places = [name for name in sorted(available_timezones()) if "/" in name and name.split("/")[0] not in _NO_PLACE]
    groups = groupby(places, key=lambda name: name.split("/")[0])
    grouped = [(part, [(name, name.replace("_", " ")) for name in names]) for part, names in groups]
    other = {ELSEWHERE, settings.TIME_ZONE} - set(places)
    return [*((name, name) for name in sorted(other)), *grouped]


DAY_MS = 24 * 3600 * 1000


def moment(ms: int) -> datetime:
    """Return this time (ms since 1970) in the school's time zone."""
    return datetime.fromtimestamp(ms / 1000, tz=timezone.get_default_timezone())


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def midnight(day: date) -> int:
    """Return when this day begins in the school's time zone, in ms since 1970."""
    return round(timezone.make_aware(datetime(day.year, day.month, day.day)).timestamp() * 1000)

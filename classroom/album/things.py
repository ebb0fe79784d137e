"""Things that a child finds by playing and then uses at its table: hats, felts, card backs; and the weeks of seasonal
card backs.

Each is defined once, with its task: rounds, days, sums, check-ups, which every child can do. None is for being first. A
seasonal card back is for all who play in its weeks, whatever their language: the three calendars form one table.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from classroom.album.pictures import PICTURES, TILES
from classroom.server.time_zone import moment

Times = tuple[int, ...]


def day_of(at: int) -> date:
    """Return the day of this time (ms since 1970) at the school."""
    return moment(at).date()


def nth(times: Times, n: int) -> int | None:
    return times[n - 1] if len(times) >= n else None


class Done(NamedTuple):
    """When a child did each counted task (ms since 1970, in order), in all its classes and years, so that nothing found
    is lost: tiles turned in its album, the first round of each of its `days` and `weeks`, each sum's first right
    answer, ever and within a term, check-ups, right cards, and those right only at a later try."""

    tiles: Times = ()
    days: Times = ()
    weeks: Times = ()
    sums: Times = ()
    sums_in_term: Times = ()
    checks: Times = ()
    cards: Times = ()
    again: Times = ()

    def of(self, deed: str) -> Times:
        times: Times = getattr(self, deed)
        return times


DEEDS: Mapping[str, str | Promise] = {
    "tiles": ngettext_lazy("%(n)d tile in the album", "%(n)d tiles in the album", "n"),
    "days": ngettext_lazy("Play on %(n)d day", "Play on %(n)d days", "n"),
    "sums": ngettext_lazy("%(n)d sum put right", "%(n)d different sums put right", "n"),
    "weeks": ngettext_lazy("Play in %(n)d week", "Play in %(n)d weeks", "n"),
    "sums_in_term": ngettext_lazy("%(n)d sum", "%(n)d different sums", "n"),
    "cards": ngettext_lazy("%(n)d right card", "%(n)d right cards", "n"),
    "again": ngettext_lazy("%(n)d mistake put right", "%(n)d mistakes put right", "n"),
    "checks": ngettext_lazy("%(n)d check-up", "%(n)d check-ups", "n"),
}


class Thing(NamedTuple):
    """A thing: its word (stored; a CSS class or a symbol), its title, its task, and how often that must be done."""

    word: str
    title: Promise
    deed: str
    times: int

    def found_at(self, done: Done) -> int | None:
        """Return when (ms since 1970) it was found; None if it was not."""
        return nth(done.of(self.deed), self.times)

    @property
    def recording(self) -> str:
        """The name of the recording of its task."""
        return f"{self.deed}_{self.times}"

    def in_words(self) -> str:
        return str(DEEDS[self.deed] % {"n": self.times})

    def to_do(self, today: date) -> str:
        return self.in_words()

    def is_told(self, today: date) -> bool:
        return True


HATS = (
    Thing("hat_cap", gettext_lazy("Cap"), "tiles", 3),
    Thing("hat_bobble", gettext_lazy("Bobble hat"), "days", 3),
    Thing("hat_party", gettext_lazy("Party hat"), "sums", 10),
    Thing("hat_flower", gettext_lazy("Flowers"), "checks", 2),
    Thing("hat_straw", gettext_lazy("Straw hat"), "days", 10),
    Thing("hat_wizard", gettext_lazy("Wizard’s hat"), "sums", 25),
)
FELTS = (
    Thing("felt-sea", gettext_lazy("Sea"), "days", 2),
    Thing("felt-plum", gettext_lazy("Plum"), "sums", 15),
    Thing("felt-clay", gettext_lazy("Clay"), "tiles", 8),
)
"""A felt is visible only to the child, on its own screen."""
ALBUM_BACKS = tuple(
    Thing(picture.back, picture.back_title, "tiles", TILES * n) for n, picture in enumerate(PICTURES, 1)
)


def _on(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def first_day_of_summer(year: int) -> date:
    """Return the Thursday after the 18th of April, the start of Iceland's summer."""
    start = date(year, 4, 19)
    return start + timedelta((3 - start.weekday()) % 7)


def thorri(year: int) -> date:
    """Return the Friday on which the month of Þorri begins, 90 days before the first day of summer."""
    return first_day_of_summer(year) - timedelta(90)


class SeasonalBack(NamedTuple):
    """A seasonal card back: the first day of its weeks in a year, and their number of days."""

    word: str
    title: Promise
    begins: Callable[[int], date]
    length: int

    def coming(self, today: date) -> tuple[date, date]:
        """Return the first and last day of its present weeks, or else of the next ones."""
        for year in (today.year - 1, today.year, today.year + 1):
            first, last = self._in(year)
            if last >= today:
                break
        return first, last

    def _in(self, year: int) -> tuple[date, date]:
        first = self.begins(year)
        return first, first + timedelta(self.length - 1)

    def found_at(self, done: Done) -> int | None:
        """Return when (ms since 1970) the child first played in its weeks of any year; None if never."""
        return next((at for at in done.days if self._lasts(day_of(at))), None)

    def _lasts(self, day: date) -> bool:
        first, last = self._in(day.year)
        return first <= day <= last

    def is_told(self, today: date) -> bool:
        """Return whether the album shows it before it is found: in its weeks, and in the four before."""
        return self.coming(today)[0] <= today + timedelta(28)

    def to_do(self, today: date) -> str:
        first, last = (date_format(day, "MONTH_DAY_FORMAT") for day in self.coming(today))
        return _("Play from %(first)s to %(last)s") % {"first": first, "last": last}


SEASONS = (
    SeasonalBack("back-crowns", gettext_lazy("Three Kings"), _on(1, 2), 19),
    SeasonalBack("back-snow", gettext_lazy("Þorri"), thorri, 30),
    SeasonalBack("back-sun", gettext_lazy("First day of summer"), first_day_of_summer, 14),
    SeasonalBack("back-ribbons", gettext_lazy("May Day"), _on(4, 27), 19),
    SeasonalBack("back-marigolds", gettext_lazy("Day of the Dead"), _on(10, 26), 14),
    SeasonalBack("back-sparks", gettext_lazy("Bonfire Night"), _on(10, 30), 14),
)
"""Two of each calendar, in the order of the school year: Spanish, Icelandic, Icelandic, English, Spanish, English."""
KINDS: tuple[tuple[Promise, tuple[Thing | SeasonalBack, ...]], ...] = (
    (gettext_lazy("Hats"), HATS),
    (gettext_lazy("Felts"), FELTS),
    (gettext_lazy("Backs of cards"), (*ALBUM_BACKS, *SEASONS)),
)
THINGS = tuple(thing for _title, things in KINDS for thing in things)


def titles(things: tuple[Thing | SeasonalBack, ...]) -> dict[str, Promise]:
    return {thing.word: thing.title for thing in things}

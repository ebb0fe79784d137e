"""Stickers of a child's album: three terms of a school year, each with twelve pictures for the same twelve tasks.

A task is done within one term of any year, so an empty place may be filled when the term comes again. Every child can
do all of them: cards, days, trying again, a check-up. None is for being first, or quick. The pictures are drawn in
static/img/stickers.svg.
"""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from classroom.album.things import Done, Thing, nth
from classroom.album.tiles import midnight


class StickerTerm(NamedTuple):
    """A term: its word, its title, its first month, and the first month of the next term."""

    word: str
    title: Promise
    begins: int
    ends: int
    stickers: tuple[Thing, ...]

    def span(self, year: int) -> tuple[int, int]:
        """Return start and exclusive end (ms since 1970) of the term in this year."""
        first, after = date(year, self.begins, 1), date(year + (self.ends < self.begins), self.ends, 1)
        return midnight(first), midnight(after)

    def found_by(self, done: Done, years: range) -> Iterator[tuple[str, int]]:
        """Yield the stickers found, with the time (ms since 1970) in the first of these years in which each was."""
        spans = [self.span(year) for year in years]
        for sticker in self.stickers:
            times = done.of(sticker.deed)
            within = (times[bisect_left(times, begins) : bisect_left(times, ends)] for begins, ends in spans)
            if found := next((at for each in within if (at := nth(each, sticker.times)) is not None), None):
                yield sticker.word, found


DEEDS = (
    ("cards", 20), ("days", 2), ("again", 1), ("sums_in_term", 10), ("cards", 100), ("days", 5),
    ("weeks", 4), ("again", 5), ("checks", 1), ("sums_in_term", 20), ("days", 10), ("cards", 300),
)  # fmt: skip
"""The tasks of the twelve places in order: the counted field of Done, and how often it must be done within a term."""


def _stickers(*drawn: tuple[str, Promise]) -> tuple[Thing, ...]:
    return tuple(Thing(word, title, *deed) for (word, title), deed in zip(drawn, DEEDS, strict=True))


TERMS = (
    StickerTerm("autumn", pgettext_lazy("a term", "Autumn"), 8, 1, _stickers(
        ("leaf", gettext_lazy("Leaf")), ("acorn", gettext_lazy("Acorn")), ("mushroom", gettext_lazy("Mushroom")),
        ("apple", gettext_lazy("Apple")), ("kite", gettext_lazy("Kite")), ("umbrella", gettext_lazy("Umbrella")),
        ("lantern", gettext_lazy("Lantern")), ("pumpkin", gettext_lazy("Pumpkin")), ("boot", gettext_lazy("Boot")),
        ("pear", gettext_lazy("Pear")), ("grapes", gettext_lazy("Grapes")), ("cloud", gettext_lazy("Cloud")),
    )),
    StickerTerm("spring", pgettext_lazy("a term", "Spring"), 1, 4, _stickers(
        ("snowflake", gettext_lazy("Snowflake")), ("mitten", gettext_lazy("Mitten")), ("mug", gettext_lazy("Mug")),
        ("candle", gettext_lazy("Candle")), ("snowman", gettext_lazy("Snowman")),
        ("snowdrop", gettext_lazy("Snowdrop")), ("nest", gettext_lazy("Nest")), ("chick", gettext_lazy("Chick")),
        ("tulip", gettext_lazy("Tulip")), ("ladybird", gettext_lazy("Ladybird")),
        ("rainbow", gettext_lazy("Rainbow")), ("sprout", gettext_lazy("Sprout")),
    )),
    StickerTerm("summer", pgettext_lazy("a term", "Summer"), 4, 8, _stickers(
        ("sun", gettext_lazy("Sun")), ("ice", gettext_lazy("Ice cream")), ("shell", gettext_lazy("Shell")),
        ("cherries", gettext_lazy("Cherries")), ("boat", gettext_lazy("Boat")),
        ("butterfly", gettext_lazy("Butterfly")), ("sunflower", gettext_lazy("Sunflower")),
        ("fish", gettext_lazy("Fish")), ("ball", gettext_lazy("Ball")), ("bucket", gettext_lazy("Bucket")),
        ("strawberry", gettext_lazy("Strawberry")), ("melon", gettext_lazy("Melon")),
    )),
)  # fmt: skip
"""The terms of a school year that begins in August; every month belongs to one."""


def term_of(day: date) -> StickerTerm:
    return max((term for term in TERMS if term.begins <= day.month), key=lambda term: term.begins)


def begins_since(day: date, until: date) -> Iterator[int]:
    """Yield the start (ms since 1970) of each term in these days, in order."""
    spans = sorted(term.span(year) for year in range(day.year, until.year + 1) for term in TERMS)
    first, last = midnight(day), midnight(until)
    yield from (begins for begins, ends in spans if ends > first and begins <= last)

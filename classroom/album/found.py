"""Things and stickers that a child has found, derived from the logs of all its rows, also of earlier years: nothing is
stored, so that nothing can be lost or found twice."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Case, Count, IntegerField, Min, Q, Value, When
from django.utils import timezone
from django.utils.functional import Promise

from classroom import persons
from classroom.album.stickers import TERMS, begins_since, term_of
from classroom.album.things import KINDS, THINGS, Done, Thing, Times, day_of
from classroom.album.tiles import midnight, rounds_of, turned_at
from classroom.models import Student
from classroom.server.time_zone import moment
from game.clock import in_ms
from game.models import Attempt, Evidence

CHECK_UP = "check_up"
"""The mode of a practice round that is a check-up."""
RIGHT = "C"
"""The ending of a right answer, in every game."""


class Found(NamedTuple):
    """When (ms since 1970) a child found things and stickers, by their words."""

    things: Mapping[str, int] = {}
    stickers: Mapping[str, int] = {}


class ShownThing(NamedTuple):
    """A thing as shown in the album: `to_do` is its task, "" once it is found."""

    word: str
    title: Promise
    to_do: str


class ShownSticker(NamedTuple):
    """A sticker, or an empty place without a day; `recording` reads its task aloud."""

    word: str
    title: Promise
    deed: str
    recording: str
    day: date | None
    is_new: bool


class ShownTerm(NamedTuple):
    """The stickers of a term, and how many of them are found."""

    word: str
    title: Promise
    is_now: bool
    found: int
    stickers: tuple[ShownSticker, ...]

    @property
    def to_find(self) -> tuple[str, ...]:
        """The recordings of the remaining tasks."""
        return tuple(each.recording for each in self.stickers if each.day is None)


def of(student: Student) -> Found:
    """Return what this child has found; empty if the class shows no album. At most nine queries."""
    if not student.classroom.album:
        return Found()
    players = persons.every_row_of(student).values("pk")
    done = _done(players)._replace(tiles=tuple(turned_at(rounds_of(players))))
    things = {thing.word: at for thing in THINGS if (at := thing.found_at(done)) is not None}
    years = range(day_of(done.days[0]).year, timezone.localdate().year + 1) if done.days else range(0)
    return Found(things, dict(found for term in TERMS for found in term.found_by(done, years)))


def sticker_since(student: Student, since: int) -> Thing | None:
    """Return the sticker of this term that was found last since then (ms since 1970), or None. Four queries if none was
    found, since a whole class asks at the end of a round. Only otherwise are earlier years read, in which it may have
    been found before."""
    if not student.classroom.album:
        return None
    today = timezone.localdate()
    term, years = term_of(today), range(today.year, today.year + 1)
    done = _done(persons.every_row_of(student).values("pk"), since=term.span(today.year)[0])
    if all(at < since for _word, at in term.found_by(done, years)):
        return None
    found = of(student).stickers
    new = [each for each in term.stickers if found.get(each.word, -1) >= since]
    return max(new, key=lambda each: found[each.word], default=None)


def album_things(student: Student) -> dict[str, Any]:
    """Return the context of the album's part beside its pictures."""
    found, began = of(student), midnight(timezone.localdate())
    new = tuple(thing.title for thing in THINGS if found.things.get(thing.word, -1) >= began)
    terms = tuple(_terms(found.stickers, began))
    return {
        "album_things": tuple(_by_kind(found)),
        "album_new": new,
        "album_terms": terms,
        "album_term": next(term for term in terms if term.is_now),
    }


def _by_kind(found: Found) -> Iterator[tuple[Promise, tuple[ShownThing, ...]]]:
    """Yield by kind the things already found, and those that can be found now, in their order."""
    today = timezone.localdate()
    for kind, things in KINDS:
        told = [thing for thing in things if thing.word in found.things or thing.is_told(today)]
        yield (
            kind,
            tuple(
                ShownThing(thing.word, thing.title, "" if thing.word in found.things else thing.to_do(today))
                for thing in told
            ),
        )


def _terms(found: Mapping[str, int], began: int) -> Iterator[ShownTerm]:
    today = timezone.localdate()
    for term in TERMS:
        shown = tuple(_sticker(each, found.get(each.word), began, today) for each in term.stickers)
        count = sum(each.day is not None for each in shown)
        yield ShownTerm(term.word, term.title, term is term_of(today), count, shown)


def _sticker(each: Thing, at: int | None, began: int, today: date) -> ShownSticker:
    day, is_new = (None, False) if at is None else (day_of(at), at >= began)
    return ShownSticker(each.word, each.title, each.to_do(today), each.recording, day, is_new)


def _done(players: Any, since: int = 0) -> Done:
    """Return when these rows of a child did the counted tasks since then (ms since 1970), except its tiles."""
    rounds = list(
        rounds_of(players)
        .filter(finished_at__isnull=False, dealt_at__gte=moment(since))
        .order_by("dealt_at")
        .values_list("dealt_at", "finished_at", "options__mode")
    )
    dealt = tuple(in_ms(at) for at, _over, _mode in rounds)
    checks = sorted(in_ms(over) for _at, over, mode in rounds if mode == CHECK_UP and over)
    days = {day_of(at): at for at in reversed(dealt)}
    weeks = {day.isocalendar()[:2]: at for day, at in days.items()}
    sums = _sums(players, min(days, default=timezone.localdate()), since)
    cards, again = _right(players, since)
    return Done(
        days=tuple(sorted(days.values())),
        weeks=tuple(sorted(weeks.values())),
        sums=tuple(sorted(dict(reversed(sums)).values())),
        sums_in_term=tuple(at for _sum, at in sums),
        checks=tuple(checks),
        cards=cards,
        again=again,
    )


def _sums(players: Any, first_day: date, since: int) -> list[tuple[tuple[Any, ...], int]]:
    """Return each sum answered right, with the first time (ms since 1970) in each term, by time. One query."""
    begins = list(begins_since(first_day, timezone.localdate()))
    term = Case(
        *(When(started_at__lt=at, then=Value(n)) for n, at in enumerate(begins)),
        default=Value(len(begins)),
        output_field=IntegerField(),
    )
    answers = Attempt.objects.filter(player__in=players, ending=RIGHT, started_at__gte=since)
    right = answers.filter(retry=False).exclude(sign="")
    found = right.order_by().annotate(term=term).values_list("top_number", "top_step", "sign", "term")
    first = found.annotate(at=Min("started_at"))
    return sorted(((row[:3], row[4]) for row in first), key=lambda row: row[1])


def _right(players: Any, since: int) -> tuple[Times, Times]:
    """Return when (ms since 1970) cards were right, and when those were that needed another try; all cards of a round
    count at the time of its first. One query for each game."""
    cards, again = Counter[int](), Counter[int]()
    for kind in Evidence.kinds():
        answers = kind._default_manager.filter(player__in=players, ending=RIGHT, started_at__gte=since)
        right = answers.order_by().values("round")
        rounds = right.annotate(at=Min("started_at"), n=Count("pk"), tried=Count("pk", filter=Q(retry=True)))
        for at, n, tried in rounds.values_list("at", "n", "tried"):
            cards[at] += n
            again[at] += tried
    return tuple(sorted(cards.elements())), tuple(sorted(again.elements()))

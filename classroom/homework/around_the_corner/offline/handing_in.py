"""Handing in of offline practice: it is read, checked for plausibility, judged, and counted once."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.db import transaction

from classroom import persons
from classroom.homework import assignments as tasks
from classroom.homework.around_the_corner.offline.packs import MOST, Pack
from classroom.models import Practice, Student
from classroom.server.database import changes
from game.around_the_corner import practice as rounds
from game.around_the_corner.practice import OfflineAnswer
from game.clock import now_ms
from game.projection import project

QUICKEST_MS = 250
"""Fastest possible answer: nobody reads a sum and taps sooner, and the page ignores earlier taps
(static/js/offline/play.js)."""
SLACK_MS = 10_000
"""Largest accepted lead of a device's clock over the server's during a pack."""
MOST_TAPS = 10 * MOST
"""Every card of the hand, the hint and the number picture, on each sum."""


class Impossible(ValueError):
    """The data handed in cannot come from a device."""


class WrongStudent(Exception):
    """The pack was given to another child, or to one who is on no list now."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """Number of cards placed and not counted before; and whether their homework had ended."""

    placed: int
    too_late: bool


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap stored by the device: the index of the fact in the pack, the card (or HINT, or PICTURE), when, by the
    device's clock (ms since 1970), and how long after the sum was shown (ms)."""

    fact: int
    card: int
    at: int
    took: int


def hand_in(student: Student, *, signed: str, kept: str, sent: str) -> HandedIn:
    """Judge what a device stored for a pack; `sent` is the device's present clock time. Idempotent.

    After the end of its homework it counts as the child's own practice. Raises Impossible and WrongStudent.
    """
    try:
        pack = Pack.read(signed)
    except signing.BadSignature as error:
        raise Impossible from error
    owner = _owner(pack, student)
    answers = list(_on_our_clock(pack, _taps(kept), _whole(sent)))
    with transaction.atomic():
        changes.locked(owner)
        practice, too_late = _practice_of(pack, owner)
        before = rounds.position_of(practice.round).placed
        placed = rounds.hand_in(practice.round, answers).placed - before
    project.project(practice.round_id)
    return HandedIn(placed, too_late)


def _owner(pack: Pack, student: Student) -> Student:
    """Return the child's row to which the answers count: the one that got the pack, or the record into which that was
    merged since; where this one is on no list any more (the child left that class, or went up a year), `student`.
    Raises WrongStudent."""
    given = Student.everybody.filter(pk=pack.student).first()
    while given and given.merged_into:
        given = given.merged_into
    if given is None or not persons.every_row_of(student).filter(pk=given.pk).exists():
        raise WrongStudent
    return persons.present(student).filter(pk=given.pk).first() or student


def _practice_of(pack: Pack, student: Student) -> tuple[Practice, bool]:
    """Return the practice of this pack, begun at the first hand-in, and whether it came too late for its homework."""
    laid = rounds.lay_offline(
        player=student.pk, name=student.name, options=pack.options, seed=pack.seed, code=pack.code
    )
    task = tasks.set_for(student).filter(pk=pack.homework or 0).first()
    in_time = task if task and not tasks.is_over(task) else None
    practice, _new = Practice.objects.get_or_create(round=laid, defaults={"student": student, "homework": in_time})
    return practice, pack.homework is not None and practice.homework_id is None


def _taps(kept: str) -> list[Tap]:
    try:
        found = json.loads(kept)
    except (ValueError, RecursionError) as error:
        raise Impossible from error
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_TAPS:
        raise Impossible
    return [_tap(entry) for entry in found]


def _tap(entry: Any) -> Tap:
    if not isinstance(entry, list) or len(entry) != 4:
        raise Impossible
    return Tap(*(_whole(number) for number in entry))


def _whole(number: Any) -> int:
    text = str(number) if type(number) in (int, str) else ""
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Impossible
    return int(text)


def _on_our_clock(pack: Pack, taps: list[Tap], sent: int) -> Iterator[OfflineAnswer]:
    """Yield the taps with the server's times, shifted by the present difference of the clocks, in order, between the
    pack's creation and now. Raises Impossible if a tap is too quick, or all take more time than has passed."""
    now = now_ms()
    spent = sum(tap.took for tap in _last_on_each(taps))
    if any(tap.took < QUICKEST_MS for tap in taps) or spent > now - pack.given_at + SLACK_MS:
        raise Impossible
    earliest = pack.given_at
    for tap in taps:
        at = min(now, max(earliest, tap.at + now - sent))
        if tap.fact >= len(pack.facts):
            raise Impossible
        yield OfflineAnswer(pack.facts[tap.fact], tap.card, max(earliest, at - tap.took), at)
        earliest = at


def _last_on_each(taps: list[Tap]) -> Iterator[Tap]:
    """Yield the tap that ended each sum, whose time includes that of the others."""
    for tap, following in zip(taps, [*taps[1:], None], strict=True):
        if following is None or following.fact != tap.fact:
            yield tap

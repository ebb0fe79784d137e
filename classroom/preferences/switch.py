"""Measurement of how long after the light a child who plays with one key presses it: twenty presses on a star (rules
1.12).

The server chooses where the star is, and judges each press: it counts only on the star, never for longer than a thing
is highlighted or than has passed since the star was shown. The results so far are signed and sent with the page.
"""

from collections.abc import Sequence
from random import SystemRandom
from statistics import median
from typing import NamedTuple

from django.core import signing

from classroom import persons
from classroom.models import Student
from classroom.sessions import accommodations
from game.clock import now_ms
from game.rules.scanning import PRESS, SETTING

PRESSES, PLACES = 20, 6
SALT = "classroom.preferences.switch"
DICE = SystemRandom()


class Catch(NamedTuple):
    """A star at one of PLACES, for one student, and the delays in ms of the presses before it."""

    student: int
    star: int
    shown_at: int
    judged: tuple[int, ...] = ()

    @property
    def caught(self) -> int:
        return len(self.judged)

    @property
    def is_done(self) -> bool:
        return self.caught >= PRESSES

    def signed(self) -> str:
        return signing.dumps(self, salt=SALT)


def first(student: Student) -> Catch:
    return Catch(student.pk, DICE.randrange(PLACES), now_ms())


def read(student: Student, signed: str) -> Catch:
    """Return the state that was signed into this text; a new first star for an invalid text, or another child's."""
    try:
        number, star, shown_at, judged = signing.loads(signed, salt=SALT)
    except (signing.BadSignature, ValueError):
        return first(student)
    return Catch(number, star, shown_at, tuple(judged)) if number == student.pk else first(student)


def pressed(student: Student, catch: Catch, place: str, lit: str) -> Catch:
    """Judge a press, so many ms after the light. A press beside the star leaves the star where it is."""
    if place != f"{catch.star}" or not (lit.isascii() and lit.isdigit()):
        return catch
    now = now_ms()
    late = min(int(lit[:6]), student.needs.get(SETTING, 0), max(0, now - catch.shown_at))
    star = (catch.star + DICE.randrange(1, PLACES)) % PLACES
    return Catch(student.pk, star, now, (*catch.judged, late))


def keep(student: Student, judged: Sequence[int]) -> None:
    """Store the median delay, used from the next deal on. Raises changes.Gone."""
    persons.keep(student, needs=student.needs | {PRESS: round(median(judged))})
    accommodations.follow(student)

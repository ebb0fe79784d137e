"""Rate limits for guesses of join codes and credentials, which a class that comes in at once never reaches.

Only failures count, and only for MEMORY. Pictures and words: per child and per class, from any address. Typed names:
per browser, and per class together with its secrets. Codes: a browser waits longer with each failure; an address (which
may be a whole school's) has a budget, after which its newcomers need a second factor that only the room can see
(`board_pictures`, which explains how hard guessing is). Waits are short and end by themselves, because children would
lock each other out; the teacher sees and can lift them.

However many tries come at once, `settle` answers no more of them than if they came one after another: a failure is
counted in the transaction that decides whether it is answered, and a try during a wait gets no answer. Right tries
write nothing, so that a class coming in at once causes no lock contention.

Stored in the database, so that several processes count together, and a restart forgets nothing. An address is stored as
a hash.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from classroom.models import Classroom, Guesses, Student
from classroom.server.http.hosts import network_of
from game.log.prepared import Prepared

MEMORY = timedelta(minutes=10)
AHEAD = timedelta(minutes=1)
"""A counter that began later than this from now began before the clock was set back, and counts no more: its wait would
end when the clock is there again."""
WAITS = (0, 0, 0, 5, 30, 60)
"""Seconds to wait after the first, second, ... failure of one browser, or at one child's secret."""
ADDRESS_BUDGET = 300
"""Wrong codes from one address within MEMORY that are answered as wrong."""
CLASS_BUDGET, CLASS_WAIT = 30, 30
"""Wrong secrets in one class within MEMORY before nobody may try for so many seconds: 50 tries in ten minutes at most,
which hit one of 4-of-16 pictures in 0.1 % and one of 3-of-12 in 4 % of all attacks (security 3.4)."""
MANY = 4
"""Number of wrong secrets from which they are shown to the teacher."""
STUDENT, FROM = "student:", "from:"
"""Prefixes of the keys of children, and of browsers and addresses."""


class Limit(NamedTuple):
    """A counter of failures: the wait in seconds after the n-th, and whether a right try clears it. A limit with `most`
    has no waits, but answers and counts no more failures than that."""

    key: str
    wait_after: Callable[[int], int]
    is_forgiven: bool = True
    most: int | None = None


class Settled(NamedTuple):
    """The outcome of a try: the whole seconds until the next one, and the failures at its first limit.

    With seconds, or a full limit, the try is not answered.
    """

    seconds: int
    failures: int
    is_full: bool


def wait(*limits: Limit) -> int:
    """Return the whole seconds before another try, 0 for none. It saves judging a try that would not be answered."""
    return _wait(_rows(limits).values())


def settle(right: bool, *limits: Limit) -> Settled:
    """Count a judged try, and decide whether it is answered."""
    rows = _rows(limits)
    settled = _settled(rows, limits)
    if right and not settled.seconds:
        _forgive(rows, limits)
    if right or settled.seconds or settled.is_full:
        return settled
    _forget_old()
    return _counted(limits)


@transaction.atomic
def _counted(limits: tuple[Limit, ...]) -> Settled:
    """Count a wrong try, unless others have reached a limit meanwhile."""
    rows = _locked(limits)
    settled = _settled(rows, limits)
    if settled.seconds or settled.is_full:
        return settled
    for limit in limits:
        _count(rows[limit.key], limit)
    return settled._replace(failures=settled.failures + 1)


def _settled(rows: Mapping[str, Guesses], limits: tuple[Limit, ...]) -> Settled:
    failures = [rows[limit.key].failures if limit.key in rows else 0 for limit in limits]
    is_full = any(limit.most is not None and count >= limit.most for count, limit in zip(failures, limits, strict=True))
    return Settled(_wait(rows.values()), failures[0], is_full)


# The limits


def at_secret(student: Student) -> tuple[Limit, Limit]:
    return Limit(_of_student(student), _escalating), _of_all(student.classroom_id)


def at_name(request: HttpRequest, classroom: Classroom) -> tuple[Limit, ...]:
    """Return the browser's limit, if it is distinguishable from its neighbours, which a right code does not clear; and
    the class's."""
    typed = [Limit(_hashed(f"name {key}"), _escalating) for key in _browser(request)[:-1]]
    return *typed, _of_all(classroom.pk)


def at_code(request: HttpRequest) -> tuple[Limit, ...]:
    """Return the browser's limit, if it is distinguishable from its neighbours, and that of its address."""
    *browser, address = _browser(request)
    budget = Limit(address, lambda _failures: 0, is_forgiven=False, most=ADDRESS_BUDGET)
    return *(Limit(key, _escalating) for key in browser), budget


def is_told_nothing(request: HttpRequest) -> bool:
    """Return whether this address has used up its budget of wrong codes. One query."""
    budget = at_code(request)[-1]
    return _settled(_rows((budget,)), (budget,)).is_full


def _of_all(classroom: int) -> Limit:
    wait_after = lambda failures: CLASS_WAIT if failures > CLASS_BUDGET else 0  # noqa: E731
    return Limit(_of_class(classroom), wait_after, is_forgiven=False)


def note(what: str, pk: int) -> None:
    """Store for MEMORY that this has happened to the object with this id."""
    Guesses.objects.update_or_create(key=f"{what}:{pk}", defaults={"since": timezone.now()})


def is_noted(what: str, pk: int) -> bool:
    noted = _with_key.first(f"{what}:{pk}")
    return noted is not None and noted.since >= _recent()[0]


def lift(student: Student) -> None:
    """Delete the failures at this child, which has come in by another way, or on the teacher's request."""
    _forget([_of_student(student)])


def lift_class(classroom: Classroom) -> None:
    _forget([_of_class(classroom.pk)])


# For the teacher


class Trouble(NamedTuple):
    """A child whose secret was tried wrongly many times, and the seconds until the next try."""

    student: int
    name: str
    failures: int
    seconds: int


class Tries(NamedTuple):
    """Guessing in a class as shown to its teacher: children in the order of the roster, and the wait for everybody."""

    troubles: list[Trouble]
    class_wait: int


def tries_in(classroom: Classroom) -> Tries:
    """Return the children with MANY wrong tries, and the wait of the whole class. One or two queries."""
    found = _by_key(_of_nobodys_network.all())
    whole = found.get(_of_class(classroom.pk))
    many = [key for key, guessed in found.items() if key.startswith(STUDENT) and guessed.failures >= MANY]
    theirs = [child for child in classroom.students.all() if _of_student(child) in many] if many else []
    tried = [(child, found[_of_student(child)]) for child in theirs]
    troubles = [Trouble(child.pk, child.name, at.failures, _seconds_to(at.until)) for child, at in tried]
    return Tries(troubles, _seconds_to(whole.until) if whole else 0)


# Counters


def _of_student(student: Student) -> str:
    """Return the key of a child's counter, which all its classes share, like its secret."""
    return f"{STUDENT}{student.person or student.pk}"


def _of_class(pk: int) -> str:
    return f"class:{pk}"


def _browser(request: HttpRequest) -> list[str]:
    """Return the browser's key, if it is distinguishable from its neighbours, and the address's (of IPv6 that of its
    network), in this order."""
    address = network_of(request.META.get("REMOTE_ADDR", ""))
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")[:64]
    return [_hashed(part) for part in ([f"{address} {cookie}"] if cookie.isalnum() else []) + [address]]


def _hashed(who: str) -> str:
    return FROM + salted_hmac("classroom.guesses", who, algorithm="sha256").hexdigest()[:40]


def _escalating(failures: int) -> int:
    return WAITS[min(failures, len(WAITS)) - 1]


_with_key = Prepared(lambda key: Guesses.objects.filter(key=key))
_of_nobodys_network = Prepared(lambda: Guesses.objects.exclude(key__startswith=FROM))
_both = Prepared(lambda first, last: Guesses.objects.filter(key__in=[first, last]))


def _rows(limits: tuple[Limit, ...]) -> dict[str, Guesses]:
    """Return the recent counters, by key. One query for the one or two limits of a try."""
    return _by_key(_both.all(limits[0].key, limits[-1].key))


def _by_key(rows: Iterable[Guesses]) -> dict[str, Guesses]:
    """Return those of the counters that are recent, by key."""
    first, last = _recent()
    return {guessed.key: guessed for guessed in rows if first <= guessed.since <= last}


def _recent() -> tuple[datetime, datetime]:
    """Return between which moments a counter that counts has begun."""
    now = timezone.now()
    return now - MEMORY, now + AHEAD


def _locked(limits: tuple[Limit, ...]) -> dict[str, Guesses]:
    """Return the rows, locked in the open transaction and created if missing, always in the same order."""
    keys = sorted(limit.key for limit in limits)
    found: dict[str, Guesses] = {}
    while len(found) < len(keys):  # or another process has deleted one between the two statements
        Guesses.objects.bulk_create([Guesses(key=key) for key in keys], ignore_conflicts=True)
        locked = Guesses.objects.select_for_update().filter(key__in=keys).order_by("key")
        found = {guessed.key: guessed for guessed in locked}
    return found


def _count(guessed: Guesses, limit: Limit) -> None:
    """Count a failure, and begin its wait."""
    guessed.failures += 1
    if seconds := limit.wait_after(guessed.failures):
        guessed.until = timezone.now() + timedelta(seconds=seconds)
    guessed.save(update_fields=["failures", "until"])


def _forgive(rows: Mapping[str, Guesses], limits: tuple[Limit, ...]) -> None:
    if failed := [limit.key for limit in limits if limit.is_forgiven and limit.key in rows]:
        _forget(failed)


def _wait(rows: Iterable[Guesses]) -> int:
    return max((_seconds_to(guessed.until) for guessed in rows), default=0)


def _seconds_to(until: datetime | None) -> int:
    return max(0, ceil((until - timezone.now()).total_seconds())) if until else 0


def _forget(keys: Iterable[str]) -> None:
    """Delete these counters if there are any: reading first avoids a write lock, as a class coming in at once has
    none."""
    found = Guesses.objects.filter(key__in=list(keys))
    if found.exists():
        found.delete()


def _forget_old() -> None:
    """Delete counters that are not recent, except rows locked by others."""
    old = Guesses.objects.exclude(since__range=_recent()).select_for_update(skip_locked=True)
    with transaction.atomic():
        Guesses.objects.filter(pk__in=[guessed.pk for guessed in old]).delete()

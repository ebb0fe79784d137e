"""Rate limits for guesses of join codes and credentials; a class that comes in at once never meets them.

Only failures count, and only for MEMORY. Codes: a browser waits longer with each failure; an address (a whole school
sits behind one) has a budget that no honest school uses up. With it, wrong codes of 4.8e8 stay hopeless: 300 in ten
minutes find one of 400 open sessions about once a month.
Pictures and words: each child's, and all of a class together, whatever the address. Typed names: the browser's, and
all of a class together with its secrets. Waits are short and end by
themselves, because children would lock each other out; the teacher sees them and lifts them.

Kept in the database: several processes count together, and a restart forgets nothing. An address is kept as a hash.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from classroom.models import Classroom, Guesses, Student
from classroom.server.database.prepared import Prepared

MEMORY = timedelta(minutes=10)
WAITS = (0, 0, 0, 5, 30, 60)
"""Seconds to wait after the first, second, ... failure of one browser, or at one child's secret."""
ADDRESS_BUDGET, ADDRESS_WAIT = 300, 5
"""Wrong codes in MEMORY from one address before all its newcomers wait, and for how many seconds."""
CLASS_BUDGET, CLASS_WAIT = 30, 30
"""Wrong secrets in MEMORY in one class before nobody may try for so many seconds: 50 tries in ten minutes at most,
which hit one of 4-of-16 pictures in 0.1 % and one of 3-of-12 in 4 % of all attacks (pitfalls 3.4)."""
MANY = 4
"""From so many wrong secrets on the teacher is shown them."""
STUDENT, FROM = "student:", "from:"
"""How the keys of children begin, and those of browsers and addresses."""


class Trouble(NamedTuple):
    """A child whose secret was tried wrongly many times, and the seconds until somebody may try again."""

    student: int
    name: str
    failures: int
    seconds: int


# Join codes


class Guesser(NamedTuple):
    """A browser that signs in: the whole seconds that it has to wait before its next guess, and its failures' keys."""

    seconds: int
    failed: list[str]


def guesser(request: HttpRequest) -> Guesser:
    """Look up what this browser, and its address, have guessed. One query."""
    *browser, address = _browser(request)
    found = {guessed.key: guessed.until for guessed in _guesses.all(address, *(browser or [address]))}
    latest = max((until for until in found.values() if until), default=None)
    return Guesser(_seconds_to(latest), [key for key in browser if key in found])


_guesses = Prepared(lambda address, browser: Guesses.objects.filter(key__in=[address, browser]), str, str)


def wrong_code(request: HttpRequest) -> None:
    *browser, address = _browser(request)
    for key in browser:
        _count(key, _escalating)
    _count(address, lambda failures: ADDRESS_WAIT if failures > ADDRESS_BUDGET else 0)


def right_code(known: Guesser) -> None:
    """A right code clears the browser's failures. Nearly always there are none: then a class that comes in at once does
    not wait for it."""
    if known.failed:
        Guesses.objects.filter(key__in=known.failed).delete()


# Secrets of children


def secret_wait(student: Student) -> int:
    """Return the whole seconds before somebody may try this child's secret again; 0 = now."""
    return _wait([_of_student(student.pk), _of_class(student.classroom_id)])


def wrong_secret(student: Student) -> int:
    """Count it against the child and the class; return how many the child has now."""
    _count(_of_class(student.classroom_id), lambda failures: CLASS_WAIT if failures > CLASS_BUDGET else 0)
    return _count(_of_student(student.pk), _escalating)


def lift(student: Student) -> None:
    """Forget what was tried at this child: the secret was right, or the teacher says so."""
    _forget([_of_student(student.pk)])


def lift_class(classroom: Classroom) -> None:
    _forget([_of_class(classroom.pk)])


# Typed names


def name_wait(request: HttpRequest, classroom: Classroom) -> int:
    """Return the whole seconds before this browser may type another name of the class; 0 = now."""
    return _wait([_of_class(classroom.pk), *_who_types(request)])


def wrong_name(request: HttpRequest, classroom: Classroom) -> None:
    """Count a name that nobody has against the browser, and against the class as a wrong secret is."""
    _count(_of_class(classroom.pk), lambda failures: CLASS_WAIT if failures > CLASS_BUDGET else 0)
    for key in _who_types(request):
        _count(key, _escalating)


def right_name(request: HttpRequest) -> None:
    _forget(_who_types(request))


class Tries(NamedTuple):
    """Guessing in a class, as its teacher is shown it: children in the order of the roster, seconds for everybody."""

    troubles: list[Trouble]
    class_wait: int


def tries_in(classroom: Classroom) -> Tries:
    """Return the children with MANY wrong tries, and how long all wait because too many tried. One or two queries."""
    recent = Guesses.objects.filter(since__gte=timezone.now() - MEMORY)
    found = {guessed.key: guessed for guessed in recent.exclude(key__startswith=FROM)}
    whole = found.get(_of_class(classroom.pk))
    tried = {int(key.partition(":")[2]): guessed for key, guessed in found.items() if key.startswith(STUDENT)}
    many = {pk: guessed for pk, guessed in tried.items() if guessed.failures >= MANY}
    theirs = classroom.students.filter(pk__in=many).values_list("pk", "name") if many else []
    troubles = [Trouble(pk, name, many[pk].failures, _seconds_to(many[pk].until)) for pk, name in theirs]
    return Tries(troubles, _seconds_to(whole.until) if whole else 0)


# The counters


def _of_student(pk: int) -> str:
    return f"{STUDENT}{pk}"


def _of_class(pk: int) -> str:
    return f"class:{pk}"


def _browser(request: HttpRequest) -> list[str]:
    """Return the browser's key, where it can be told from its neighbours, and the address's, in this order."""
    address = request.META.get("REMOTE_ADDR", "")
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")[:64]
    return [_hashed(part) for part in ([f"{address} {cookie}"] if cookie.isalnum() else []) + [address]]


def _who_types(request: HttpRequest) -> list[str]:
    """Return the browser's key for names, where it can be told from its neighbours. A right code does not clear it."""
    return [_hashed(f"name {key}") for key in _browser(request)[:-1]]


def _hashed(who: str) -> str:
    return FROM + salted_hmac("classroom.guesses", who, algorithm="sha256").hexdigest()[:40]


def _escalating(failures: int) -> int:
    return WAITS[min(failures, len(WAITS)) - 1]


def _wait(keys: Iterable[str]) -> int:
    return _seconds_to(Guesses.objects.filter(key__in=list(keys)).aggregate(latest=Max("until"))["latest"])


def _seconds_to(until: datetime | None) -> int:
    return max(0, ceil((until - timezone.now()).total_seconds())) if until else 0


@transaction.atomic
def _count(key: str, wait_after: Callable[[int], int]) -> int:
    """Count a failure, and begin the wait that comes with it; what is older than MEMORY is forgotten."""
    now = timezone.now()
    Guesses.objects.filter(since__lt=now - MEMORY).delete()
    guessed, _made = Guesses.objects.select_for_update().get_or_create(key=key)
    guessed.failures += 1
    if seconds := wait_after(guessed.failures):
        guessed.until = now + timedelta(seconds=seconds)
    guessed.save(update_fields=["failures", "until"])
    return guessed.failures


def _forget(keys: Iterable[str]) -> None:
    """Ask before writing: nearly always there is nothing, and a class that comes in at once need not wait for it."""
    found = Guesses.objects.filter(key__in=list(keys))
    if found.exists():
        found.delete()

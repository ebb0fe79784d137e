"""Who guesses join codes waits; a class that comes in at once does not.

Only failures count. A browser waits longer with each of them. An address (a whole school sits behind one) has a
budget that no honest school uses up; beyond it, wrong codes of 4.8e8 stay hopeless: 300 in ten minutes find one
of 400 open sessions about once a month.
Kept in the cache: one process, one cache; with several processes configure a shared one.
"""

import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

MEMORY = 600
"""Seconds for which a failure is remembered."""
WAITS = (0, 0, 0, 5, 30, 60)
"""Seconds to wait after the first, second, ... failure of one browser."""
ADDRESS_BUDGET = 300
"""Failures in MEMORY seconds from one address, before all its newcomers wait."""
ADDRESS_WAIT = 5


def wait_of(request: HttpRequest) -> int:
    """Return the whole seconds that this browser has to wait before its next guess; 0 = none."""
    until = cache.get_many([_wait_key(key) for key in _keys(request)])
    return max(0, *(round(at - time.time() + 0.5) for at in until.values()), 0)


def failed(request: HttpRequest) -> None:
    """Count a wrong code."""
    *browser, address = _keys(request)
    for key in browser:
        failures = _count(key)
        _make_wait(key, WAITS[min(failures, len(WAITS)) - 1])
    if _count(address) > ADDRESS_BUDGET:
        _make_wait(address, ADDRESS_WAIT)


def succeeded(request: HttpRequest) -> None:
    """A right code clears the browser's failures."""
    for key in _keys(request)[:-1]:
        cache.delete_many([key, _wait_key(key)])


def _keys(request: HttpRequest) -> list[str]:
    """Return the browser's key, where it can be told from its neighbours, and the address's, in this order."""
    address = f"guesses:{request.META.get('REMOTE_ADDR', '')}"
    cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")[:64]
    return [f"{address}:{cookie}", address] if cookie.isalnum() else [address]


def _count(key: str) -> int:
    cache.add(key, 0, MEMORY)
    return int(cache.incr(key))


def _make_wait(key: str, seconds: int) -> None:
    if seconds:
        cache.set(_wait_key(key), time.time() + seconds, seconds)


def _wait_key(key: str) -> str:
    return f"{key}:until"

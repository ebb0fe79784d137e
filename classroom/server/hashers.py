"""Hashers of passwords and of children's own secrets: at most two at once, on two threads of their own.

A hash takes 19 MiB for a moment. On the threads of the requests sixty simultaneous sign-ins would take sixty times as
much, and the C library keeps it for each of them (measured: 530 MiB, never given back). A sign-in that would wait
behind QUEUE others is refused before anything is hashed, and can be tried again.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

AT_ONCE, QUEUE = 2, 8

_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hashing")
_places = BoundedSemaphore(AT_ONCE + QUEUE)


class TooManyAtOnce(Exception):
    """AT_ONCE hashes run and QUEUE wait already; nothing was hashed."""


def in_turn(hash_it: Callable[..., Any], *args: Any) -> Any:
    """Run the function on a hashing thread when its turn comes, and return its result. Raises TooManyAtOnce."""
    if not _places.acquire(blocking=False):
        raise TooManyAtOnce
    try:
        return _threads.submit(hash_it, *args).result()
    finally:
        _places.release()


class SmallArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, t=2, p=1 (OWASP ASVS 5.0, appendix C). Its methods raise TooManyAtOnce.

    Django's default of 100 MiB would exhaust a small server when ten teachers sign in together.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return str(in_turn(super().encode, password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        return bool(in_turn(super().verify, password, encoded))


class HashingQueueMiddleware(MiddlewareMixin):
    """Answers 429, in words, when too many sign in at once."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooManyAtOnce):
            return render(request, "429_sign_ins.html", status=429)
        return None

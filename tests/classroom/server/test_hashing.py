"""Passwords and secrets are hashed two at a time; who comes when eight wait is told so, and nothing is counted."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from classroom.server import hashers
from classroom.server.hashers import AT_ONCE, QUEUE
from tests.classroom.joining.secret_signs import SignIn, says, sign_in_by, student
from tests.conftest import PASSWORD, words

CROWD = 60
HASH = "argon2$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$AAAA"
ARGON2 = ["classroom.server.hashers.SmallArgon2PasswordHasher"]


@pytest.fixture
def full_queue(settings) -> Iterator[None]:
    """Two hash, and eight wait for them, until the test is over."""
    settings.PASSWORD_HASHERS = ARGON2
    cache.clear()
    over, begun = threading.Event(), threading.Barrier(AT_ONCE + 1)
    with ThreadPoolExecutor(AT_ONCE + QUEUE) as people:
        for _hashes in range(AT_ONCE):
            people.submit(hashers.in_turn, lambda: (begun.wait(), over.wait()))
        begun.wait()
        waiting = [people.submit(hashers.in_turn, over.wait) for _waits in range(QUEUE)]
        while hashers._places._value:
            assert not any(wait.done() for wait in waiting)
        yield
        over.set()


class Crowd:
    """People who sign in at the same moment; those whose turn comes hash until the last of the others is told."""

    def __init__(self) -> None:
        self.at_once = self.most = self.refused = 0
        self.lock, self.told = threading.Lock(), threading.Event()
        self.all_came, self.pair = threading.Barrier(CROWD), threading.Barrier(AT_ONCE)

    def hash_it(self) -> None:
        self.told.wait()
        self._count(1)
        self.pair.wait()
        self._count(-1)

    def _count(self, more: int) -> None:
        with self.lock:
            self.at_once += more
            self.most = max(self.most, self.at_once)

    def come(self, _number: int) -> None:
        self.all_came.wait()
        try:
            hashers.in_turn(self.hash_it)
        except hashers.TooManyAtOnce:
            with self.lock:
                self.refused += 1
                if self.refused == CROWD - AT_ONCE - QUEUE:
                    self.told.set()


def test_of_sixty_at_once_two_hash_eight_wait_and_the_others_are_told():
    crowd = Crowd()
    with ThreadPoolExecutor(CROWD) as people:
        list(people.map(crowd.come, range(CROWD)))
    assert (crowd.most, crowd.refused) == (AT_ONCE, CROWD - AT_ONCE - QUEUE)


def sign_in(client: Client, password: str = PASSWORD):
    return client.post(reverse("account_login"), {"login": "ana@school.example", "password": password})


def test_a_teacher_beyond_the_queue_is_told_to_wait_and_no_failure_is_counted(ana_teacher, full_queue):
    answers = [sign_in(Client(), "not the password") for _try in range(11)]
    assert {answer.status_code for answer in answers} == {429}
    assert "Many sign in right now" in words(answers[-1])


def test_a_child_beyond_the_queue_is_told_to_wait_and_no_failure_is_counted(class_4b, full_queue):
    session = sign_in_by(class_4b, SignIn.WORDS, own=True)
    bea = student(class_4b)
    bea.secret = HASH
    bea.save(update_fields=["secret"])
    answers = [says(Client(), session, bea, ("wrong", "words")) for _try in range(5)]
    assert {answer.status_code for answer in answers} == {429}
    assert "Many children come in right now" in words(answers[-1])

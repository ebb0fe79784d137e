"""Sums that a child's device keeps without a connection, and what it hands in."""

import json
from dataclasses import replace

from django.test import Client
from django.urls import reverse

from classroom.homework.around_the_corner.offline.handing_in import hand_in
from classroom.homework.around_the_corner.offline.packs import Pack, packs_for
from classroom.models import Student
from game.clock import now_ms

AGO_MS = 600_000
TOOK_MS = 2_000


def given_to(student: Student) -> Pack:
    pack, _task = packs_for(student)[0]
    return replace(pack, given_at=pack.given_at - AGO_MS)


def cards_of(pack: Pack, place: int, *, right: bool) -> list[int]:
    """The cards of the hand of a sum at its own place that fit, or that do not."""
    question = list(pack.questions())[place][0]
    return [card.id for card in question.hand if (card.number == question.fact.answer) == right]


def taps(pack: Pack, *, right: int = 0, first: int = 0) -> list[list[int]]:
    """What a device keeps of so many sums with the right card, one in ten seconds, the last one just now."""
    last = now_ms() - 10_000 * right
    return [
        [place, cards_of(pack, place, right=True)[0], last + 10_000 * (place + 1), TOOK_MS]
        for place in range(first, first + right)
    ]


def handed_in(student: Student, pack: Pack, kept: list[list[int]], *, ahead_ms: int = 0) -> int:
    return hand_in(student, signed=pack.signed(), kept=json.dumps(kept), sent=str(now_ms() + ahead_ms)).placed


def posted(browser: Client, pack: Pack, kept: object):
    form = {"pack": pack.signed(), "kept": json.dumps(kept), "sent": now_ms()}
    return browser.post(reverse("practice_offline"), form)

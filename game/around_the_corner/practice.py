"""A practice round in the database: a table of one, a round, its log; and the log as exposures for the reports.

Nobody else is at the table and no clock runs, so it needs no live table: each answer is read from the log, judged and
written before the page comes back. Two tabs are held apart by the log's unique place, as everywhere.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from game.around_the_corner import answer_sheets, attempts
from game.around_the_corner.exposures import RIGHT, WRONG, Exposure
from game.clock import now_ms
from game.log import journal, reader
from game.log.codec import columns_of
from game.log.round_log import Measured, RoundLog
from game.models import Attempt, Round, Seat, Table
from game.rules import Event, Refused
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.practice import Fact, Position

GAME = "practice"
Choose = Callable[[Position], Fact]
"""Chooses the next question's fact."""


@transaction.atomic
def begin(*, player: int, name: str, options: Mapping[str, Any], choose: Choose) -> Round:
    """Lay a table for this player and put the first question."""
    kept = {"mode": rules.MODE, "corner": options["corner"], "steps": list(options["steps"])}
    table = Table.objects.create(game=GAME, options=kept)
    Seat.objects.create(table=table, number=0, player=player, name=name)
    started = Round.objects.create(table=table, seats=1, options=kept, seed=secrets.randbits(62))
    position = rules.start(kept, started.seed)
    _write(started, 0, [rules.ask(position, choose(position), now_ms())])
    return started


def position_of(practised: Round) -> Position:
    return _read(practised)[0]


@transaction.atomic
def answer(practised: Round, *, card: int, count: int, choose: Choose) -> Position:
    """Judge a card on question `count`, write it, and put the next question after a right one. Raises Refused."""
    position, n = _read(practised)
    at = now_ms()
    event = rules.judge(position, card, count, at)
    events, position = [event], rules.apply(position, event)
    if event.kind == "played":
        events.append(rules.ask(position, choose(position), at))
        position = rules.apply(position, events[-1])
    if not _write(practised, n, events):
        raise Refused("bad_top")
    return position


@transaction.atomic
def hint(practised: Round, *, count: int) -> Position:
    """Spell out both sums of question `count`, once. Raises Refused."""
    position, n = _read(practised)
    event = rules.hint(position, count, now_ms())
    if not position.hinted and not _write(practised, n, [event]):
        raise Refused("bad_top")
    return rules.apply(position, event)


@transaction.atomic
def stop(practised: Round) -> Position:
    """End the round where it stands; ending it twice changes nothing."""
    position, n = _read(practised)
    if not position.over:
        _write(practised, n, [Event("stopped", None, at=now_ms())])
        Round.objects.filter(pk=practised.pk, finished_at=None).update(finished_at=timezone.now())
    return rules.apply(position, Event("stopped"))


class PracticeEvidence(Measured):
    """What practice rounds say about a student: attempts, as those of a round with others."""

    NAME = GAME

    def evidence(self, log: RoundLog) -> list[Attempt]:
        return attempts.rows(log, exposures(log))

    def after_projection(self, table_id: int) -> None:
        answer_sheets.write(table_id)


def exposures(log: RoundLog) -> list[Exposure]:
    """Return every question's first answer; later ones, and those after a hint, as retries. Practice has no clock."""
    position, rows, asked_at = rules.start(log.options, log.seed), [], 0
    for n, (event, _measured) in enumerate(log.lines, start=1):
        if event.kind in rules.ASKED:
            asked_at = event.at
        elif event.kind in ("played", "wrong"):
            rows.append(replace(_exposure(position, event, asked_at), line=n))
        position = rules.apply(position, event)
    return rows


def _exposure(position: Position, event: Event, asked_at: int) -> Exposure:
    question = position.question
    if question is None:
        raise ValueError(f"an answer without a question: {event}")
    fact, before = question.fact, position.asked[-2:-1]
    right = event.kind == "played"
    return Exposure(
        seat=0,
        top=question.place,
        top_number=fact.number,
        top_step=fact.step,
        previous_number=before[0].number if before else None,
        previous_step=before[0].step if before else None,
        own_top=False,
        hand=tuple(held.id for held in question.hand),
        fitting=tuple(held.id for held in question.hand if held.number == fact.answer),
        directions=fact.sign,
        opponents=0,
        stratum=f"{fact.step}-{'corner' if fact.goes_round else 'plain'}-1",
        started_at=asked_at,
        ending=RIGHT if right else WRONG,
        retry=position.hinted or bool(position.tried),
        milliseconds=max(0, event.at - asked_at),
        played=event.card,
        sign=fact.sign if right else "",
    )


def _read(practised: Round) -> tuple[Position, int]:
    """Return the position and the place of the last line."""
    position = rules.start(practised.options, practised.seed)
    lines = reader.events_of([practised.pk])[practised.pk]
    for _n, event in lines:
        position = rules.apply(position, event)
    return position, lines[-1][0]


def _write(practised: Round, n: int, events: list[Event]) -> bool:
    """Append to the log; False where another tab was first."""
    lines = [journal.JournalEntry(practised.pk, n + 1 + i, *columns_of(e)) for i, e in enumerate(events)]
    return journal.insert(lines)[0]

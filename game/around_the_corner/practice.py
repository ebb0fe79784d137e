"""A practice round in the database: a table of one, a round, its log; and its exposures for the reports.

There are no other players and no clock, so it needs no live table: each answer is judged on the log and written before
the page is returned. The log's unique places separate two tabs.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from game.around_the_corner import answer_sheets
from game.around_the_corner.evidence import DREW, RIGHT, WRONG, Exposure
from game.clock import now_ms
from game.codes import table_code
from game.log import journal, reader
from game.log.codec import columns_of
from game.log.reader import Measured, RoundLog
from game.models import Attempt, Round, Seat, Table
from game.models import Event as EventRow
from game.rules import Event, Refused
from game.rules.around_the_corner import events as kinds
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.position import ON_CARDS
from game.rules.around_the_corner.practice import Position
from game.rules.contract import PICTURED, STOPPED
from game.tables import new_seed

GAME = "practice"
Choose = Callable[[Position], Fact]
"""Function that chooses the fact of the next question."""


@transaction.atomic
def begin(*, player: int, name: str, options: Mapping[str, Any], choose: Choose, mode: str = rules.MODE) -> Round:
    """Create a table for this player and put the first question of a practice, or of a check-up.

    The options `own` and `ladder` define how number pictures are shown (rule 6 of the rules).
    """
    pictures = {option: options[option] for option in ("own", "ladder") if option in options}
    started = _laid(player, name, {**kept(options), **pictures, "mode": mode}, new_seed(), table_code())
    position = rules.start(started.options, started.seed)
    _write(started, 0, [rules.ask(position, choose(position), now_ms())])
    return started


def kept(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a practice as its round stores them, without those of number pictures."""
    return {"mode": rules.MODE, **{name: options[name] for name in ON_CARDS if name in options}}


def _laid(player: int, name: str, options: Mapping[str, Any], seed: int, code: str) -> Round:
    table = Table.objects.create(game=GAME, options=options, code=code)
    Seat.objects.create(table=table, number=0, player=player, name=name)
    return Round.objects.create(table=table, seats=1, options=options, seed=seed)


def position_of(practised: Round) -> Position:
    return _read(practised)[0]


@transaction.atomic
def answer(practised: Round, *, card: int | None, count: int, choose: Choose) -> Position:
    """Judge a card on question `count`, write it, and put the next question if this one is done. No card means "not
    sure yet", in a check-up. Raises Refused."""
    position, n = _read(practised)
    at = now_ms()
    event = rules.unsure(position, count, at) if card is None else rules.judge(position, card, count, at)
    events, position = [event], rules.apply(position, event)
    if position.question is None and not position.ends:
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
def picture(practised: Round, *, count: int) -> Position:
    """Show the number picture of question `count`. Raises Refused."""
    position, n = _read(practised)
    event = rules.picture(position, count, now_ms())
    if not _write(practised, n, [event]):
        raise Refused("bad_top")
    return rules.apply(position, event)


@transaction.atomic
def stop(practised: Round) -> Position:
    """End the round where it stands; idempotent."""
    position, n = _read(practised)
    if not position.over:
        _write(practised, n, [Event(STOPPED, None, at=now_ms())])
        Round.objects.filter(pk=practised.pk, finished_at=None).update(finished_at=timezone.now())
    return rules.apply(position, Event(STOPPED))


# Offline practice


OFFLINE = "offline"
"""Kind of tap of an offline answer: its time is the device's own, and was sent later."""
HINT, PICTURE = 0, 1000
"""Instead of a card's id: the request of a tap (static/js/offline/play.js)."""
_MEASURED = json.dumps({"by": OFFLINE})


class OfflineAnswer(NamedTuple):
    """One tap as stored by a device: the fact, the card (or HINT, or PICTURE), when the question was shown and when it
    was tapped, in ms of the server's clock."""

    fact: Fact
    card: int
    shown_at: int
    at: int


def lay_offline(*, player: int, name: str, options: Mapping[str, Any], seed: int, code: str) -> Round:
    """Return the round of the sums given to a device under this code, created for this player at the first call; it
    stays who it was by then, should the child be another player since."""
    laid = Round.objects.filter(table__code=code, table__game=GAME).first()
    return laid or _laid(player, name, options, seed, code)


@transaction.atomic
def hand_in(practised: Round, answers: Sequence[OfflineAnswer]) -> Position:
    """Judge those answers that the log lacks, and end the round. Each counts once, by its place.

    The first answer that the rules refuse ends it, since later ones belong to other questions. Only a refused picture
    is skipped: if its clock was set back, a device can be a rung further than its log.
    """
    position, n = _read(practised)
    known = EventRow.objects.filter(round=practised).exclude(kind__in=(*rules.ASKED, PICTURED)).count()
    entries: list[journal.JournalEntry] = []
    for place, answer in _after(known, answers):
        try:
            events = _judged(position, answer)
        except (Refused, ValueError):
            if answer.card == PICTURE:
                continue
            break
        for event in events:
            position = rules.apply(position, event)
            move_id, client = (None, "") if event.kind in rules.ASKED else (f"{OFFLINE}-{place}", _MEASURED)
            entries.append(
                journal.JournalEntry(practised.pk, n + 1 + len(entries), *columns_of(event), move_id, client)
            )
    journal.insert(entries)
    Round.objects.filter(pk=practised.pk, finished_at=None).update(finished_at=timezone.now())
    return position


def _after(known: int, answers: Sequence[OfflineAnswer]) -> Iterator[tuple[int, OfflineAnswer]]:
    """Yield the taps after the first `known` cards and hints, with their places; pictures are not counted."""
    counted = 0
    for place, answer in enumerate(answers):
        if counted >= known:
            yield place, answer
        counted += answer.card != PICTURE


def _judged(position: Position, answer: OfflineAnswer) -> list[Event]:
    """Return the event of a tap, preceded by that of its question if none is open. Raises Refused."""
    events = [] if position.question else [rules.ask(position, answer.fact, answer.shown_at)]
    for event in events:
        position = rules.apply(position, event)
    place = len(position.asked)
    if position.asked[-1] != answer.fact or (answer.card == HINT and position.hinted):
        raise Refused("bad_top")
    if answer.card in (HINT, PICTURE):
        asks = rules.hint if answer.card == HINT else rules.picture
        return [*events, asks(position, place, answer.at)]
    return [*events, rules.judge(position, answer.card, place, answer.at)]


class PracticeEvidence(Measured):
    """Evidence of practice rounds: attempts, like those of other rounds."""

    NAME = GAME
    after_projection = staticmethod(answer_sheets.write)

    def evidence(self, log: RoundLog) -> list[Attempt]:
        return answer_sheets.attempts(log, exposures(log))


_ENDINGS = {kinds.PLAYED: RIGHT, kinds.WRONG: WRONG, rules.UNSURE: DREW}
""""Not sure yet" counts like a draw: a card that fits was not played."""


def exposures(log: RoundLog) -> list[Exposure]:
    """Return every question's first answer; later ones, and those after a hint, are retries. Practice has no clock."""
    position, rows, asked_at = rules.start(log.options, log.seed), [], 0
    for n, (event, measured) in enumerate(log.entries, start=1):
        if event.kind in rules.ASKED:
            asked_at = event.at
        elif event.kind in (kinds.PLAYED, kinds.WRONG, rules.UNSURE):
            rows.append(replace(_exposure(position, event, asked_at), line=n, modality=measured.get("by", "")))
        position = rules.apply(position, event)
    return rows


def _exposure(position: Position, event: Event, asked_at: int) -> Exposure:
    question = position.question
    if question is None:
        raise ValueError(f"an answer without a question: {event}")
    fact, before = question.fact, position.asked[-2:-1]
    right = event.kind == kinds.PLAYED
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
        ending=_ENDINGS[event.kind],
        retry=position.hinted or bool(position.tried),
        milliseconds=max(0, event.at - asked_at),
        played=event.card,
        sign=fact.sign if right else "",
        rung=position.ladder.rung,
        pictured=position.has_picture(event.at),
    )


def _read(practised: Round) -> tuple[Position, int]:
    """Return the position and the place of the last entry."""
    position = rules.start(practised.options, practised.seed)
    entries = reader.events_of([practised.pk])[practised.pk]
    for _n, event in entries:
        position = rules.apply(position, event)
    return position, entries[-1][0] if entries else 0


def _write(practised: Round, n: int, events: list[Event]) -> bool:
    """Append to the log; return False if another tab was first."""
    entries = [journal.JournalEntry(practised.pk, n + 1 + i, *columns_of(e)) for i, e in enumerate(events)]
    return journal.insert(entries)[0]

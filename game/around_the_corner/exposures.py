"""From the log of a round to exposures: every top card that a student could have answered, with its outcome.

A pure fold, whose result `projection` stores. Definitions are those of measurement 0.1 and 0.2; on points they leave
open the following holds:

1. An exposure starts when a fitting card is in the hand under a new top card. A last card is none, as it always fits.
2. Only the first decision on a top card ends its exposure; later ones of the student on it are a `retry`.
3. A wrong card tapped while nothing in the hand fitted is stored as wrong with `fitting` empty: no exposure and no
   evidence of accuracy, but a wrong card that a teacher wants to see.
4. A card that came late (`beaten`) answers the top card it names, or, within EYE_MS of a change, the one before; so
   does one that came just after the round's last card, in place of the exposure cut off by that card. By turns it
   answers none, as that top card belonged to another's turn. (Older logs call a wrong card there late, too: it is
   stored as wrong.) Against the sun a late card is placed if it fits the present top card; it answers the one it names.
5. A draw within EYE_MS of a change, on either clock, answers the top card before, too; one within EYE_MS of the start
   is no decision at all (cards are drawn in quick succession).
6. After coming back, and after hidden hands (standstill), there is no time, as the start was on another clock.
7. A time that the server's own interval contradicts by more than APART_MS is flagged (`clock_off`) and replaced by the
   server's (measurement 7, row 16).
8. A student who plays with one key waits for the light: the answers count, their times do not (measurement 0.1).
"""

from dataclasses import replace
from typing import Any

from game.around_the_corner.evidence import DREW, OTHER, RIGHT, VOID, WRONG, Exposure, evidence, sign
from game.log.browser_clock import SLOWEST_MS, Duration, Screen, answered, disagree
from game.log.reader import Fold, MeasuredEntry, RoundLog
from game.rules import Event, scanning
from game.rules import around_the_corner as rules
from game.rules.around_the_corner import events
from game.rules.contract import BACK, GO, PASSED, RESUMED, SKIPPED, TIME_UP

_UNCLEAR = frozenset({GO, PASSED, TIME_UP, SKIPPED, BACK, RESUMED})
"""Events after which a student may answer a top card that was painted earlier."""


def exposures(log: RoundLog) -> list[Exposure]:
    """Return every exposure of the round's students, and their retries, in the order in which they began."""
    lit = {seat for seat in log.people if scanning.is_on(log.options, seat)}
    found = [_by_one_key(row) if row.seat in lit else row for row in _Exposures(log).walk()]
    return sorted(found, key=lambda row: (row.started_at, row.seat, row.top))


def _by_one_key(row: Exposure) -> Exposure:
    return replace(row, timed=False, clock_off=False, modality=row.modality and scanning.SETTING)


class _Exposures(Fold[Exposure]):
    """The exposures of one log. `open`: the present exposure of each seat; `first`: its first decision; `cut`: the
    exposures that the round's last card, or a standstill, ended while the student was looking at them."""

    def __init__(self, log: RoundLog) -> None:
        super().__init__(rules, log)
        self.screens = _screens(log, self.position)
        self.faces = {1: self.position.pile[-1]}
        self.on_top_at: dict[int, int] = {}
        self.played_by: dict[int, int | None] = {}
        self.open: dict[int, Exposure] = {}
        self.first: dict[tuple[int, int], int] = {}
        self.cut: set[tuple[int, int]] = set()
        self.at = 0

    def see(self, entry: MeasuredEntry) -> None:
        seat = entry.event.seat
        self.at = entry.event.at or self.at
        if seat is not None and self.is_students(seat):
            self._decide(entry, seat)

    def follow(self, entry: MeasuredEntry, before: rules.Position) -> None:
        if self.position.top != before.top:
            self._new_top(entry.event)
        self._close_what_cannot_be_answered()
        self._open_what_can(entry.event)

    def end(self) -> None:
        for seat in list(self.open):
            self._close(seat, VOID, self._waited(self.open[seat]))

    def _decide(self, entry: MeasuredEntry, seat: int) -> None:
        """Record what the student's own event says about the top card it answers."""
        event, top = entry.event, self.position.top
        if event.kind == events.PLAYED and event.top is not None and event.top < top:
            self._came_late(entry, seat, event.top)
        elif event.kind in (events.PLAYED, events.WRONG):
            self._answer(entry, seat, top, RIGHT if event.kind == events.PLAYED else WRONG)
        elif event.kind == events.BEATEN and event.card and event.top:
            self._beaten(entry, seat, event.top)
        elif event.kind == events.DREW:
            self._drew(entry, seat)
        elif event.kind in (events.FINISHED, events.EMPTIED):
            self.open.pop(seat, None)

    def _answer(self, entry: MeasuredEntry, seat: int, top: int, ending: str) -> None:
        """Record a card on the present top card."""
        row = self.open.pop(seat, None)
        retry = row is None and (seat, top) in self.first
        row = row or replace(self._exposure(seat, top), untimed=True)
        self._keep(self._decided(row, entry, ending, "rtop", retry=retry))

    def _beaten(self, entry: MeasuredEntry, seat: int, named: int) -> None:
        top = self.position.top
        if self.position.options.mode != "turns":
            self._came_late(entry, seat, named if named < top else top - 1)
        elif named == top:
            self._answer(entry, seat, top, WRONG)

    def _came_late(self, entry: MeasuredEntry, seat: int, top: int) -> None:
        """Record a card on a top card that another student's card has covered by now: its true time is known after
        all."""
        fits = sign(rules.card(self.faces[top]), entry.event.card or 0, self.position.options)
        since = "rtop" if entry.event.top == top else "rprev"
        self._answer_late(entry, seat, top, RIGHT if fits else WRONG, since)

    def _drew(self, entry: MeasuredEntry, seat: int) -> None:
        top = self.position.top
        if self._answers_the_top_before(entry):
            if self._was_lost(seat, top - 1):
                self._answer_late(entry, seat, top - 1, DREW, "rprev")
        elif seat in self.open:
            row = self._decided(self.open[seat], entry, DREW, "rtop")
            if (row.milliseconds or 0) >= rules.EYE_MS:
                del self.open[seat]
                self._keep(row)

    def _answers_the_top_before(self, entry: MeasuredEntry) -> bool:
        changed = self.on_top_at.get(self.position.top)
        if changed is None:
            return False
        return min(entry.measured.get("rtop", rules.EYE_MS), self.at - changed) < rules.EYE_MS

    def _answer_late(self, entry: MeasuredEntry, seat: int, top: int, ending: str, since: str) -> None:
        """Replace the censored exposure that the decision belongs to, or add it beside the first decision."""
        key = (seat, top)
        if self._was_lost(seat, top) or key in self.cut:
            self.cut.discard(key)
            row = self.rows[self.first[key]]
            self.rows[self.first[key]] = replace(self._decided(row, entry, ending, since), late=True)
        else:
            row = replace(self._exposure(seat, top), untimed=True)
            self._keep(replace(self._decided(row, entry, ending, since, retry=key in self.first), late=True))

    def _was_lost(self, seat: int, top: int) -> bool:
        place = self.first.get((seat, top))
        return place is not None and self.rows[place].ending == OTHER

    def _decided(
        self, row: Exposure, entry: MeasuredEntry, ending: str, since: str, *, retry: bool = False
    ) -> Exposure:
        played = entry.event.card if ending in (RIGHT, WRONG) else None
        taking = self._took(row, entry, since)
        comparable = not (row.untimed or retry)
        clock_off = comparable and disagree(taking, self.at - row.started_at, entry.measured)
        served = answered(self.at - row.started_at, entry.measured)
        return replace(
            row,
            line=self.n,
            ending=ending,
            retry=retry,
            played=played,
            sign=sign(rules.card(self.faces[row.top]), played, self.position.options) if played else "",
            milliseconds=served if taking.milliseconds is None or clock_off else taking.milliseconds,
            timed=taking.usable and comparable and not clock_off,
            clock_off=clock_off,
            hidden_ms=taking.hidden_ms,
            modality=entry.measured.get("by", ""),
            **self._picture(row),
        )

    def _picture(self, row: Exposure) -> dict[str, Any]:
        """Return the number picture's columns. By the server's clock it comes a while after the top card, so the screen
        had it later, never sooner."""
        return self.picture(row.seat, self.at - self.on_top_at.get(row.top, self.position.go_at or row.started_at))

    def _took(self, row: Exposure, entry: MeasuredEntry, since: str) -> Duration:
        newest = self.position.hand_changes[row.seat]
        return self.screens[row.seat].answer(entry.measured, row.top, row.brought_by, newest, since)

    def _waited(self, row: Exposure) -> Duration:
        return self.screens[row.seat].waited(row.top, row.brought_by, row.top + 1)

    def _new_top(self, event: Event) -> None:
        top = self.position.top
        self.faces[top], self.on_top_at[top], self.played_by[top] = self.position.pile[-1], event.at, event.seat
        for seat, row in list(self.open.items()):
            taking = self._waited(row)
            given_up = taking.hidden_ms or (taking.milliseconds or 0) >= SLOWEST_MS
            over = self.position.phase != "playing"
            self._close(seat, VOID if given_up or over else OTHER, taking)
            if over and not given_up and (seat, row.top) in self.first:
                self.cut.add((seat, row.top))

    def _close_what_cannot_be_answered(self) -> None:
        """End exposures without a decision: the student left, a computer took over, the seat was folded, the round is
        over."""
        for seat in [seat for seat in self.open if not self._may_answer(seat)]:
            self._close(seat, VOID, Duration())

    def _close(self, seat: int, ending: str, taking: Duration) -> None:
        """Record a censored exposure, unless its screen never showed it (painted together with its end)."""
        row = self.open.pop(seat)
        if taking.milliseconds is not None and taking.milliseconds <= 0:
            return
        waited = max(0, self.at - row.started_at) if taking.milliseconds is None else taking.milliseconds
        timed = taking.usable and not row.untimed
        ended = replace(row, line=self.n, ending=ending, milliseconds=waited)
        self._keep(replace(ended, timed=timed, hidden_ms=taking.hidden_ms, **self._picture(row)))

    def _keep(self, row: Exposure) -> None:
        if not row.retry:
            self.first[row.seat, row.top] = len(self.rows)
        self.rows.append(row)

    def _open_what_can(self, event: Event) -> None:
        for seat in self.log.people:
            if seat in self.open:
                if event.kind == events.DREW and event.seat == seat:
                    self.open[seat] = replace(self.open[seat], **self._evidence(seat, self.position.top))
            elif self._may_answer(seat) and not self._has_decided(seat) and rules.can_play(self.position, seat):
                self.open[seat] = self._start(seat, event)

    def _start(self, seat: int, event: Event) -> Exposure:
        top = self.position.top
        unclear = event.kind in _UNCLEAR or (seat, top) in self.first or self.position.paused_until[seat] > self.at
        drew = event.kind == events.DREW and event.seat == seat
        brought_by = self.position.hand_changes[seat] if drew else None
        return replace(self._exposure(seat, top), brought_by=brought_by, untimed=unclear)

    def _may_answer(self, seat: int) -> bool:
        """Return whether a card of this seat would be a student's sum now; a last card fits anything and is not."""
        return (
            self.position.phase == "playing"
            and self.position.turn in (None, seat)
            and self._takes_part(seat)
            and seat not in self.state.computer
            and self.position.left(seat) > 1
        )

    def _takes_part(self, seat: int) -> bool:
        away = self.state.away_since(seat) is not None and seat not in self.state.computer
        return seat not in self.position.folded and not away

    def _has_decided(self, seat: int) -> bool:
        place = self.first.get((seat, self.position.top))
        return place is not None and self.rows[place].ending in (RIGHT, WRONG, DREW)

    def _exposure(self, seat: int, top: int) -> Exposure:
        face = rules.card(self.faces[top])
        before = rules.card(self.faces[top - 1]) if top > 1 else None
        return Exposure(
            seat=seat,
            top=top,
            top_number=face.number,
            top_step=face.step,
            previous_number=before.number if before else None,
            previous_step=before.step if before else None,
            own_top=self.played_by.get(top) == seat,
            opponents=sum(self._takes_part(other) for other in range(self.log.seats) if other != seat),
            started_at=self.at,
            **self._evidence(seat, top),
        )

    def _evidence(self, seat: int, top: int) -> dict[str, Any]:
        return evidence(rules.card(self.faces[top]), self.position.hands[seat], self.position.options)


def _screens(log: RoundLog, position: rules.Position) -> dict[int, Screen]:
    """Collect the paints of every screen first, since a later frame often reports the end of an exposure."""
    screens = {seat: Screen() for seat in log.people}
    for event, measured in log.entries:
        if event.seat in screens:
            screens[event.seat].read(measured, position.top, position.hand_changes[event.seat])
        position = rules.apply(position, event)
    return screens

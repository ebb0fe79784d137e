"""A race of equal children on unequal connections, in virtual time: the product's own rules, its own judgement of who
was first, and what a network does in between. The same arguments give the same race."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from game.rules import around_the_corner as rules
from game.rules.around_the_corner.events import DREW
from game.rules.computer import Pace, card_difficulty
from game.rules.contract import GO, STANDSTILL, Event, Move, Refused
from game.rules.first import RaceClaim, first, held_until
from tests.prove.fairness.children import Browser, Child, Net

COMMITTED_MS, COUNTDOWN_MS = 250, 2500
FRAME_MS = 16

difficulty = lru_cache(1 << 16)(card_difficulty)
"""A card is equally hard for all children of a race, and in every race of that seed: it is drawn once."""


@dataclass
class Tally:
    """What races came to. `wrong` of `contested` cards went to a child although another was quicker by more than a
    frame, `wrong_at_all` by anything, `late` since the quicker card came after the hold (the others were credited too
    little or too much); a contested card is one that two children or more held a card for."""

    won: list[int] = field(default_factory=list)
    contested: int = 0
    wrong: int = 0
    wrong_at_all: int = 0
    late: int = 0
    holds: list[float] = field(default_factory=list)

    @property
    def cards(self) -> int:
        return sum(self.won)

    def share(self, seat: int) -> float:
        return 100 * self.won[seat] / self.cards

    def hold(self, percent: float) -> float:
        return sorted(self.holds)[int(len(self.holds) * percent / 100)] if self.holds else 0.0


class Contested(NamedTuple):
    """Who got a contested card, after how long, and whose cards were there when it was decided."""

    seat: int
    since_top: float
    there: frozenset[int]


@dataclass
class Tap:
    """A card on its way, or held: its true reaction is `since_top`, its browser says `said`."""

    child: Child
    move: Move
    since_top: float
    said: int


class Race:
    """One round. `by_reaction` is the option; without it cards are judged as they arrive. With `free_draws` a draw
    takes no time of its connection, so that nothing is left of the connections but the question who was first."""

    def __init__(
        self,
        nets: Sequence[Net],
        browsers: Sequence[Browser],
        pace: Pace,
        seed: int,
        tally: Tally,
        *,
        by_reaction: bool,
        free_draws: bool,
    ) -> None:
        own = {f"{seat}": each.slower.own for seat, each in enumerate(browsers) if each.slower and each.handicap}
        options = {"mode": "race", "first": "reaction" if by_reaction else "arrival", "own": own}
        self.position: Any = rules.deal(options, len(nets), seed)
        self.children = [Child(seat, *both, seed) for seat, both in enumerate(zip(nets, browsers, strict=True))]
        self.pace, self.seed, self.tally = pace, seed, tally
        self.by_reaction, self.free_draws = rules.by_reaction(self.position), free_draws
        self.told_at, self.told_in_play = 0.0, False
        self._coming: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._order = count()
        self._held: list[tuple[RaceClaim, Tap, Event]] = []
        self._true: defaultdict[int, dict[int, float]] = defaultdict(dict)
        self._contested: dict[int, Contested] = {}
        tally.won = tally.won or [0] * len(nets)

    def run(self) -> None:
        self._at(COUNTDOWN_MS, self._goes_on)
        while self.position.phase != "over":
            now, _order, act, arguments = heapq.heappop(self._coming)
            act(now, *arguments)
        for top, card in self._contested.items():
            self._count(card, self._true[top])

    def _count(self, card: Contested, true: dict[int, float]) -> None:
        """Count whether somebody was quicker, whenever that card came."""
        quickest = min(true, key=lambda seat: true[seat], default=card.seat)
        by = card.since_top - true.get(quickest, card.since_top)
        self.tally.contested += 1
        self.tally.wrong += by > FRAME_MS
        self.tally.wrong_at_all += by > 0
        self.tally.late += by > 0 and quickest not in card.there

    def _at(self, when: float, act: Callable[..., None], *arguments: Any) -> None:
        heapq.heappush(self._coming, (when, next(self._order), act, arguments))

    # The table

    def _goes_on(self, now: float) -> None:
        self._takes(now, rules.resume(self.position, int(now)))

    def _takes(self, now: float, event: Event) -> None:
        before, self.position = self.position, rules.apply(self.position, event)
        alone = event.kind in rules.OWN_BUSINESS and event.seat is not None
        if before.top != self.position.top or event.kind == GO:
            self.told_at, self.told_in_play = now, event.kind != GO
        for child in [self.children[event.seat or 0]] if alone else self.children:
            heard = now if self.free_draws and event.kind == DREW else child.passes(0, now)
            self._at(child.paints(heard), self._sees, child, self.position, child.seat == event.seat)
        if self.position.phase == "playing" and (due := rules.due(self.position, int(now))):
            self._takes(now, due)
        elif event.kind == STANDSTILL:
            self._at(now + COUNTDOWN_MS, self._goes_on)

    def _arrives(self, now: float, tap: Tap) -> None:
        """A move has come: judge it, or hold it."""
        try:
            event = rules.judge(self.position, tap.move._replace(at=int(now)))
        except Refused:
            self._refuses(now, tap)
            return
        is_claim = event.kind in rules.PLACED and tap.move.top == self.position.top
        if not is_claim or not self.by_reaction:
            self._judged(now, tap, event, [tap])
            self._look(now)
            return
        tap.child.heartbeats_until(now)
        elapsed = int(now - self.told_at)
        connection = tap.child.connection
        credit = connection.credit(elapsed - tap.said if self.told_in_play else connection.typical)
        tap.child.presses.said(tap.child.lit)
        credit = min(elapsed, credit + self._motor(tap.child, tap.child.lit))
        self._held.append((RaceClaim(tap.child.seat, elapsed - credit, credit), tap, event))
        self._look(now)

    def _refuses(self, now: float, tap: Tap) -> None:
        self._at(tap.child.paints(tap.child.passes(0, now)), self._sees, tap.child, self.position, True)

    def _look(self, now: float) -> None:
        """End the hold, or look again when it should end."""
        if self._held:
            claims = [claim for claim, _tap, _event in self._held]
            others = set(rules.rivals(self.position, self._held[-1][2])) - {claim.seat for claim in claims}
            slowest = [self.children[seat] for seat in others]
            most = [child.connection.most + self._motor(child) for child in slowest]
            ends = self.told_at + held_until(claims, most)
            if ends > now:
                self._at(ends, self._look)
            else:
                self._decide(now, first(claims))

    def _motor(self, child: Child, lit: int | None = None) -> int:
        """Return what a card takes this child; one that is there tells for how long it was `lit`, or rested on."""
        motor = rules.motors(self.position).get(child.seat)
        if motor is None:
            return 0
        return child.presses.takes(motor if lit is None else motor.of_press(lit))

    def _decide(self, now: float, quickest: RaceClaim) -> None:
        held, self._held = self._held, []
        self.tally.holds.append(now - self.told_at - held[0][0].elapsed)
        for _claim, tap, _event in sorted(held, key=lambda each: each[0] is not quickest):
            try:
                event = rules.judge(self.position, tap.move._replace(at=int(now)))
            except Refused:
                self._refuses(now, tap)
            else:
                self._judged(now, tap, event, [tap for _claim, tap, _event in held])

    def _judged(self, now: float, tap: Tap, event: Event, there: Sequence[Tap]) -> None:
        if event.kind in rules.PLACED:
            self.tally.won[tap.child.seat] += 1
            holding = sum(rules.can_play(self.position, seat) for seat in range(self.position.seats))
            if holding > 1 and tap.move.top == self.position.top:
                seats = frozenset(each.child.seat for each in there)
                self._contested[self.position.top] = Contested(tap.child.seat, tap.since_top, seats)
        self._takes(now, event)

    # The children

    def _sees(self, now: float, child: Child, position: Any, is_answer: bool) -> None:
        """A screen paints how the table stood: the child thinks anew, but for a finger that is on its way down."""
        is_new = position.top not in child.tops
        has_waited, child.waits = child.waits, child.waits and not is_answer and not is_new  # or it was beaten
        if position.phase != "playing":
            return
        child.tops.setdefault(position.top, now)
        if child.waits or (is_new and child.tap and now < child.tap < now + COMMITTED_MS):
            return
        if is_new or (is_answer and has_waited):
            view = rules.view(position, child.seat)
            pace = child.browser.pace or self.pace
            after, move = rules.think(view, pace, child.dice, difficulty(f"{self.seed} {position.top}"))
            child.plan += 1
            child.tap = max(now, view.paused_until) + after if move else None
            if child.tap and move:
                things = len(view.hand) - view.hand.count(None) + bool(view.draw_pile)
                child.tap += child.after(after, move.kind, things) - after
                child.drew = move.kind == "draw"
                self._at(child.tap, self._taps, child, child.plan, move, position)

    def _taps(self, now: float, child: Child, plan: int, move: Move, seen: Any) -> None:
        if plan != child.plan:
            return
        child.tap, child.waits, top = None, True, max(child.tops)
        since_top = now - child.tops[top]
        if move.kind == "play":
            child.cards += 1
            move = move._replace(top=top)
            fits = rules.card(move.card or 0).number in seen.options.fitting[seen.pile[-1]] and seen.top == top
            if fits:
                self._true[top].setdefault(child.seat, since_top)
        said = round(child.browser.says(since_top, child.cards))
        sent = now + (child.browser.sends if move.kind == "play" else 0)
        tap = Tap(child, move._replace(since_top=said), since_top, said)
        self._at(now if self.free_draws and move.kind == "draw" else child.passes(1, sent), self._arrives, tap)


def races(
    nets: Sequence[Net],
    pace: Pace,
    rounds: range,
    *,
    by_reaction: bool = True,
    browsers: Sequence[Browser] | None = None,
    free_draws: bool = False,
) -> Tally:
    """Return what these rounds came to; each of another seed."""
    tally, everybody = Tally(), browsers or [Browser()] * len(nets)
    for seed in rounds:
        Race(nets, everybody, pace, seed, tally, by_reaction=by_reaction, free_draws=free_draws).run()
    return tally

"""Children at a race of equals: their connections, and what a cheat's browser says of them. Times are ms."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from game.rules.computer import Pace
from game.rules.first import SeatConnection
from game.rules.scanning import BLOCK, CLICK_MS, LINE, PRESS, REST, SETTING, TAP_MS, Presses

Jitter = Callable[[random.Random], float]

SLOW, QUICK = Pace(), Pace(median=0.8, draw=0.4)
HEARTBEAT_MS = 5000
FRAME, DRAWS_MS = 1000 / 60, 4


def steady(dice: random.Random) -> float:
    return 0.0


def late_now_and_then(usual: float, share: float, most: float) -> Jitter:
    """Return a Wi-Fi on which a packet takes `usual` more on the average, and this share of them up to `most`."""

    def jitter(dice: random.Random) -> float:
        return dice.uniform(usual, most) if dice.random() < share else dice.expovariate(1 / usual)

    return jitter


class Net(NamedTuple):
    """A connection: ms there and back, and what a packet takes beyond them."""

    round_trip: float
    jitter: Jitter = steady


@dataclass(frozen=True)
class Browser:
    """What a browser does: the plain one says how it is. `says` changes the time from paint to tap that it reports, of
    its so many-th card; `pong` is by how much it answers the server's so many-th ping later than it could; `sends` by
    how much it holds a card back."""

    says: Callable[[float, int], float] = lambda since_top, number: since_top
    pong: Callable[[int], float] = lambda number: 0.0
    sends: float = 0.0
    pace: Pace | None = None
    slower: "Scan | Rest | None" = None
    handicap: bool = True


HONEST = Browser()


class Scan(NamedTuple):
    """One key: each thing is lit for `step` ms, and the child presses `press` ms after the light, on the average. The
    server takes off what `measured` says of the latter."""

    step: int
    press: int
    measured: int | None = None

    @property
    def own(self) -> dict[str, int]:
        return {SETTING: self.step, PRESS: self.press if self.measured is None else self.measured}

    @property
    def lit(self) -> int:
        return self.press

    @property
    def finger(self) -> int:
        return TAP_MS

    def waits(self, things: int, dice: random.Random) -> float:
        """Return how long it takes until one of so many things is pressed, whose place and the light's are chance's."""
        if things <= LINE:
            return self._comes(things, dice)
        return self._comes(-(-things // BLOCK), dice) + self.step * dice.randrange(BLOCK) + self._presses(dice)

    def _comes(self, things: int, dice: random.Random) -> float:
        """The light goes round all the time: it is there already, long enough for a press, or it comes. A press that is
        late for it waits for the next round."""
        late = self._presses(dice)
        until = dice.uniform(-self.step, (things - 1) * self.step)
        if until < 0:
            return late if late < self.step + until else until + things * self.step + late
        return until + late

    def again(self, after: float, things: int, dice: random.Random) -> float:
        """Return how long it takes until *Draw* is pressed once more, which stays lit after a press."""
        return max(after, self._presses(dice)) if after < self.step else after + self.waits(things, dice)

    def _presses(self, dice: random.Random) -> float:
        return min(self.step - 1.0, self.press * dice.lognormvariate(0, 0.25))


class Rest(NamedTuple):
    """Resting: the pointer rests on a thing for so many ms until it is pressed. `lit` is what a press really takes."""

    rest: int
    lit: int

    @property
    def own(self) -> dict[str, int]:
        return {REST: self.rest}

    @property
    def finger(self) -> int:
        return CLICK_MS

    def waits(self, things: int, dice: random.Random) -> float:
        return self.lit

    def again(self, after: float, things: int, dice: random.Random) -> float:
        """Return how long it takes until *Draw* is pressed once more: its ring fills anew while the child thinks."""
        return max(after, self.lit)


class Child:
    """A seat with its connection and its screen. `tops` is when each top card was painted; `true` its reactions."""

    def __init__(self, seat: int, net: Net, browser: Browser, seed: int) -> None:
        self.seat, self.net, self.browser = seat, net, browser
        self.dice, self.connection = random.Random(f"{seed} {seat}"), SeatConnection()
        self.tops: dict[int, float] = {}
        self.tap: float | None = None
        self.plan, self.cards, self.drew = 0, 0, False
        self.waits = False
        self.presses, self.lit = Presses(), 0
        self._heard = [0.0, 0.0]
        self._pings = 0
        for _ in range(10):
            self._ping()

    def passes(self, way: int, now: float) -> float:
        """Return when what is said now arrives on this way (0 to the screen, 1 to the server); nothing overtakes."""
        self._heard[way] = max(self._heard[way], now + self._takes())
        return self._heard[way]

    def paints(self, now: float) -> float:
        """Return when a screen that has heard something now shows it: in its next frame."""
        return now + DRAWS_MS + FRAME * self.dice.random()

    def after(self, thought: float, kind: str, things: int) -> float:
        """Return how long its next move takes that it has thought of for so long: with a finger, or in a slower way."""
        slower = self.browser.slower
        if not slower:
            return thought
        thought, self.lit = max(0.0, thought - slower.finger), slower.lit
        if kind == "draw" and self.drew:
            return slower.again(thought, things, self.dice)
        return thought + slower.waits(things, self.dice)

    def heartbeats_until(self, now: float) -> None:
        while self._pings * HEARTBEAT_MS < now:
            self._ping()

    def _ping(self) -> None:
        self._pings += 1
        self.connection.pinged(self._takes() + self._takes() + self.browser.pong(self._pings))

    def _takes(self) -> float:
        return self.net.round_trip / 2 + self.net.jitter(self.dice)

"""A round of Around the Corner as a value: the session's options, and which cards lie where at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game.rules import scanning
from game.rules.around_the_corner.cards import FITTING, HIGHEST, NUMBER, SIGNS, SUMS_OF, TEN, Sums, deck
from game.rules.contract import Event
from game.rules.options import Check, one_of, read, truth, whole
from game.rules.scanning import Light, Motor, Resting

SUN = "sun"
"""The mode in which a table's players place all their cards together before sunset."""
MODES = ("race", "turns", "solo", SUN)
AT_ONCE = frozenset({"race", SUN})
"""Modes in which another player's card may come while one looks for one's own."""
STEPS = (1, 2, 3)
SUMS = Sums._fields
"""The options that decide which cards fit on a top card; every attempt stores them."""
ON_CARDS = ("steps", *SUMS)
"""The options that decide the cards and what fits; practice uses them, too."""
REACTION, ARRIVAL = "reaction", "arrival"
"""Ways to decide who is first on the same top card in a race: by the shorter reaction, or by arrival."""
LONGEST_PAUSE_MS = 60_000
LONGEST_TURN_MS = 600_000
LONGEST_SUN_MS = 3_600_000
MORE_TIME_MS, MORE_TIMES = 30_000, 10
"""Time that *More time* adds to a turn with a clock, and its limit in one turn (WCAG 2.2.1)."""


class Own(NamedTuple):
    """One seat's own settings, None where the session's apply. `wrong_pause` and `delay` are ms: the wait after a wrong
    card, and in a race how long after the first GO the seat may begin (its handicap). `clock` multiplies the turn's
    clock, and the sun's for the whole table; 0 means no clock. For a seat with one key, `scan` is how long each item is
    lit, and `press` the delay from the light to the press, in ms; `dwell` is how many ms a seat that cannot click rests
    on an item (game.rules.scanning)."""

    wrong_pause: int | None = None
    hints: bool | None = None
    clock: int | None = None
    delay: int = 0
    scan: int = 0
    press: int = scanning.USUAL_PRESS_MS
    dwell: int = 0


AS_ALL = Own()


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a session. Times are ms, 0 is off. `hints` None means the mode's default: on in turns only.

    `highest` is the highest number on the cards: 10, or 5. With `only_plus` a step is only added (+1, not ±1); that
    always goes round the corner, because the numbers would end at the highest one. Seats count clockwise, so seat
    `dealer` + 1 sits on the dealer's left. `first` decides in a race who was first on the same top card (rules 1.10).
    `sun` is the time until sunset for a table that plays against the sun (rules 1.11).
    """

    mode: str = "race"
    corner: bool = True
    steps: tuple[int, ...] = STEPS
    highest: int = TEN
    only_plus: bool = False
    wrong_pause: int = 1500
    hints: bool | None = None
    turn_clock: int = 0
    dealer: int = 0
    first: str = ARRIVAL
    sun: int = 300_000
    own: Mapping[int, Own] = field(default_factory=dict)

    @property
    def sums(self) -> Sums:
        return SUMS_OF[self.corner, self.highest, self.only_plus]

    @property
    def sign(self) -> str:
        """The sign before the step on a card. Used for every card drawn, so it does not build `sums`."""
        return SIGNS[self.only_plus]

    @property
    def shows_hints(self) -> bool:
        return self.mode == "turns" if self.hints is None else self.hints

    @property
    def daylight(self) -> int:
        """The time until sunset at this table in ms, by the child who needs longest; 0 without a sunset."""
        if self.mode != SUN:
            return 0
        factors = [1 if own.clock is None else own.clock for own in self.own.values()]
        return 0 if 0 in factors else self.sun * max(factors, default=1)

    @property
    def fitting(self) -> tuple[frozenset[int], ...]:
        """The numbers that fit on a card, indexed by its id."""
        return FITTING[self.corner, self.highest, self.only_plus]

    @property
    def deck(self) -> tuple[int, ...]:
        """The ids of the cards in play."""
        return deck(self.steps, self.sums)

    def answers(self, number: int, step: int) -> tuple[int | None, int | None]:
        """Return n + k and n - k for such a top card, each None if it does not exist."""
        return self.sums.answers(number, step)

    def of(self, seat: int) -> Own:
        return self.own.get(seat, AS_ALL)

    def hints_for(self, seat: int | None) -> bool:
        """Return whether this seat sees the sums; for an onlooker (None), whether most seats do."""
        own = self.own[seat].hints if seat is not None and seat in self.own else None
        return self.shows_hints if own is None else own

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Options":
        """Return the options stored in JSON; unknown keys are ignored. Raises ValueError for an invalid value."""
        known = read(cls, data, _SENSIBLE)
        if "steps" in known:
            known["steps"] = tuple(sorted(known["steps"]))
        if "own" in known:
            known["own"] = {int(seat): _own(settings) for seat, settings in known["own"].items()}
        if known.get("only_plus"):
            known["corner"] = True
        return cls(**known)


def _some_steps(value: Any) -> bool:
    return isinstance(value, list | tuple) and 0 < len(value) == len(
        {s for s in value if type(s) is int and s in STEPS}
    )


def _own(settings: Mapping[str, Any]) -> Own:
    """Return a seat's own settings; those that only its screen uses are ignored."""
    return Own(**{name: settings[name] for name in Own._fields if name in settings})


def _some_own(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        seat in ("0", "1", "2", "3")
        and isinstance(settings, Mapping)
        and all(check(settings[name]) for name, check in _OWN.items() if name in settings)
        for seat, settings in value.items()
    )


_SENSIBLE: Mapping[str, Check] = {
    "mode": one_of(MODES),
    "corner": truth,
    "steps": _some_steps,
    "highest": lambda value: type(value) is int and value in HIGHEST,
    "only_plus": truth,
    "wrong_pause": whole(0, LONGEST_PAUSE_MS),
    "hints": lambda value: value is None or truth(value),
    "turn_clock": whole(0, LONGEST_TURN_MS),
    "sun": whole(0, LONGEST_SUN_MS),
    "dealer": whole(0, 3),
    "first": one_of((REACTION, ARRIVAL)),
    "own": _some_own,
}
_OWN: Mapping[str, Check] = {
    "wrong_pause": whole(0, LONGEST_PAUSE_MS),
    "hints": truth,
    "clock": whole(0, 10),
    "delay": whole(0, LONGEST_PAUSE_MS),
    scanning.SETTING: whole(0, scanning.LONGEST_MS),
    scanning.PRESS: whole(0, scanning.LONGEST_MS),
    scanning.REST: whole(0, scanning.LONGEST_MS),
}


class Position(NamedTuple):
    """A round at one moment. Cards are ids; piles lie bottom first, so the last is the top; plural fields are by seat.

    A hand is slots: 0 is an empty one, a drawn card fills the lowest, a played card leaves one. `previous` is the card
    that lay on top before. `hand_changes` counts a seat's drew, played and sorted. `laid_down` is how many cards a
    folded seat gave up. `more_times` counts how often the present turn was extended. `turned` counts cards turned since
    somebody could play. Times are server ms since 1970. `stopped_at` is when the clock was stopped: by a solo player,
    by the teacher, for the sun by a standstill; `pauses` is the total ms of earlier stops.
    """

    options: Options
    pile: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    draw_piles: tuple[tuple[int, ...], ...]
    paused_until: tuple[int, ...]
    hand_changes: tuple[int, ...]
    laid_down: tuple[int, ...]
    turn: int | None = None
    top: int = 1
    previous: int = 0
    phase: str = "dealt"
    turned: int = 0
    folded: frozenset[int] = frozenset()
    called: tuple[int, int] | None = None
    finisher: int | None = None
    turn_since: int = 0
    more_times: int = 0
    go_at: int | None = None
    over_at: int | None = None
    stopped_at: int | None = None
    pauses: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def dealer(self) -> int:
        return self.options.dealer

    @property
    def turn_ends(self) -> int | None:
        """When the clock ends the present turn; None without a turn, without a clock, or in a pause."""
        if self.turn is None or not self.options.turn_clock or self.phase != "playing":
            return None
        factor = self.options.of(self.turn).clock
        return None if factor == 0 else self.turn_ends_with(factor or 1)

    def turn_ends_with(self, factor: int) -> int:
        """When the present turn would end with the usual clock multiplied by `factor`."""
        return self.turn_since + factor * self.options.turn_clock + self.more_times * MORE_TIME_MS

    @property
    def sun_sets(self) -> int | None:
        """When the sun sets; None without a sunset, or while a pause or a standstill stops the sun."""
        if self.go_at is None or self.phase != "playing":
            return None
        return self.go_at + self.pauses + daylight if (daylight := self.options.daylight) else None

    def left(self, seat: int) -> int:
        """Return the number of cards that seat still has, drawn or not."""
        hand = self.hands[seat]
        return len(self.draw_piles[seat]) + len(hand) - hand.count(0)


def can_play(position: Position, seat: int) -> bool:
    """Return whether that seat holds a card it may play: one that fits, or its last."""
    fitting = position.options.fitting[position.pile[-1]]
    return any(NUMBER[held] in fitting for held in position.hands[seat]) or has_last_card(position, seat)


def by_reaction(position: Position) -> bool:
    return position.options.mode == "race" and position.options.first == REACTION


def rivals(position: Position, event: Event) -> tuple[int, ...]:
    """Return the other seats that could play on the same top card now."""
    waits = position.paused_until
    others = (seat for seat in range(position.seats) if seat != event.seat and waits[seat] <= event.at)
    return tuple(seat for seat in others if can_play(position, seat))


def motors(position: Position) -> Mapping[int, Motor]:
    """Return the motor time of each seat that has one: that of a seat with one key depends on the cards it holds and on
    *Draw*."""
    return {seat: _motor(position, seat, own) for seat, own in position.options.own.items() if own.scan or own.dwell}


def _motor(position: Position, seat: int, own: Own) -> Motor:
    if not own.scan:
        return Resting(own.dwell, position.seats)
    hand = position.hands[seat]
    things = len(hand) - hand.count(0) + bool(position.draw_piles[seat])
    return Light(own.scan, own.press, things, position.seats)


def has_last_card(position: Position, seat: int) -> bool:
    hand = position.hands[seat]
    return not position.draw_piles[seat] and len(hand) - hand.count(0) == 1


def somebody_can_play(position: Position) -> bool:
    return any(can_play(position, seat) for seat in range(position.seats))

"""A finished round, moment by moment: the fold of its log up to a line, every card face up (rules.md 3).

A round that still runs has no replay: its hands are hidden. A moment is named by the place `n` of the last line folded
in, 0 is the deal; lines that nobody could see (paint times, sorting, getting ready) are passed over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from django.utils.translation import gettext as _

from game import manners
from game.manners import Manners
from game.models import Round
from game.rounds import SEEN
from game.rules import Event
from game.rules import around_the_corner as rules
from game.rules.around_the_corner import Card, Position, card
from game.sentences import sum_in_words

PASSED_OVER = frozenset({SEEN, "sorted", manners.READY, manners.START})


class StillRunning(Exception):
    """The round is not over: nobody may see its hands."""


class Held(NamedTuple):
    """A card of a hand; `sum` says in words how it fits the top card, empty where it does not."""

    number: int
    step: int
    sum: str


@dataclass(frozen=True, slots=True)
class SeatThen:
    """A seat at that moment. `last_card`: it may lay its only card on anything."""

    name: str
    computer: bool
    away: bool
    folded: bool
    turn: bool
    hand: tuple[Held, ...]
    draw_pile: int
    last_card: bool

    @property
    def fitting(self) -> list[Held]:
        """Return the cards that fit, two of a face once."""
        return list(dict.fromkeys(held for held in self.hand if held.sum))


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after line `n`. `at` is ms since the first GO (negative before it), `later` ms since the moment before.

    `step` of `steps` counts the moments; `previous` and `next` are the places of the moments beside it, None at an end.
    """

    n: int
    step: int
    steps: int
    previous: int | None
    next: int | None
    last: int
    at: int
    later: int
    words: str
    top: Card
    pile: int
    asked: bool
    seats: tuple[SeatThen, ...]

    @property
    def clock(self) -> str:
        """Return minutes, seconds and tenths since GO."""
        tenths = max(0, self.at) // 100
        return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"

    @property
    def since(self) -> str:
        """Return the seconds since the moment before."""
        return f"{self.later / 1000:.1f}"


class Replay:
    """The log of one finished round. Raises StillRunning where it is not over."""

    def __init__(self, played: Round) -> None:
        columns = played.events.order_by("n").values_list("n", "kind", "seat", "card", "top", "at")
        self.lines = {n: Event(kind, seat, card, top, at) for n, kind, seat, card, top, at in columns}
        self.dealt = rules.deal(played.options, played.seats, played.seed)
        if reduce(rules.apply, self.lines.values(), self.dealt).phase != "over":
            raise StillRunning
        self.seats = list(played.table.seats.all())
        self.places = [0, *(n for n, event in self.lines.items() if event.kind not in PASSED_OVER)]
        self.go_at = next((event.at for event in self.lines.values() if event.kind == "go"), 0)

    def moment(self, wanted: int, *, named: bool = True) -> Moment:
        """Return the table after that line, or after the last seen one before it; `named` False hides who sat there."""
        step = max(place for place, n in enumerate(self.places) if n <= max(0, wanted))
        n = self.places[step]
        before, position, state = self._fold(n)
        names = [seat.name if named else anonymous(seat.number) for seat in self.seats]
        return Moment(
            n=n,
            step=step,
            steps=len(self.places) - 1,
            previous=self.places[step - 1] if step else None,
            next=self.places[step + 1] if step + 1 < len(self.places) else None,
            last=self.places[-1],
            at=self._at(step) - self.go_at,
            later=self._at(step) - self._at(step - 1) if step > 1 else 0,
            words=_words(before, self.lines[n], names) if n else _("The cards are dealt."),
            top=card(position.pile[-1]),
            pile=len(position.pile),
            asked=position.phase == "playing",
            seats=tuple(self._seat(position, state, number, name) for number, name in enumerate(names)),
        )

    def _at(self, step: int) -> int:
        return self.lines[self.places[step]].at if step > 0 else self.lines[self.places[1]].at

    def _fold(self, wanted: int) -> tuple[Position, Position, Manners]:
        """Return the positions before and after that line, and the manners after it."""
        before = position = self.dealt
        state = Manners()
        for n, event in self.lines.items():
            if n > wanted:
                break
            before, position, state = position, rules.apply(position, event), manners.apply(state, event)
        return before, position, state

    def _seat(self, position: Position, state: Manners, number: int, name: str) -> SeatThen:
        return SeatThen(
            name=name,
            computer=self.seats[number].player is None or number in state.computer,
            away=state.away_since(number) is not None,
            folded=number in position.folded,
            turn=position.turn == number and position.phase == "playing",
            hand=tuple(_held(position, held) for held in position.hands[number] if held),
            draw_pile=len(position.draw_piles[number]),
            last_card=position.phase == "playing" and rules.view(position, number).last_card,
        )


def anonymous(seat: int) -> str:
    """Name a seat by its letter, for the projector."""
    return _("Seat %(letter)s") % {"letter": "ABCD"[seat]}


def _held(position: Position, held: int) -> Held:
    face = card(held)
    fits = position.phase == "playing"
    return Held(face.number, face.step, how_it_fits(card(position.pile[-1]), face, position) if fits else "")


def how_it_fits(top: Card, played: Card, position: Position) -> str:
    """Return the sum that leads from the top card to this one, nothing where it does not fit."""
    answers = rules.answers(top.number, top.step, position.options.corner)
    if played.number not in answers:
        return ""
    return sum_in_words(top.number, "+−"[answers.index(played.number)], top.step, played.number)


def _words(before: Position, event: Event, names: Sequence[str]) -> str:
    """Say in one sentence who did what."""
    top = card(before.pile[-1])
    known = {"name": names[event.seat] if event.seat is not None else "", "top": f"{top.number} ±{top.step}"}
    if event.card:
        held = card(event.card)
        known |= {"card": f"{held.number} ±{held.step}", "sum": how_it_fits(top, held, before)}
    return _sentence(event.kind) % known


def _sentence(kind: str) -> str:
    return {
        "go": _("GO"),
        "drew": _("%(name)s drew %(card)s."),
        "played": _("%(name)s played %(card)s on %(top)s: %(sum)s"),
        "wrong": _("%(name)s tried %(card)s on %(top)s. It does not fit."),
        "beaten": _("%(name)s tried %(card)s, but another card was first."),
        "finished": _("%(name)s put down the last card, %(card)s, and is first."),
        "passed": _("%(name)s passed."),
        "time_up": _("The time for %(name)s was up."),
        "skipped": _("The table went on without %(name)s."),
        "more_time": _("%(name)s took more time."),
        "standstill": _("Nobody could play. The bottom card of the pile was turned up."),
        "folded": _("The cards of %(name)s went under the pile."),
        "left": _("%(name)s was away."),
        "back": _("%(name)s was back."),
        "takeover": _("A computer played for %(name)s."),
        "exhausted": _("The whole pile was turned and nobody could play. The round was over."),
        "stopped": _("The round was stopped."),
    }.get(kind, "")

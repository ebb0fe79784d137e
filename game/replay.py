"""A finished round of Around the Corner, moment by moment, every card face up (rules.md 3; see `story`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from game.manners import Manners
from game.rules import Event
from game.rules import around_the_corner as rules
from game.rules.around_the_corner import Card, Position, card
from game.sentences import sum_in_words
from game.story import Story, When


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
class Moment(When):
    """The table after line `n`."""

    words: str
    top: Card
    pile: int
    asked: bool
    seats: tuple[SeatThen, ...]


class Replay(Story):
    """A round of Around the Corner."""

    def moment(self, wanted: int, *, named: bool = True) -> Moment:
        """Return the table after that line, or after the last seen one before it; `named` False hides who sat there."""
        when = self.when(wanted)
        before, position, state = self.fold(when["n"])
        names = self.names(named=named)
        return Moment(
            **when,
            words=_words(before, self.lines[when["n"]], names) if when["n"] else _("The cards are dealt."),
            top=card(position.pile[-1]),
            pile=len(position.pile),
            asked=position.phase == "playing",
            seats=tuple(self._seat(position, state, number, name) for number, name in enumerate(names)),
        )

    def _seat(self, position: Position, state: Manners, number: int, name: str) -> SeatThen:
        return SeatThen(
            name=name,
            computer=self.is_computer(number, state),
            away=state.away_since(number) is not None,
            folded=number in position.folded,
            turn=position.turn == number and position.phase == "playing",
            hand=tuple(_held(position, held) for held in position.hands[number] if held),
            draw_pile=len(position.draw_piles[number]),
            last_card=position.phase == "playing" and rules.view(position, number).last_card,
        )


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
        "gave_up": _("%(name)s moved to another table."),
        "held": _("The teacher paused the game."),
        "resumed": _("The game went on."),
        "takeover": _("A computer played for %(name)s."),
        "exhausted": _("The whole pile was turned and nobody could play. The round was over."),
        "stopped": _("The round was stopped."),
    }.get(kind, "")

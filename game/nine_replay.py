"""A finished round of Nine to Nothing, moment by moment, every card face up (see `story`), with what could be laid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from game.manners import Manners
from game.nine_words import face, sum_of
from game.rules import Event
from game.rules.nine_solver import best_lay
from game.rules.nine_to_nothing import Lay, Position, card, terms, total
from game.story import Story, When


class LaidThen(NamedTuple):
    """A sum on the table. `makes` is empty where it is right."""

    target: int
    sum: str
    makes: str


class Longest(NamedTuple):
    """The longest sum that a hand allows for its target."""

    sum: str
    points: int


@dataclass(frozen=True, slots=True)
class SeatThen:
    """A seat at that moment. `target` None: 0 is laid. `longest` None: no sum is possible."""

    name: str
    computer: bool
    away: bool
    folded: bool
    turn: bool
    points: int
    target: int | None
    hand: tuple[str, ...]
    laid: tuple[LaidThen, ...]
    longest: Longest | None


@dataclass(frozen=True, slots=True)
class Moment(When):
    """The table after line `n`."""

    words: str
    asked: bool
    draw_pile: int
    discard: str
    seats: tuple[SeatThen, ...]


class NineReplay(Story):
    """A round of Nine to Nothing."""

    def moment(self, wanted: int, *, named: bool = True) -> Moment:
        """Return the table after that line, or after the last seen one before it; `named` False hides who sat there."""
        when = self.when(wanted)
        before, position, state = self.fold(when["n"])
        names = self.names(named=named)
        return Moment(
            **when,
            words=_words(before, self.lines[when["n"]], names) if when["n"] else _("The cards are dealt."),
            asked=position.phase == "playing",
            draw_pile=len(position.draw_pile),
            discard=face(card(position.discard_pile[-1])) if position.discard_pile else "",
            seats=tuple(self._seat(position, state, number, name) for number, name in enumerate(names)),
        )

    def _seat(self, position: Position, state: Manners, number: int, name: str) -> SeatThen:
        return SeatThen(
            name=name,
            computer=self.is_computer(number, state),
            away=state.away_since(number) is not None,
            folded=number in position.folded,
            turn=position.turn == number and position.phase == "playing",
            points=position.points(number),
            target=position.target(number),
            hand=tuple(face(card(held)) for held in position.held(number)),
            laid=tuple(_laid(lay) for lay in position.laid[number]),
            longest=_longest(position, number),
        )


def _laid(lay: Lay) -> LaidThen:
    return LaidThen(lay.target, sum_of(terms(lay.cards)), "" if lay.is_right else _number(lay.total))


def _longest(position: Position, seat: int) -> Longest | None:
    target = position.target(seat)
    found = best_lay(position.held(seat), target) if target is not None else None
    return Longest(sum_of(terms(found.cards)), found.points) if found and found.cards else None


def _number(value: int) -> str:
    return f"{value}".replace("-", "−")


def _words(before: Position, event: Event, names: Sequence[str]) -> str:
    """Say in one sentence who did what."""
    known: dict[str, Any] = {"name": names[event.seat] if event.seat is not None else ""}
    known["card"] = face(card(event.card)) if event.card else ""
    known["cards"] = ", ".join(face(card(one)) for one in event.cards)
    if event.kind in ("laid", "wrong") and event.seat is not None:
        known |= _sum(event.cards, before.target(event.seat))
    elif lay := before.lay(event.top):
        known |= {**_sum(lay.cards, lay.target), "other": names[lay.seat]}
    return _sentence(_kind(before, event, known)) % known


def _sum(cards: tuple[int, ...], target: int | None) -> Mapping[str, Any]:
    return {"sum": sum_of(terms(cards)), "target": target, "total": _number(total(cards))}


def _kind(before: Position, event: Event, known: Mapping[str, Any]) -> str:
    if before.options.same_hand and event.kind in ("done", "finished"):
        return f"same_{event.kind}"
    wrong = event.kind == "laid" and known["total"] != str(known["target"])
    return "laid_wrong" if wrong else event.kind


def _sentence(kind: str) -> str:
    return {
        "go": _("GO"),
        "drew": _("%(name)s drew %(cards)s."),
        "took": _("%(name)s took %(cards)s from the discard pile."),
        "laid": _("%(name)s laid %(sum)s = %(target)s."),
        "laid_wrong": _("%(name)s laid %(sum)s for %(target)s. It makes %(total)s."),
        "wrong": _("%(name)s tried %(sum)s for %(target)s. It makes %(total)s, so the cards came back."),
        "discarded": _("%(name)s threw %(card)s away."),
        "done": _("%(name)s ended the turn."),
        "same_done": _("%(name)s was done."),
        "same_finished": _("The hand was over."),
        "checked": _("%(name)s checked %(sum)s = %(target)s of %(other)s. It was right."),
        "caught": _("%(name)s checked %(sum)s of %(other)s. It makes %(total)s, not %(target)s: it came back."),
        "took_back": _("%(name)s saw a mistake: %(sum)s makes %(total)s. The cards came back."),
        "okayed": _("%(name)s pressed OK."),
        "asked": _("%(name)s asked: is it possible?"),
        "skipped": _("The table went on without %(name)s."),
        "folded": _("%(name)s was gone. From then on the turn passed by."),
        "left": _("%(name)s was away."),
        "back": _("%(name)s was back."),
        "gave_up": _("%(name)s moved to another table."),
        "takeover": _("A computer played for %(name)s."),
        "held": _("The teacher paused the game."),
        "resumed": _("The game went on."),
        "finished": _("%(name)s has reached 0. The round was over."),
        "exhausted": _("Nothing more could be laid. The round was over."),
        "stopped": _("The round was stopped."),
    }.get(kind, "")

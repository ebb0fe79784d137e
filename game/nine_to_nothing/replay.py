"""A finished round of Nine to Nothing, moment by moment, every card face up, with the possible sums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from game.nine_to_nothing.words import face, sum_of
from game.rules import Event
from game.rules.contract import EXHAUSTED, SKIPPED
from game.rules.nine_to_nothing import Lay, Position, card, events, terms, total
from game.rules.nine_to_nothing.solver import best_lay
from game.screens.replay import Moment, Replay, SeatAtMoment, sentence_of_all
from game.screens.sentences import signed


class LaidThen(NamedTuple):
    """A sum on the table. `makes` is its real value, "" if it is right."""

    target: int
    sum: str
    makes: str


class LongestSum(NamedTuple):
    """The longest sum that a hand allows for its target."""

    sum: str
    points: int


@dataclass(frozen=True, slots=True)
class NineSeat(SeatAtMoment):
    """A seat at that moment. `target` None: 0 is laid. `longest` None: no sum is possible."""

    points: int
    target: int | None
    hand: tuple[str, ...]
    laid: tuple[LaidThen, ...]
    longest: LongestSum | None

    @property
    def count(self) -> int:
        return self.points


@dataclass(frozen=True, slots=True)
class NineMoment(Moment):
    """The table at that moment; `discard` is empty if nothing was discarded."""

    draw_pile: int
    discard: str


class NineReplay(Replay):
    """A round of Nine to Nothing."""

    def table(self, position: Position, **fields: Any) -> NineMoment:
        discard = face(card(position.discard_pile[-1])) if position.discard_pile else ""
        return NineMoment(**fields, draw_pile=len(position.draw_pile), discard=discard)

    def seat(self, position: Position, number: int, **fields: Any) -> NineSeat:
        return NineSeat(
            **fields,
            points=position.points(number),
            target=position.target(number),
            hand=tuple(face(card(held)) for held in position.held(number)),
            laid=tuple(_laid(lay) for lay in position.laid[number]),
            longest=_longest(position, number),
        )

    def words(self, before: Position, event: Event, names: Sequence[str]) -> str:
        known: dict[str, Any] = {"name": names[event.seat] if event.seat is not None else ""}
        known["card"] = face(card(event.card)) if event.card else ""
        known["cards"] = ", ".join(face(card(card_id)) for card_id in event.cards)
        if event.kind in (events.LAID, events.WRONG) and event.seat is not None:
            known |= _sum(event.cards, before.target(event.seat))
        elif lay := before.lay(event.top):
            known |= {**_sum(lay.cards, lay.target), "other": names[lay.seat]}
        kind = _kind(before, event, known)
        return (_sentence(kind) or sentence_of_all(kind)) % known


def _laid(lay: Lay) -> LaidThen:
    return LaidThen(lay.target, sum_of(terms(lay.cards)), "" if lay.is_right else signed(lay.total))


def _longest(position: Position, seat: int) -> LongestSum | None:
    target = position.target(seat)
    found = best_lay(position.held(seat), target) if target is not None else None
    return LongestSum(sum_of(terms(found.cards)), found.points) if found and found.cards else None


def _sum(cards: tuple[int, ...], target: int | None) -> Mapping[str, Any]:
    return {"sum": sum_of(terms(cards)), "target": target, "total": signed(total(cards))}


def _kind(before: Position, event: Event, known: Mapping[str, Any]) -> str:
    if before.options.same_hand and event.kind in (events.DONE, events.FINISHED):
        return f"same_{event.kind}"
    if event.kind == SKIPPED and event.card:
        return "skipped_and_threw"
    wrong = event.kind == events.LAID and known["total"] != str(known["target"])
    return "laid_wrong" if wrong else event.kind


def _sentence(kind: str) -> str:
    return {
        events.DREW: _("%(name)s drew %(cards)s."),
        events.TOOK: _("%(name)s took %(cards)s from the discard pile."),
        events.LAID: _("%(name)s laid %(sum)s = %(target)s."),
        "laid_wrong": _("%(name)s laid %(sum)s for %(target)s. It makes %(total)s."),
        events.WRONG: _("%(name)s tried %(sum)s for %(target)s. It makes %(total)s, so the cards came back."),
        events.DISCARDED: _("%(name)s threw %(card)s away."),
        "skipped_and_threw": _("The table went on without %(name)s: %(card)s was thrown away."),
        events.DONE: _("%(name)s ended the turn."),
        "same_done": _("%(name)s was done."),
        "same_finished": _("The hand was over."),
        events.CHECKED: _("%(name)s checked %(sum)s = %(target)s of %(other)s. It was right."),
        events.CAUGHT: _("%(name)s checked %(sum)s of %(other)s. It makes %(total)s, not %(target)s: it came back."),
        events.TOOK_BACK: _("%(name)s saw a mistake: %(sum)s makes %(total)s. The cards came back."),
        events.OKAYED: _("%(name)s pressed OK."),
        events.ASKED: _("%(name)s asked: is it possible?"),
        events.FOLDED: _("%(name)s was gone. From then on the turn passed by."),
        events.FINISHED: _("%(name)s has reached 0. The round was over."),
        EXHAUSTED: _("Nothing more could be laid. The round was over."),
    }.get(kind, "")

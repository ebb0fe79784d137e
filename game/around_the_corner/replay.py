"""A finished round of Around the Corner, moment by moment, every card face up (rules 3; see `screens.replay`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from game.around_the_corner.words import card_words, sum_in_words
from game.rules import Event
from game.rules import around_the_corner as rules
from game.rules.around_the_corner import Card, Position, Sums, card, events
from game.rules.around_the_corner.position import SUN
from game.rules.contract import EXHAUSTED, PASSED, STANDSTILL, SUNSET, TIME_UP
from game.screens.replay import Moment, Replay, SeatAtMoment, sentence_of_all


class HeldCard(NamedTuple):
    """A card of a hand, and its name in `words`; `sum` is its sum on the top card, "" if it does not fit."""

    number: int
    step: int
    words: str
    sum: str


@dataclass(frozen=True, slots=True)
class CornerSeat(SeatAtMoment):
    """A seat at that moment. `last_card`: it may play its only card on anything."""

    hand: tuple[HeldCard, ...]
    draw_pile: int
    last_card: bool

    @property
    def count(self) -> int:
        return len(self.hand) + self.draw_pile

    @property
    def fitting(self) -> list[HeldCard]:
        """The cards that fit, each face once."""
        return list(dict.fromkeys(held for held in self.hand if held.sum))


@dataclass(frozen=True, slots=True)
class CornerMoment(Moment):
    """The table at that moment; `pile` counts the cards on it, `sums` are those of the round; `tried` is the card just
    refused."""

    top: Card
    tried: Card | None
    pile: int
    sums: Sums

    @property
    def on_top(self) -> str:
        return card_words(self.top, self.sums)


class CornerReplay(Replay):
    """A round of Around the Corner."""

    def table(self, position: Position, **fields: Any) -> CornerMoment:
        event = self.entries.get(fields["n"])
        tried = card(event.card) if event and event.card and event.kind in self.rules.NOT_DONE else None
        top, sums = card(position.pile[-1]), position.options.sums
        return CornerMoment(**fields, top=top, tried=tried, pile=len(position.pile), sums=sums)

    def seat(self, position: Position, number: int, **fields: Any) -> CornerSeat:
        return CornerSeat(
            **fields,
            hand=tuple(_held(position, held) for held in position.hands[number] if held),
            draw_pile=len(position.draw_piles[number]),
            last_card=position.phase == "playing" and rules.view(position, number).last_card,
        )

    def words(self, before: Position, event: Event, names: Sequence[str]) -> str:
        top, sums = card(before.pile[-1]), before.options.sums
        known = {"name": names[event.seat] if event.seat is not None else "", "top": card_words(top, sums)}
        if event.card:
            held = card(event.card)
            known |= {"card": card_words(held, sums), "sum": how_it_fits(top, held, before)}
        if event.kind == events.FINISHED and len(names) == 1:
            return _("%(name)s put down the last card, %(card)s.") % known
        together = _together(event.kind) if before.options.mode == SUN else ""
        return (together or _sentence(event.kind) or sentence_of_all(event.kind)) % known


def _held(position: Position, held: int) -> HeldCard:
    face = card(held)
    fits = position.phase == "playing"
    fit = how_it_fits(card(position.pile[-1]), face, position) if fits else ""
    return HeldCard(face.number, face.step, card_words(face, position.options.sums), fit)


def how_it_fits(top: Card, played: Card, position: Position) -> str:
    """Return the sum from the top card to this one, "" if it does not fit."""
    answers = position.options.answers(top.number, top.step)
    if played.number not in answers:
        return ""
    return sum_in_words(top.number, "+−"[answers.index(played.number)], top.step, played.number)


def _together(kind: str) -> str:
    """Return the sentence for an event of this kind in a round against the sun."""
    return {
        events.BEATEN: _("%(name)s tried %(card)s, but there was a new top card."),
        events.EMPTIED: _("%(name)s put the last card, %(card)s, under the pile. The others played on."),
        events.FINISHED: _("%(name)s put down the last card of the table, %(card)s."),
        SUNSET: _("The sun had set. The round was over."),
    }.get(kind, "")


def _sentence(kind: str) -> str:
    return {
        events.DREW: _("%(name)s drew %(card)s."),
        events.PLAYED: _("%(name)s played %(card)s on %(top)s: %(sum)s"),
        events.WRONG: _("%(name)s tried %(card)s on %(top)s. It does not fit."),
        events.BEATEN: _("%(name)s tried %(card)s, but another card was first."),
        events.FINISHED: _("%(name)s put down the last card, %(card)s, and is first."),
        PASSED: _("%(name)s passed."),
        TIME_UP: _("The time for %(name)s was up."),
        events.MORE_TIME: _("%(name)s took more time."),
        STANDSTILL: _("Nobody could play. The bottom card of the pile was turned up."),
        events.FOLDED: _("The cards of %(name)s went under the pile."),
        EXHAUSTED: _("The whole pile was turned and nobody could play. The round was over."),
    }.get(kind, "")

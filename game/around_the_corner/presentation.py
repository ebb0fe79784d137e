"""Presentation of Around the Corner: its page, its screens, and the update that each event makes on them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from game.around_the_corner import answer_sheets, pace, screens, solo, speech, sun, words
from game.around_the_corner.explained import on_paper
from game.around_the_corner.explained.examples import examples
from game.around_the_corner.explained.glimpse import glimpse
from game.around_the_corner.explained.how_to_play import how_to_play, tutorial
from game.around_the_corner.exposures import exposures
from game.around_the_corner.options import OPTIONS, OWN_OPTIONS
from game.around_the_corner.replay import CornerReplay
from game.log import table_state
from game.log.reader import RoundLog
from game.models import Attempt, Round
from game.rules import Event, Refused, around_the_corner
from game.rules.around_the_corner import Card, Sums, events, own_hand
from game.rules.around_the_corner import card as rule_card
from game.rules.around_the_corner.diagnosis import TopCard, codes_on
from game.rules.around_the_corner.position import SUN
from game.rules.contract import GO, PASSED, PAUSED, SKIPPED, SORTED, TIME_UP
from game.rules.picture_ladder import rung_in
from game.screens import page, parts, sentences
from game.screens.contract import Glance, Presentation, SmallCard, TableLike, Update
from game.screens.messages import OF_EVERY_GAME
from game.screens.table_view import OwnCards, TableView

TURNED = frozenset({PASSED, TIME_UP, SKIPPED, events.MORE_TIME})
"""Kinds of events that change the turn but no card."""
COVERED = frozenset({"standstill", "over"})
"""Phases in which an overlay covers the table, so that a late card is not announced."""


class AroundTheCorner(Presentation):
    """The screens of Around the Corner: a play in as few bytes as possible, rarer events as a whole board."""

    rules = around_the_corner
    decides = Attempt
    page = "game/around_the_corner/page.html"
    choices = frozenset(around_the_corner.CLOCKS)
    messages = {**OF_EVERY_GAME, **words.MESSAGES}
    board = staticmethod(screens.board)
    over = staticmethod(screens.over)
    seat = staticmethod(screens.seat)
    pictured = staticmethod(screens.pictured)
    done = staticmethod(words.done)
    options = OPTIONS
    own_options = OWN_OPTIONS
    how_to_play = staticmethod(how_to_play)
    guest_decks = ({"highest": 5, "steps": [1, 2]}, {"highest": 10})
    glimpse = staticmethod(glimpse)
    deck = staticmethod(on_paper.deck)
    poster = staticmethod(on_paper.poster)
    tutorial = staticmethod(tutorial)
    messages_for = staticmethod(words.messages)
    phrases = speech.PHRASES
    read_aloud = staticmethod(speech.read_aloud)
    replay_of = staticmethod(CornerReplay)
    after_projection = staticmethod(answer_sheets.write)
    pace = staticmethod(pace.pace_of)

    def title(self) -> str:
        return gettext("Around the Corner")

    def page_context(self, table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
        """Return the context of `page`; it has no query parameters."""
        options, chooses = table.view.options, table.view.turn in (None, table.seat)
        drawn = {"board": screens.board(table), "note": self.note(table)}
        common = page.page_context(table, **drawn, by_forms=options.mode == "turns", chooses=chooses)
        _ways, end = examples(options)
        together = options.mode == SUN
        shown = {
            "mode": options.mode,
            "together": together,
            "corner": options.corner,
            "end": end.text,
            "sign": options.sign,
            "longest": options.steps[-1],
        }
        frames = parts.ten_frames_of(table, range(1, options.highest + 1))
        return {**common, **shown, "highest": options.highest, "ten_frames": frames}

    def glance(self, table: TableView) -> Glance:
        view = table.view
        card = view.top_card
        dealt = max(1, (len(view.options.deck) - 1) // len(view.seats))
        return Glance(
            top=words.card_words(card, view.options.sums) if card and table.phase != "over" else "",
            called=view.called[1] if view.called else None,
            seats=tuple(sentences.cards_left(seat.left) for seat in view.seats),
            card=_small(card, view.options.sums) if card else None,
            held=tuple(min(100, seat.left * 100 // dealt) for seat in view.seats),
            last_cards=sum(seat.left == 1 and not seat.folded for seat in view.seats),
            left=tuple(seat.left for seat in view.seats),
            daylight=sun.daylight_of(view),
        )

    def hand(self, table: TableView) -> tuple[SmallCard, ...]:
        return tuple(_small(card, table.view.options.sums) for card in table.view.hand if card)

    def tried(self, event: Event, before: Any) -> str:
        if event.card is None:
            return ""
        top = words.card_words(rule_card(before.pile[-1]), before.options.sums)
        return gettext("%(number)s on %(card)s") % {"number": rule_card(event.card).number, "card": top}

    def tried_number(self, event: Event) -> str:
        return "" if event.card is None else str(rule_card(event.card).number)

    def try_next(self, event: Event, before: Any) -> str:
        top, tried = rule_card(before.pile[-1]), event.card and rule_card(event.card).number
        return words.nearest_sum(top, tried, before.options.sums) if tried else ""

    def slips(self, event: Event, before: Any) -> tuple[str, ...]:
        if event.card is None:
            return ()
        top = rule_card(before.pile[-1])
        asked = TopCard(top.number, top.step, before.options.sums)
        return tuple(code.value for code in codes_on(asked, rule_card(event.card).number))

    def refusal(self, reason: str, table: TableLike, seat: int, **details: Any) -> str:
        match reason:
            case events.BEATEN:
                position = table.round.position
                raced = position.turn is None and position.options.mode != SUN
                called = position.called if raced else None
                return words.beaten(table.language, called, seat, table.names, fitted=details.get("fitted", ""))
            case events.WRONG:
                return words.wrong(table.view(seat).view, details["card"])
            case "not_your_turn":
                return sentences.not_your_turn(table.names[details["turn"]])
        return words.refusal(reason, table.language)

    def told(self, event: Event, table: TableLike, before: Any) -> Update:
        seat = event.seat
        if event.kind == GO and _all_start_alike(table.view(None)):
            return Update(same=screens.started(table.view(None)))
        if seat is None:
            return Update(each=screens.board)
        match event.kind:
            case events.BEATEN if (phase := table.round.position.phase) in COVERED:
                late = _too_late(seat, table) if events.fitted(table.round.position, event) else ""
                return Update(late, why=phase, say=self.refusal(phase, table, seat))
            case events.WRONG | events.BEATEN:
                return self._not_done(event, seat, table)
            case events.PLAYED:
                mine = table.view(seat)
                placed = _sum_of(event, table.round.position, mine.language)
                return _played(seat, mine, before.hands[seat].index(event.card), placed)
            case kind if kind in TURNED:
                return Update(screens.turn(table.view(seat)), each=screens.turn)
            case events.DREW:
                return Update(_drew(seat, table, table.round.position.hands[seat].index(event.card)))
            case kind if kind == SORTED:
                return Update(screens.board(table.view(seat)))
        return Update(screens.board(table.view(seat)), each=screens.board)

    def _not_done(self, event: Event, seat: int, table: TableLike) -> Update:
        """Return the update after a card that does not fit, or was late: the reason, and the seat's new run."""
        position = table.round.position
        pause = max(0, position.paused_until[seat] - event.at)
        fitted = _sum_of(event, position, table.language) if events.fitted(position, event) else ""
        say = self.refusal(event.kind, table, seat, card=event.card, fitted=fitted)
        why = screens.why_wrong(table.view(seat), event.card) if event.kind == events.WRONG else ""
        run = _run(seat, table) if why or fitted else ""
        return Update(why + run, why=event.kind, say=say, ms=pause)

    # Solo

    def record(self, players: Sequence[int | None], played: Round) -> solo.Record | None:
        """Return the earlier solo record of a solo table's player; None if several play."""
        return solo.record_at(players[0], played.options, before=played.pk)

    def extra(self, table: TableLike, view: Any) -> solo.SoloStanding:
        return solo.standing(table.record, view, table.round.state.chosen, table.round.at)

    def choose(self, kind: str, table: TableLike, seat: int, at: int) -> Event:
        """Return the event of a choice of clock: only in solo, and not in the middle of play. Raises Refused."""
        if table.record is None or table.round.phase not in ("waiting", "paused", "over"):
            raise Refused("unknown_move")
        return Event(table_state.CLOCK, seat, around_the_corner.CLOCKS[kind], at=at)

    def left(self, table: TableLike, seat: int | None, at: int) -> Event | None:
        """Pause the clock of a solo player who leaves, so that it goes on from there."""
        live = table.round
        plays_solo = table.record is not None and live.phase == "playing"
        return Event(PAUSED, seat, top=live.position.top, at=at) if plays_solo else None

    # Evidence

    def evidence(self, log: RoundLog) -> list[Attempt]:
        return answer_sheets.attempts(log, exposures(log))


def _run(seat: int, table: TableLike) -> str:
    return screens.run(table.language, table.round.position.options, table.round.tallies[seat].run)


def _too_late(seat: int, table: TableLike) -> str:
    """Return the HTML that changes on a seat's page after a card that fitted but came when nobody could play any more:
    the run, also in the panel of a finished round."""
    view = table.view(seat)
    return _run(seat, table) + (screens.over(view) if view.phase == "over" else "")


def _small(card: Card, sums: Sums) -> SmallCard:
    return SmallCard(str(card.number), f"{sums.sign}{card.step}", card.step)


def _sum_of(event: Event, position: Any, language: str) -> str:
    """Return the sum of a card that fits on the previous top card: 6 + 2 = 8."""
    return words.sum_on(language, position.previous, event.card, position.options.sums)


def _played(seat: int, mine: TableView, slot: int, placed: str) -> Update:
    """Return the update after a play. In a race all get the same bytes, unless a seat has its own settings; by turns
    each seat is told whether it is its turn."""
    public = screens.played(mine, seat)
    are_alike = mine.view.turn is None and not mine.view.options.own
    own = "".join((screens.slot(mine, slot), public, screens.run(mine.language, mine.view.options, mine.run)))
    own += "" if are_alike else screens.turn(mine)
    own += screens.clock(mine) if mine.extra else ""
    if are_alike:
        return Update(own, same=public, say=placed)
    return Update(own, each=lambda view: screens.played(view, seat) + screens.turn(view), say=placed)


def _drew(seat: int, table: TableLike, slot: int) -> str:
    """Return the update after a draw. Half of all moves are draws, which only change a hand, so no view of the whole
    table is built."""
    if slot == screens.ROOMY:
        return screens.board(table.view(seat))
    own = own_hand(table.round.position, seat)
    rung = rung_in(table.round.options, seat)
    return screens.drew(OwnCards(table.language, table.round.labels, own, rung), slot)


def _all_start_alike(table: TableView) -> bool:
    """Return whether GO shows the same to all: empty hands, no turn, no clock, no own settings."""
    view = table.view
    return view.turn is None and table.extra is None and not view.options.own and not any(s.hand for s in view.seats)


GAME = AroundTheCorner()

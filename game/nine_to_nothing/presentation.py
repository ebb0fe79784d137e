"""Presentation of Nine to Nothing: its page, its screens, and the update that each event makes on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.log import table_state
from game.log.reader import RoundLog
from game.models import Claim
from game.nine_to_nothing import claims, screens, speech, words
from game.nine_to_nothing.how_to_play import FOLDER, how_to_play, tutorial
from game.nine_to_nothing.options import OPTIONS
from game.nine_to_nothing.replay import NineReplay
from game.nine_to_nothing.selection import picks_of
from game.rules import Event, nine_to_nothing
from game.rules.computer import Pace
from game.rules.contract import EXHAUSTED, GO, SORTED, STOPPED
from game.rules.nine_to_nothing import Options, events
from game.rules.nine_to_nothing.cards import DECK, NINE
from game.screens import page, parts
from game.screens.contract import Glance, Presentation, SmallCard, TableLike, Update
from game.screens.messages import OF_EVERY_GAME
from game.screens.sentences import MINUS
from game.screens.stencils import draw
from game.screens.table_view import TableView

TREAD, RISE = 48, 48
"""Width and height of a stair, in units of the picture."""


@cache
def deck() -> tuple[tuple[str, SafeString], ...]:
    """Return the 162 cards with their names; a sign change is named with both signs."""
    names = ("+/−" if card.is_change else f"{'+' if card.value > 0 else MINUS}{abs(card.value)}" for card in DECK)
    return tuple((name, draw(f"{FOLDER}/one_card", {"written": name})) for name in names)


@cache
def poster() -> SafeString:
    """Return the numbers as stairs, from the first one down to 0."""
    stairs = [(number, (NINE - number) * TREAD, (NINE - number) * RISE + 4) for number in range(NINE, -1, -1)]
    return draw(f"{FOLDER}/stairs", {"stairs": stairs})


NEW_BOARD = frozenset({GO, events.FINISHED, EXHAUSTED, STOPPED})
"""Kinds of events after which the whole board is redrawn, since an overlay appears or disappears."""

COUNTED = (*range(-9, 0), *range(1, 10))
"""The values on cards."""


class NineToNothing(Presentation):
    """The screens of Nine to Nothing: what all see, and each seat's own part; a hand is sent only if it has changed."""

    rules = nine_to_nothing
    decides = Claim
    page = "game/nine_to_nothing/page.html"
    messages = {**OF_EVERY_GAME, **words.MESSAGES}
    board = staticmethod(screens.board)
    over = staticmethod(screens.over)
    seat = staticmethod(screens.seat)
    done = staticmethod(words.done)
    options = OPTIONS
    how_to_play = staticmethod(how_to_play)
    tutorial = staticmethod(tutorial)
    deck = staticmethod(deck)
    poster = staticmethod(poster)
    refusal = staticmethod(words.refusal)
    phrases = speech.PHRASES
    read_aloud = staticmethod(speech.read_aloud)
    replay_of = staticmethod(NineReplay)

    def __init__(self, pace: Callable[[str, Sequence[int]], Pace] | None = None) -> None:
        """`pace` estimates these players' pace from another game, as this one does not measure it."""
        self._pace = pace or super().pace

    def title(self) -> str:
        return gettext("Nine to Nothing")

    def page_context(self, table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
        """Return the context of `page`; a page without scripts passes its picked cards in `asked`."""
        cards = {label: card for card, label in enumerate(table.labels)}
        hand = [card.id for card in table.view.hand if card]
        picked = screens.board(table, picks_of(asked.get("cards", ""), cards, hand))
        same = table.view.same
        chooses = not same.mine_done if same else table.view.turn == table.seat
        common = page.page_context(table, board=picked, note=self.note(table), by_forms=True, chooses=chooses)
        return {**common, "ten_frames": parts.ten_frames_of(table, COUNTED)}

    def glance(self, table: TableView) -> Glance:
        view = table.view
        top = view.discard_top if table.phase in ("playing", "over") else None
        return Glance(
            words.face(top) if top and table.phase == "playing" else "",
            None,
            tuple(words.standing(seat, same=view.same is not None) for seat in view.seats),
            SmallCard(words.face(top)) if top else None,
        )

    def hand(self, table: TableView) -> tuple[SmallCard, ...]:
        return tuple(SmallCard(words.face(card)) for card in table.view.hand if card)

    def told(self, event: Event, table: TableLike, before: Any) -> Update:
        seat = event.seat
        if event.kind in table_state.PAUSES:
            return Update(each=screens.over if event.kind == table_state.HELD else screens.uncovered)
        if event.kind in NEW_BOARD:
            return Update("" if seat is None else screens.board(table.view(seat)), each=screens.board)
        if event.kind == events.WRONG and seat is not None:
            say = words.refusal("wrong", table, seat, cards=event.cards)
            return Update(screens.why_wrong(table.view(seat), event.cards), why="wrong", say=say)

        def changed(view: TableView) -> str:
            return screens.public(view) + screens.own(view) + _hand_if_changed(view, before)

        mine = "" if seat is None else changed(table.view(seat))
        return Update(mine, each=None if event.kind in (events.ASKED, SORTED) else changed)

    def evidence(self, log: RoundLog) -> list[Claim]:
        """Return a row for each claim of the round's students, with how its sums were checked."""
        checking = Options.from_json(log.options).checking
        return [Claim(checking=checking, **asdict(claim)) for claim in claims.claims(log)]

    def pace(self, level: str, players: Sequence[int]) -> Pace:
        return self._pace(level, players)


def _hand_if_changed(table: TableView, before: Any) -> str:
    """Return the own hand if it has changed; after an act of the table (`before` is None) a card may have been
    discarded."""
    seat = table.seat
    if seat is None or (before is not None and before.hand_changes[seat] == table.view.hand_changes):
        return ""
    return screens.hand(table)

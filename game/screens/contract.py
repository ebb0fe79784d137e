"""The contract of a game's presentation at a table, with a default for everything but the rules.

A game is an instance of a subclass of `Presentation`, listed in `game.catalogue`; its modules import this one, never
the catalogue. The defaults are as simple as possible: each event pushes the whole board, drawn by the game's only
template, `templates/game/<name of the game>/_board.html` (its context: `board_context`).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.log.reader import Measured
from game.log.round import LiveRound
from game.models import Round
from game.rules import Event, Game, Refused
from game.rules.computer import LEVELS, Pace
from game.screens import page, parts, sentences, speech
from game.screens.how_to_play import HowToPlay, Step, not_told
from game.screens.messages import OF_EVERY_GAME, Messages, note
from game.screens.options import Option, of_rules
from game.screens.replay import BoardReplay, Replay
from game.screens.stencils import draw
from game.screens.table_view import TableView

STEADY = LEVELS["steady"]
SUN_STEPS = 12
"""Number of drawn positions of the setting sun."""


class Update(NamedTuple):
    """The HTML to send after an event. `mine`: to the acting seat. `same`: one text for all other screens, or `each`: a
    function that draws one per screen. Both empty: nobody else sees the event.

    `why` and `ms` are set if the move was not done (see wire.MoveAnswer).
    """

    mine: str = ""
    same: str = ""
    each: Callable[[TableView], str] | None = None
    why: str = ""
    say: str = ""
    ms: int = 0


class SmallCard(NamedTuple):
    """A small drawing of a card: the text on its face, and on its strip, whose colour depends on `step` (0: no
    strip)."""

    face: str
    strip: str = ""
    step: int = 0


class Daylight(NamedTuple):
    """The day of a round that ends at sunset: its length (ms), `gone` (ms of it when the sun last stopped), and `since`
    when the sun is moving again (ms since 1970), None while it stands still."""

    length: int
    gone: int
    since: int | None

    def share(self, now: int) -> float:
        """Return which share of the day is over, from 0 to 1."""
        gone = self.gone if self.since is None else max(0, now - self.since)
        return min(1.0, gone / self.length)


class Glance(NamedTuple):
    """Summary of a table for its teacher: what lies on top, a number to call out (or None), each seat in words.

    `last_cards` counts the seats that hold their last card. `card` is the top card to be drawn, also when the round is
    over. `held` is the share (percent) of its dealt cards that each seat still holds and `left` their number, if the
    game defines them; `daylight` is the day of a table that plays against the sun.
    """

    top: str
    called: int | None
    seats: tuple[str, ...]
    card: SmallCard | None = None
    held: tuple[int, ...] = ()
    last_cards: int = 0
    left: tuple[int, ...] = ()
    daylight: Daylight | None = None


class TableLike(Protocol):
    """The part of a live table that a presentation may use. Views are computed on demand.

    `record` is what `Presentation.record` has read for the present round.
    """

    names: tuple[str, ...]
    round: LiveRound
    record: Any

    @property
    def language(self) -> str: ...

    def view(self, seat: int | None) -> TableView: ...


class Presentation(Measured):
    """Presentation of a game at a table. Only `rules` is required; a game overrides the defaults it wants to improve.

    Every drawing returns HTML, byte for byte equal to its part of a fresh board.
    """

    rules: Game
    page = "game/any_game.html"
    """The template of the whole page."""
    own_options: tuple[Option, ...] = ()
    """Options that one child may have different from its table; a name means the same in every game, None is as for
    all."""
    choices: frozenset[str] = frozenset()
    """Kinds of moves that are settings of the player, judged by `choose` instead of the rules."""
    messages: Messages = OF_EVERY_GAME
    """All messages of a teacher to a table, by their number in the log, in the order offered."""
    guest_decks: tuple[Mapping[str, Any], ...] = ()
    """Options of the rounds of a guest who tries the game: of the first, and of later ones."""
    phrases: speech.Phrases = MappingProxyType({})
    """Phrases that this game's screens read aloud beside `speech.OF_EVERY_GAME`, by the names of their recordings."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that a teacher may choose for a session, in the order of the set-up and of summaries."""
        return of_rules(self.rules)

    # The screen

    def title(self) -> str:
        """Return the name of the game, as on every screen."""
        return self.rules.NAME.replace("_", " ").capitalize()

    def page_context(self, table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
        """Return the context of `page`; `asked` are the query parameters."""
        chooses = table.view.turn in (None, table.seat)
        drawn = {"board": self.board(table), "note": self.note(table)}
        return {**page.page_context(table, **drawn, by_forms=True, chooses=chooses), "title": self.title()}

    def board(self, table: TableView) -> SafeString:
        """Return the whole table as visible to this seat (or an onlooker)."""
        return draw(f"{self.rules.NAME}/board", self.board_context(table))

    def board_context(self, table: TableView) -> dict[str, Any]:
        """Return the context of the default board: the table's fields, its seats, the own hand, the shared parts.

        A card of `hand` is a pair: its name on the wire, used as the button's `id` and value, and the card.
        """
        fields = table._asdict()
        return fields | {
            "over": parts.covered(table) or self.over_panel(table),
            "turn": parts.turn(table),
            "seats": list(zip(table.names, table.view.seats, strict=True)),
            "hand": [(f"c{table.labels[_id_of(card)]}", card) for card in getattr(table.view, "hand", ()) if card],
        }

    def over(self, table: TableView) -> str:
        """Return the overlay of the table: waiting, countdown, result; empty during play."""
        return self.board(table)

    def over_panel(self, table: TableView) -> SafeString:
        """Return the overlay in all other phases than play and the teacher's pause."""
        own, cheers = parts.own_round(table), parts.has_own_best(table)
        headline = sentences.how_it_went(table, gettext("You have won!"))
        return parts.over(table, headline=headline, own=own, cheers=cheers)

    def seat(self, table: TableView, number: int) -> str:
        """Return a seat as visible to all."""
        return self.board(table)

    def pictured(self, table: TableView) -> str:
        """Return the number picture that a seat asked for."""
        return self.board(table)

    def glance(self, table: TableView) -> Glance:
        """Return the summary of an onlooker's view, for a teacher who watches many tables."""
        has_hands = hasattr(table.view, "hand")
        seats = tuple(sentences.cards_left(seat.left) if has_hands else "" for seat in table.view.seats)
        return Glance("", None, seats)

    def hand(self, table: TableView) -> tuple[SmallCard, ...]:
        """Return the cards of this seat, for its teacher."""
        return tuple(SmallCard(str(_id_of(card))) for card in getattr(table.view, "hand", ()) if card)

    def tried(self, event: Event, before: Any) -> str:
        """Return this attempt in a few words, like "6 on 5 ±1"; `before` is the position before it."""
        return ""

    def tried_number(self, event: Event) -> str:
        """Return the number on the only card of this attempt; "" if it has several, or none."""
        return ""

    def try_next(self, event: Event, before: Any) -> str:
        """Return the sum that would have been right instead of this mistake, for the player who made it."""
        return ""

    def slips(self, event: Event, before: Any) -> tuple[str, ...]:
        """Return the possible kinds of this mistake, the likeliest first, in the terms of the game's report."""
        return ()

    def replay_of(self, played: Round) -> Replay:
        """Return the replay of a finished round. Raises StillRunning."""
        return BoardReplay(played, self.board)

    def how_to_play(self, options: Mapping[str, Any]) -> HowToPlay:
        """Return the explanation of the game for a session with these options."""
        return not_told()

    def tutorial(self, options: Mapping[str, Any]) -> tuple[Step, ...]:
        """Return the steps of a tutorial for a session with these options; () if the game has none."""
        return ()

    def deck(self) -> tuple[tuple[str, SafeString], ...]:
        """Return the name and picture of every card of the usual deck, for printing; () if it has none."""
        return ()

    def poster(self) -> SafeString:
        """Return the game's numbers as a poster for the wall; empty if it has none."""
        return SafeString()

    def glimpse(self) -> SafeString:
        """Return the first plays of a real round as an animated picture; empty if the game has none."""
        return SafeString()

    # Words

    def messages_for(self, options: Mapping[str, Any]) -> Messages:
        """Return the messages offered to the teacher of a session with these options."""
        return self.messages

    def note(self, table: TableView) -> str:
        """Return the teacher's message to the table, as HTML."""
        return note(table, self.messages)

    def refusal(self, reason: str, table: TableLike, seat: int, **details: Any) -> str:
        """Return a sentence why this seat's move was not done; `reason` is that of a `Refused`."""
        if reason == "not_your_turn" and details.get("turn") is not None:
            return sentences.not_your_turn(table.names[details["turn"]])
        return sentences.refusal(reason, table.language)

    def done(self, kind: str) -> str:
        """Return a sentence about a completed move of this kind, for a page without scripts."""
        return sentences.done(kind)

    def read_aloud(self, table: TableView) -> tuple[str, ...]:
        """Return what this seat's screen reads aloud, as names of recordings in their order."""
        return speech.screen(table, playing=speech.whose_turn(table), ended=speech.won(table, "won"))

    # Events

    def told(self, event: Event, table: TableLike, before: Any) -> Update:
        """Return the update to send after an event of the rules; `before` is the position before it."""
        seat = event.seat
        if event.kind in self.rules.NOT_DONE and seat is not None:
            say = self.refusal(event.kind, table, seat, card=event.card, cards=event.cards)
            return Update(why=event.kind, say=say)
        mine = "" if seat is None else self.board(table.view(seat))
        return Update(mine, each=None if event.kind in self.rules.OWN_BUSINESS else self.board)

    def record(self, players: Sequence[int | None], played: Round) -> Any:
        """Return data that a table keeps for this round beside its log; read once, when the round is opened."""
        return None

    def extra(self, table: TableLike, view: Any) -> object | None:
        """Return what a screen is drawn from beside the view; called only if the table has a record."""
        return None

    def choose(self, kind: str, table: TableLike, seat: int, at: int) -> Event:
        """Return the log's event for a move of `choices`. Raises Refused."""
        raise Refused("unknown_move")

    def left(self, table: TableLike, seat: int | None, at: int) -> Event | None:
        """Return the table's event when a player leaves in the middle of play, or None."""
        return None

    # Computers

    def pace(self, level: str, players: Sequence[int]) -> Pace:
        """Return the pace of a computer of that level at a table of these players. May query the database."""
        return LEVELS.get(level, STEADY)


def _id_of(card: Any) -> int:
    return card if isinstance(card, int) else int(card.id)

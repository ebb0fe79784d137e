"""The contract of how a game is shown at a table, with a default for everything but the rules.

A game is an instance of a subclass of `Presentation` and stands in `game.catalogue`; its modules import this one, never
the catalogue. What it does not say otherwise is done as simply as can be: each event pushes the whole board, which is
the game's one template, `templates/game/<name of the game>/_board.html` (its context: `board_context`).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.log.round import LiveRound
from game.log.round_log import Measured
from game.models import Round
from game.rules import Event, Game, Refused
from game.rules.computer import LEVELS, Pace
from game.screens import own_facts, page, parts, sentences, speech
from game.screens.how_to_play import HowToPlay, Step, not_told
from game.screens.messages import OF_EVERY_GAME, Messages, note
from game.screens.options import Option, of_rules
from game.screens.replay import BoardReplay, Replay
from game.screens.stencils import draw
from game.screens.table_view import TableView

STEADY = LEVELS["steady"]
SUN_STEPS = 12
"""In so many steps the sun goes down."""


class Update(NamedTuple):
    """The HTML to send after an event. `mine`: to the acting seat. `same`: one text for all other screens, or `each`: a
    function that draws one per screen. Both empty: nobody else sees the event.

    `why` and `ms` are set where the move was not done (see wire.MoveAnswer).
    """

    mine: str = ""
    same: str = ""
    each: Callable[[TableView], str] | None = None
    why: str = ""
    say: str = ""
    ms: int = 0


class SmallCard(NamedTuple):
    """A card drawn in small: what stands on its face, and on its strip, whose colour goes by `step` (0: no strip)."""

    face: str
    strip: str = ""
    step: int = 0


class Daylight(NamedTuple):
    """The day of a round that ends at sunset: how long it is (ms), how much of it was `gone` when the sun came to
    stand, and `since` when it goes down (ms since 1970), None while it stands."""

    length: int
    gone: int
    since: int | None

    def share(self, now: int) -> float:
        """Return how much of the day is over now, from 0 to 1."""
        gone = self.gone if self.since is None else max(0, now - self.since)
        return min(1.0, gone / self.length)


class Glance(NamedTuple):
    """A table at a glance, for its teacher: what lies on top, a number to call out (None: none), each seat in words.

    `last_cards` counts the seats that hold their last card. `card` is the top card to be drawn, also when the round is
    over, `held` how much of what it was dealt each seat still holds (percent) and `left` how many cards that is, where
    a game can say so; `daylight` the day against which the table plays.
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
    """Presentation of a game at a table. Only `rules` must be given; a game overrides what it does better.

    Every drawing returns HTML, the same bytes as its part of a fresh board.
    """

    rules: Game
    page = "game/any_game.html"
    """The template of the whole page."""
    own_options: tuple[Option, ...] = ()
    """What one child may have otherwise than its table; a name means the same in every game, None is as for all."""
    choices: frozenset[str] = frozenset()
    """Kinds of moves that are settings of the player, judged by `choose` instead of the rules."""
    messages: Messages = OF_EVERY_GAME
    """Every message of a teacher to a table, by the number that the log keeps, in the order in which it is offered."""
    guest_decks: tuple[Mapping[str, Any], ...] = ()
    """Options of the rounds that somebody plays who tries the game: of the first, and of later ones."""
    phrases: speech.Phrases = MappingProxyType({})
    """What this game's screens read aloud beside `speech.OF_EVERY_GAME`, by the names of its recordings."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What a teacher may choose for a session, in the order in which it is asked and told."""
        return of_rules(self.rules)

    # The screen

    def title(self) -> str:
        """Return the name of the game, as on every screen."""
        return self.rules.NAME.replace("_", " ").capitalize()

    def page_context(self, table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
        """Return the context of `page`; `asked` is what the address asks for."""
        chooses = table.view.turn in (None, table.seat)
        drawn = {"board": self.board(table), "note": self.note(table)}
        return {**page.page_context(table, **drawn, by_forms=True, chooses=chooses), "title": self.title()}

    def board(self, table: TableView) -> SafeString:
        """Return the whole table as this seat (or an onlooker) may see it."""
        return draw(f"{self.rules.NAME}/board", self.board_context(table))

    def board_context(self, table: TableView) -> dict[str, Any]:
        """Return the context of the default board: the table's fields, its seats, the own hand, the shared parts.

        A card of `hand` stands as a pair: its name on the wire, to be the button's `id` and value, and the card.
        """
        fields = table._asdict()
        return fields | {
            "over": parts.covered(table) or self.over_panel(table),
            "turn": parts.turn(table),
            "seats": list(zip(table.names, table.view.seats, strict=True)),
            "hand": [(f"c{table.labels[_id_of(card)]}", card) for card in getattr(table.view, "hand", ()) if card],
        }

    def over(self, table: TableView) -> str:
        """Return what lies over the table: waiting, countdown, result; empty while they play."""
        return self.board(table)

    def over_panel(self, table: TableView) -> SafeString:
        """Return what lies over the table in a phase in which it is neither empty nor the teacher's pause."""
        own, cheers = own_facts.of_round(table), own_facts.has_own_best(table)
        headline = sentences.how_it_went(table, gettext("You have won!"))
        return parts.over(table, headline=headline, own=own, cheers=cheers)

    def seat(self, table: TableView, number: int) -> str:
        """Return what all see of a seat."""
        return self.board(table)

    def pictured(self, table: TableView) -> str:
        """Return what shows a seat the number picture it asked for."""
        return self.board(table)

    def glance(self, table: TableView) -> Glance:
        """Return what a teacher who looks after many tables sees of an onlooker's view."""
        has_hands = hasattr(table.view, "hand")
        seats = tuple(sentences.cards_left(seat.left) if has_hands else "" for seat in table.view.seats)
        return Glance("", None, seats)

    def hand(self, table: TableView) -> tuple[SmallCard, ...]:
        """Return the cards that this seat holds, for its teacher."""
        return tuple(SmallCard(str(_id_of(card))) for card in getattr(table.view, "hand", ()) if card)

    def tried(self, event: Event, before: Any) -> str:
        """Say in a few words what this attempt was, like "6 on 5 ±1"; `before` is the position it was made on."""
        return ""

    def tried_number(self, event: Event) -> str:
        """Return the number on the one card of this attempt; "" where there are several, or none."""
        return ""

    def try_next(self, event: Event, before: Any) -> str:
        """Return the sum that would have been right instead of this mistake, for whoever made it."""
        return ""

    def slips(self, event: Event, before: Any) -> tuple[str, ...]:
        """Return the kinds of mistake that this one may be, the likeliest first, as the game's report calls them."""
        return ()

    def replay_of(self, played: Round) -> Replay:
        """Return a finished round as moments. Raises StillRunning."""
        return BoardReplay(played, self.board)

    def how_to_play(self, options: Mapping[str, Any]) -> HowToPlay:
        """Return how the game is played in a session with these options."""
        return not_told()

    def tutorial(self, options: Mapping[str, Any]) -> tuple[Step, ...]:
        """Return what somebody presses who learns the game, in a session with these options; nothing where a game has
        none."""
        return ()

    def deck(self) -> tuple[tuple[str, SafeString], ...]:
        """Return every card of the usual deck for paper, its name and its picture; nothing where none is drawn."""
        return ()

    def poster(self) -> SafeString:
        """Return the numbers of the game for the wall; nothing where none are drawn."""
        return SafeString()

    def glimpse(self) -> SafeString:
        """Return the first plays of a real round as a picture that moves; nothing where a game has none."""
        return SafeString()

    # Words

    def messages_for(self, options: Mapping[str, Any]) -> Messages:
        """Return the messages that fit a session with these options: those that its teacher is offered."""
        return self.messages

    def note(self, table: TableView) -> str:
        """Return what the teacher has said to the table, as HTML."""
        return note(table, self.messages)

    def refusal(self, reason: str, table: TableLike, seat: int, **details: Any) -> str:
        """Return in words why this seat's move was not done; `reason` is the word of a `Refused`."""
        if reason == "not_your_turn" and details.get("turn") is not None:
            return sentences.not_your_turn(table.names[details["turn"]])
        return sentences.refusal(reason, table.language)

    def done(self, kind: str) -> str:
        """Return in words what a move of this kind has done, for a page without scripts."""
        return sentences.done(kind)

    def read_aloud(self, table: TableView) -> tuple[str, ...]:
        """Return what this seat's screen asks, as names of recordings in the order in which they are played."""
        return speech.screen(table, playing=speech.whose_turn(table), ended=speech.won(table, "won"))

    # Events

    def told(self, event: Event, table: TableLike, before: Any) -> Update:
        """Return what is told of an event of the rules; `before` is the position it changed."""
        seat = event.seat
        if event.kind in self.rules.NOT_DONE and seat is not None:
            say = self.refusal(event.kind, table, seat, card=event.card, cards=event.cards)
            return Update(why=event.kind, say=say)
        mine = "" if seat is None else self.board(table.view(seat))
        return Update(mine, each=None if event.kind in self.rules.OWN_BUSINESS else self.board)

    def record(self, players: Sequence[int | None], played: Round) -> Any:
        """Read what a table keeps in mind for this round beside its log, once, when the round is opened."""
        return None

    def extra(self, table: TableLike, view: Any) -> object | None:
        """Return what a screen is drawn from beside the view; asked only where the table has a record."""
        return None

    def choose(self, kind: str, table: TableLike, seat: int, at: int) -> Event:
        """Return the line of the log that one of `choices` becomes. Raises Refused."""
        raise Refused("unknown_move")

    def left(self, table: TableLike, seat: int | None, at: int) -> Event | None:
        """Return what the table does when a player goes away in the middle of play, None where it does nothing."""
        return None

    # Computers

    def pace(self, level: str, players: Sequence[int]) -> Pace:
        """Return how a computer of that level plays, at a table of these players. May ask the database."""
        return LEVELS.get(level, STEADY)


def _id_of(card: Any) -> int:
    return card if isinstance(card, int) else int(card.id)

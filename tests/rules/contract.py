"""What the laws and the recordings need of a game: how it is played at random, what holds in it, how it is written."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from game.rules.contract import Game, Move
from tests.rules.wandering import Step


class Offer(NamedTuple):
    """What a seat sees at a position, and the moves that it is offered there."""

    view: Any
    moves: tuple[Move, ...]


class Rounds(Protocol):
    """How a game is played at random."""

    OPTION_SETS: Mapping[str, tuple[Mapping[str, Any], int, float]]
    """By name: options, seats, and how often somebody leaves for good instead of moving."""

    def wander(self, options: Mapping[str, Any], seats: int, leaving: float, seed: int) -> Iterator[Step]:
        """Play a round to its end."""


class Laws(Protocol):
    """What a game's cards are, who may see them, and what holds in it alone."""

    UNRECORDED: frozenset[str]

    def cards_of(self, position: Any) -> Iterator[int]:
        """Yield every card of the round, wherever it is."""

    def may_see(self, position: Any, seat: int | None) -> set[int]:
        """Return the cards that this seat may see, None for an onlooker."""

    def with_hidden_cards_mixed(self, position: Any, seat: int | None) -> Any:
        """Return the same table to this seat, with another card for each that it may not see."""

    def assert_own_laws(self, step: Step) -> None: ...

    def assert_offers(self, step: Step, offers: Sequence[Offer]) -> None:
        """Compare a step with what each seat was offered before it."""

    def assert_own_end(self, position: Any) -> None: ...


class Pictures(Protocol):
    """How a game's cards and tables are written in a recording."""

    def face(self, number: int) -> str: ...

    def picture(self, position: Any) -> str: ...


class Played(NamedTuple):
    """A game with all that plays, judges and writes it. `card` is the type of the cards in its views."""

    rules: Game
    card: type
    rounds: Rounds
    laws: Laws
    pictures: Pictures

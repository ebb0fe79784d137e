"""One game more in the catalogues of rules and of presentations."""

from collections.abc import Iterator
from contextlib import contextmanager

from game import catalogue, rules
from game.catalogue import Presentations
from game.screens.contract import Presentation


def add(game: Presentation) -> None:
    """Show this game too from now on, in place of one of its name."""
    known = catalogue.CATALOGUE
    beside = {name: found for name, found in known.measured.items() if name not in known.games}
    _ask(Presentations.of((*known.games.values(), game), beside))


@contextmanager
def added(game: Presentation) -> Iterator[None]:
    before = catalogue.CATALOGUE
    add(game)
    yield
    _ask(before)


def _ask(known: Presentations) -> None:
    catalogue.CATALOGUE = known
    rules.CATALOGUE = rules.Catalogue.of(*(game.rules for game in known.games.values()), earlier=rules.EARLIER)

"""Each child's last cards, for the tiles of few tables and for a child's drawer; and a sentence for its teacher: how
many were wrong, and a possible cause."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.reports.pages.catalogue import report_of
from game import catalogue as shown
from game.log import reader
from game.log.prepared import Prepared
from game.models import Round

SHOWN = 5
"""Number of a child's last cards that are shown."""
ROUNDS = 2
"""The present round and the one before are read, so that a new deal does not clear the list."""


_rounds = Prepared(lambda *tables: Round.objects.filter(table__in=tables).order_by("-number"))


class TriedCard(NamedTuple):
    """A card that a child has tried: whether it was right, its description in a few words, its number alone, what would
    have been right instead, and the possible kinds of mistake."""

    right: bool
    words: str
    number: str
    instead: str = ""
    slips: tuple[str, ...] = ()


def of_tables(tables: Collection[int], game_name: str) -> Mapping[tuple[int, int], tuple[TriedCard, ...]]:
    """Return by table and seat the last cards tried there, the oldest first. Two queries, however many tables."""
    shown_as = shown.of(game_name)
    rules = shown_as.rules
    newest: dict[int, list[Round]] = defaultdict(list)
    for played in _rounds.all(*tables):
        if len(newest[played.table_id]) < ROUNDS:
            newest[played.table_id].append(played)
    logs = reader.events_of([played.pk for rounds in newest.values() for played in rounds])
    found: dict[tuple[int, int], list[TriedCard]] = defaultdict(list)
    for table, rounds in newest.items():
        for played in reversed(rounds):
            position = rules.deal(played.options, played.seats, played.seed)
            for _place, event in logs[played.pk]:
                if event.kind in rules.TRIED and event.seat is not None:
                    right = event.kind in rules.PLACED
                    card = TriedCard(right, shown_as.tried(event, position), shown_as.tried_number(event))
                    if not right:
                        slips = shown_as.slips(event, position)
                        card = card._replace(instead=shown_as.try_next(event, position), slips=slips)
                    found[table, event.seat].append(card)
                position = rules.apply(position, event)
    return {place: tuple(cards[-SHOWN:]) for place, cards in found.items()}


ENOUGH = 3
"""Fewest cards for a statement about a child."""
ALIKE = 2
"""Fewest wrong cards of one kind for a statement about their cause."""


def counted(tried: Sequence[TriedCard]) -> str:
    """Return how many of a child's last cards were wrong, in words; "" if they are too few."""
    if len(tried) < ENOUGH:
        return ""
    wrong = sum(not card.right for card in tried)
    words = ngettext(
        "%(wrong)s of the last %(n)s cards was wrong.", "%(wrong)s of the last %(n)s cards were wrong.", wrong
    )
    return (words if wrong else _("The last %(n)s cards were right.")) % {"wrong": wrong, "n": len(tried)}


def likely_cause(game: str, tried: Sequence[TriedCard]) -> str:
    """Return a possible cause of the wrong cards if they are alike, otherwise what would have fitted instead of the
    latest; "" without any."""
    wrong = [card for card in tried if not card.right]
    slips = Counter(slip for card in wrong for slip in card.slips)
    slip, seen = max(slips.items(), key=lambda found: found[1], default=("", 0))
    if seen >= ALIKE and (words := report_of(game).slip_words(slip)):
        return words
    if not wrong or not wrong[-1].instead:
        return ""
    return _("The latest was %(card)s; %(sum)s fits.") % {"card": wrong[-1].words, "sum": wrong[-1].instead}

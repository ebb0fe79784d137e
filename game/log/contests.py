"""Contested cards of rounds judged by reaction time, for a session's report: in how many the connection would have
decided who was first, and in how many it still did (rules 1.10)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from game import rules
from game.log.codec import first_of
from game.log.reader import entries_of
from game.rules.first import RaceClaim


class Contests(NamedTuple):
    """Counts of contested top cards, on which more than one child played a card. `by_connection`: the first to arrive
    was not the first by reaction, and was not taken. `after`: a quicker card arrived too late in spite of the hold."""

    cards: int = 0
    by_connection: int = 0
    after: int = 0


def of_rounds(round_ids: Iterable[int]) -> Contests:
    """Return the sum over these rounds. One query."""
    claims: defaultdict[tuple[int, int | None], list[tuple[RaceClaim, bool]]] = defaultdict(list)
    for round_id, entries in entries_of(round_ids, with_text='"first"').items():
        for entry in entries:
            seat, first = entry.event.seat, first_of(entry.measured.measured)
            if seat is not None and first:
                claim = RaceClaim(seat, first.reaction, first.credit)
                claims[round_id, entry.event.top].append((claim, entry.event.kind in rules.CATALOGUE.placed))
    return Contests(*map(sum, zip(*map(_counts, claims.values()), strict=True))) if claims else Contests()


def _counts(claims: list[tuple[RaceClaim, bool]]) -> Contests:
    """Return the counts of one top card, by its claims and whether each was first."""
    won = next((claim for claim, was_first in claims if was_first), None)
    others = [claim for claim, _was_first in claims if won and claim.seat != won.seat]
    if won is None or not others:
        return Contests()
    return Contests(
        cards=1,
        by_connection=any(other.elapsed < won.elapsed for other in others),
        after=any(other.reaction < won.reaction for other in others),
    )

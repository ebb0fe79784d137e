"""Claims as the rows that are kept of them."""

from dataclasses import fields

from game.log.round_log import RoundLog
from game.models import Claim
from game.nine_to_nothing import claims
from game.rules.nine_to_nothing import Options

_KEPT = tuple(field.name for field in fields(claims.JudgedLay))


def rows(log: RoundLog) -> list[Claim]:
    """Return a row for each claim of the round's students, with how its sums were checked."""
    checking = Options.from_json(log.options).checking
    return [Claim(checking=checking, **{name: getattr(claim, name) for name in _KEPT}) for claim in claims.claims(log)]

"""Attempts: the exposures of a round as the rows that are kept of them."""

from collections.abc import Iterable
from dataclasses import fields

from game.around_the_corner.exposures import Exposure
from game.log.round_log import RoundLog
from game.models import Attempt
from game.rules.around_the_corner import Options

SUMS = ("corner", "highest", "only_plus")
"""The options of a round that say what fits on a top card."""
_NOT_KEPT = frozenset({"brought_by", "untimed"})
_KEPT = tuple(field.name for field in fields(Exposure) if field.name not in _NOT_KEPT)


def rows(log: RoundLog, found: Iterable[Exposure]) -> list[Attempt]:
    """Return a row for each exposure, with the options under which it was played."""
    return [_attempt(log, exposure) for exposure in found]


def _attempt(log: RoundLog, exposure: Exposure) -> Attempt:
    columns = {name: getattr(exposure, name) for name in _KEPT}
    chosen = Options.from_json({name: log.options[name] for name in SUMS if name in log.options})
    columns |= {name: getattr(chosen, name) for name in SUMS}
    own = " ".join(sorted(log.options.get("own", {}).get(str(exposure.seat), {})))
    return Attempt(mode=log.options.get("mode", "race"), own=own, **columns)

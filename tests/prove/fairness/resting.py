"""`make prove-resting`: that a child who presses by resting wins as often as its equal (rules 1.12)."""

import sys
from collections.abc import Iterator

from game.rules.scanning import CLICK_MS
from tests.prove.fairness import slower
from tests.prove.fairness.children import Rest
from tests.prove.fairness.report import Proof
from tests.prove.fairness.rows import PACES, Row

RESTS = tuple(Rest(ms, ms) for ms in (800, 1000, 1500))
LONG = (RESTS[-1], "quick")
"""Such a rest beside such partners is not made good (rules 1.12): it is printed, and not judged."""
CLICKS = Rest(1500, CLICK_MS)
"""It has the setting, and clicks."""


def row(rest: Rest, pace: str, rounds: range, players: int = 2) -> Row:
    how = f"rests for {rest.rest} ms"
    return slower.row(how, rest, pace, rounds, players=players, judged=(rest, pace) != LONG)


def clicks(rounds: range) -> Row:
    return slower.gained("clicks although it could rest", CLICKS, RESTS[-1], rounds)


def every_row(rounds: range) -> Iterator[Row]:
    yield from (row(rest, pace, rounds, players) for players in (2, 3, 4) for pace in PACES for rest in RESTS)
    yield clicks(rounds)


PROOF = Proof(
    command="prove-resting",
    description="Prove what resting is worth in a race.",
    legend=slower.LEGEND,
    rounds=slower.ROUNDS,
    rows=every_row,
)

if __name__ == "__main__":
    sys.exit(PROOF.main())

"""`make prove-one-key`: that a child who plays with one key wins as often as its equal (rules 1.12)."""

import sys
from collections.abc import Iterator

from tests.prove.fairness import slower
from tests.prove.fairness.children import Scan
from tests.prove.fairness.report import Proof
from tests.prove.fairness.rows import PACES, Row

USUAL = (Scan(600, 250), Scan(800, 350), Scan(1000, 350))
SCANS = (*USUAL, Scan(1000, 600), Scan(1500, 350))
LATE = (Scan(1000, 600), "quick")
"""Such a press beside such a partner is not made good (rules 1.12): it is printed, and not judged."""
TOO_SLOW = Scan(2500, 350)
"""At this step the motor time is often longer than a race waits; what is lost is printed."""
DAWDLER = Scan(1000, 350, measured=999)
"""It pressed as late as one can when it was measured."""


def row(scan: Scan, pace: str, rounds: range, *, players: int = 2, judged: bool = True) -> Row:
    how = f"lit for {scan.step} ms, pressed after {scan.press}"
    return slower.row(how, scan, pace, rounds, players=players, judged=judged)


def dawdler(rounds: range) -> Row:
    return slower.gained("dawdled when it was measured", DAWDLER, DAWDLER._replace(measured=None), rounds)


def every_row(rounds: range) -> Iterator[Row]:
    two = [(scan, pace) for pace in PACES for scan in SCANS]
    yield from (row(*each, rounds, judged=each != LATE) for each in two)
    yield from (row(scan, pace, rounds, players=players) for players in (3, 4) for pace in PACES for scan in USUAL)
    yield from (row(TOO_SLOW, pace, rounds, judged=False) for pace in PACES)
    yield dawdler(rounds)


PROOF = Proof(
    command="prove-one-key",
    description="Prove what one key is worth in a race.",
    legend=slower.LEGEND,
    rounds=slower.ROUNDS,
    rows=every_row,
)

if __name__ == "__main__":
    sys.exit(PROOF.main())

"""`make prove-fair`: that the quicker card is first, whatever the connection (rules 1.10), with arrival as the control.

Prints shares and errors of simulated races with the product's own judgement.
"""

import sys
from collections.abc import Iterator

from tests.prove.fairness import rows
from tests.prove.fairness.report import Proof


def every_row(some: range) -> Iterator[rows.Row]:
    few, many = some[: max(1, len(some) // 4)], range(some.start, some.start + len(some) * 3 // 2)
    yield from (rows.equal(round_trip, few) for round_trip in (5, 60, 300))
    yield from (rows.connections(table, pace, some) for table in rows.TABLES for pace in rows.PACES)
    yield from (rows.wifi(name, pace, some) for name in rows.WIFI for pace in rows.PACES)
    yield from rows.cheats(many)


PROOF = Proof(
    command="prove-fair",
    description="Prove who is first on simulated races.",
    legend="arrival → reaction (→ by reaction, were a draw as quick on all connections)",
    rounds=60,
    rows=every_row,
)

if __name__ == "__main__":
    sys.exit(PROOF.main())

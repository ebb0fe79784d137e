"""`make prove-fair`: that the quicker card is first, whatever the line (rules 1.10), with arrival as the control.

Prints shares and errors of simulated races with the product's own judgement; ends with 1 if any row fails. A seed
repeats a run: `python -m tests.prove.fairness --seed 7`.
"""

import argparse
import secrets
import sys
from collections.abc import Iterator
from time import perf_counter

from tests.prove.fairness import rows


def every_row(first: int, rounds: int) -> Iterator[rows.Row]:
    some, few = range(first, first + rounds), range(first, first + max(1, rounds // 4))
    yield from (rows.equal(round_trip, few) for round_trip in (5, 60, 300))
    yield from (rows.lines(table, pace, some) for table in rows.TABLES for pace in rows.PACES)
    yield from (rows.wifi(name, pace, some) for name in rows.WIFI for pace in rows.PACES)
    yield from rows.cheats(range(first, first + rounds * 3 // 2))


def main() -> int:
    parser = argparse.ArgumentParser(prog="make prove-fair", description="Prove who is first on simulated races.")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="repeat the run with this seed")
    parser.add_argument("--rounds", type=int, default=60, help="rounds a row")
    asked, began, failed = parser.parse_args(), perf_counter(), 0
    print(f"seed {asked.seed}; arrival → reaction (→ by reaction, were a draw as quick on all lines)")
    for row in every_row(asked.seed, asked.rounds):
        print(row, flush=True)
        failed += row.passed is False
    print(f"{failed} failed; {perf_counter() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

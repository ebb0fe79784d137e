"""A proof of races as a command: its rows printed as they are found, and its end with 1 if one fails."""

import argparse
import secrets
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

from tests.prove.fairness.rows import Row


class Proof(NamedTuple):
    """`command` prints the rows of a range of seeds, as many as `rounds` says. `legend` says what stands in a row."""

    command: str
    description: str
    legend: str
    rounds: int
    rows: Callable[[range], Iterator[Row]]

    def main(self) -> int:
        """Print every row. A seed repeats a run: `python -m tests.prove.fairness --seed 7`."""
        parser = argparse.ArgumentParser(prog=f"make {self.command}", description=self.description)
        parser.add_argument("--seed", type=int, default=secrets.randbits(31), help="repeat the run with this seed")
        parser.add_argument("--rounds", type=int, default=self.rounds, help="rounds a row")
        asked, began, failed = parser.parse_args(), perf_counter(), 0
        print(f"seed {asked.seed}; {self.legend}")
        for row in self.rows(range(asked.seed, asked.seed + asked.rounds)):
            print(row, flush=True)
            failed += row.passed is False
        print(f"{failed} failed; {perf_counter() - began:.0f} s")
        return int(failed > 0)

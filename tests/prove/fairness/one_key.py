"""`make prove-one-key`: that a child who plays with one key wins as often as its equal (rules 1.12), with the race in
which nothing is taken off as the control.

Prints the share of the rounds that it wins, and of the cards; ends with 1 if a row fails. A seed repeats a run:
`python -m tests.prove.fairness.one_key --seed 7`.
"""

import argparse
import math
import secrets
import sys
from collections.abc import Iterator
from time import perf_counter

from game.rules import around_the_corner as rules
from tests.prove.fairness.children import HONEST, Browser, Net, Scan
from tests.prove.fairness.race import Race, Tally
from tests.prove.fairness.rows import PACES, Row

LINE = Net(30)
LOWEST, HIGHEST = 0.8, 1.2
"""Of what is fair: 40 to 60 of 100 rounds of two, 20 to 30 of four."""
USUAL = (Scan(600, 250), Scan(800, 350), Scan(1000, 350))
SCANS = (*USUAL, Scan(1000, 600), Scan(1500, 350))
LATE = (Scan(1000, 600), "quick")
"""Such a press beside such a partner is not made good (rules 1.12): it is printed, and not judged."""
TOO_SLOW = Scan(2500, 350)
"""At this step the motor time is often longer than a race waits; what is lost is printed."""
DAWDLER = Scan(1000, 350, measured=999)
"""It pressed as late as one can when it was measured."""


def won(scan: Scan, pace: str, rounds: range, *, players: int = 2, handicap: bool = True) -> tuple[float, Tally]:
    """Return of 100 rounds how many the child with one key wins, and what the races came to."""
    browsers = [Browser(scan=scan, handicap=handicap)] + [HONEST] * (players - 1)
    tally, first = Tally(), 0
    for seed in rounds:
        race = Race([LINE] * players, browsers, PACES[pace], seed, tally, by_reaction=True, free_draws=False)
        race.run()
        result = rules.result(race.position)
        first += result is not None and result.places[0] == 1
    return 100 * first / len(rounds), tally


def noise(rounds: range) -> float:
    """Return half the 95 % range of a share of the rounds near one half, in points."""
    return 98 / math.sqrt(len(rounds))


def row(scan: Scan, pace: str, rounds: range, *, players: int = 2, judged: bool = True) -> Row:
    control, _tally = won(scan, pace, rounds[: len(rounds) // 4], players=players, handicap=False)
    share, tally = won(scan, pace, rounds, players=players)
    holds = "/".join(f"{tally.hold(percent) / 1000:.1f}" for percent in (50, 95, 99.9))
    text = (
        f"{players}, {pace}, lit for {scan.step} ms, pressed after {scan.press}: {control:.0f} → {share:.0f} of 100 "
        f"rounds ± {noise(rounds):.0f}, {tally.share(0):.1f} of 100 cards; the others wait {holds} s (p50/p95/p99.9)"
    )
    margin = noise(rounds) / 2
    is_fair = LOWEST * 100 / players - margin <= share <= HIGHEST * 100 / players + margin
    return Row(text, is_fair if judged else None)


def dawdler(rounds: range) -> Row:
    """Whoever was slow when it was measured wins no more than whoever was not."""
    honest, _tally = won(DAWDLER._replace(measured=None), "slow", rounds)
    gained = won(DAWDLER, "slow", rounds)[0] - honest
    return Row(f"dawdled when it was measured: {gained:+.0f} of 100 rounds", gained <= math.sqrt(2) * noise(rounds))


def every_row(rounds: range) -> Iterator[Row]:
    two = [(scan, pace) for pace in PACES for scan in SCANS]
    yield from (row(*each, rounds, judged=each != LATE) for each in two)
    yield from (row(scan, pace, rounds, players=players) for players in (3, 4) for pace in PACES for scan in USUAL)
    yield from (row(TOO_SLOW, pace, rounds, judged=False) for pace in PACES)
    yield dawdler(rounds)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make prove-one-key", description="Prove what one key is worth in a race.")
    parser.add_argument("--seed", type=int, default=secrets.randbits(31), help="repeat the run with this seed")
    parser.add_argument("--rounds", type=int, default=240, help="rounds a row")
    asked, began, failed = parser.parse_args(), perf_counter(), 0
    print(f"seed {asked.seed}; rounds won without → with what is taken off; fair is 50, 33 and 25 of 100")
    for each in every_row(range(asked.seed, asked.seed + asked.rounds)):
        print(each, flush=True)
        failed += each.passed is False
    print(f"{failed} failed; {perf_counter() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

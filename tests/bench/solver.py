"""`python -m tests.bench.solver`: how long the longest lay takes by hand size, beside trying everything, as JSON.

Hands are dealt from one seed; milliseconds are medians and the slowest, without the solver's cache. Trying everything
(2^n sets of cards, each with every choice of flips) is only asked of hands it can finish.
"""

import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from game.rules.nine_to_nothing import solver
from tests.rules.nine_to_nothing.test_solver import most_points

HANDS = ((7, 0), (7, 1), (8, 2), (10, 3), (13, 4))
"""Number cards and sign changes."""
TRIED = frozenset({(7, 0), (7, 1), (8, 2)})
MANY, FEW = 300, 10


def main() -> None:
    report = {}
    for numbers, changes in HANDS:
        hands = dealt(numbers, changes)
        solved = [milliseconds(partial(solver.best_lay, hand, 9)) for hand in hands]
        found = {"median_ms": round(statistics.median(solved), 3), "slowest_ms": round(max(solved), 3)}
        if (numbers, changes) in TRIED:
            tried = [milliseconds(partial(most_points, hand, 9)) for hand in hands[:FEW]]
            found["trying_everything_to_ours"] = round(statistics.median(tried) / statistics.median(solved))
        report[f"{numbers} cards and {changes} sign changes"] = found
    print(json.dumps(report, indent=2))


def dealt(numbers: int, changes: int) -> list[list[int]]:
    dice = random.Random(f"{numbers} {changes}")
    return [dice.sample(range(1, 145), numbers) + dice.sample(range(145, 163), changes) for _ in range(MANY)]


def milliseconds(call: Callable[[], object]) -> float:
    solver._solve.cache_clear()
    began = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()

"""`make prove`: the measures against races whose truth is known, with fresh seeds: first the model on races of its own
family, row by row of measurement 6.2; then everything that pages print, on children whom it does not know (printed).

Prints bias ± Monte-Carlo error and coverage of the 95 % range, with limits where the page sets them. Ends with 1 if any
row fails. A seed repeats a run: `python -m tests.prove --seed 7`.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from time import perf_counter

import django
import numpy as np

from tests.prove import curves, errors, fits, ratings, schedules
from tests.prove.generator import Kind
from tests.prove.rows import Row, table

NOT_MET = """not met or not judged, said openly:
- below 20 own decisions in lively races the median is pulled up 4-7 %, by its prior and by leftover difficulty
- a student alone, wrong cards coming faster: accuracy up to .03 too low below 70 own decisions (a class teaches it)
- strata left too coarse (leftover .20) break the ranges; so does being driven on by others: true is how a child answers
  when nobody races
- about half of those who let cards pass are named; of those whose seconds changed by 15 % or right cards by 5 points
  over eight weekly lessons of 60 top cards .4 to .6 are found, .3 to .4 where days are bad; were no time cut short, .4
  to .65: a change of right cards alone is hardly ever found, twice the cards find .55 to .7
- children who count when they do not remember are wrong slowly: their share right in races is .01 to .02 too high,
  ranges that miss lie above the truth, theirs hold .88 to .93, and those of a lesson's class .89
- chances of kinds of sums: .19 and .09 off in one of ten bins, where .08 is the goal, and no one rule over them comes
  nearer than .10 in both families; those of sums are within .08 where many classes are asked
- of all who lack what is taught .05 to .2 are named, where .70 is the goal: nobody is from under 8 own cards, and no
  more of them have these; the row shows both
- after three check-ups over a term about .54 of those who changed are found, where .70 is the goal; .6 to .75 would be,
  were no time cut short"""

_BOTH_MISS = {
    "calibrated, facts: off in ten bins",
    "calibrated, skills: off in ten bins",
    "teach: of all who lack it, named",
    "teach: of all who lack it, named, after 3 lessons",
    "growth, ordinary days: found of a third who change",
    "growth, bad days: found of a third who change",
    "growth after three check-ups: found of a third who change",
}
OPEN = {
    "children": _BOTH_MISS,
    "rememberers": _BOTH_MISS
    | {
        "a lesson's class",
        "printed: usual children, 20 own and more",
        "printed: all children but the pressed, 20 own and more",
        "printed: usual children, good and bad days",
    },
}
"""Rows that a family is known to miss, for the reasons said above: they are judged, and do not fail the proof."""


def rows(replications: int, dice: np.random.Generator) -> Iterator[Row]:
    yield from (fits.known_offsets(kind, replications, dice) for kind in (*fits.KINDS, *fits.SHAKY))
    classes = max(2, replications // 40)
    yield from (fits.a_class(kind, classes, dice) for kind in fits.CLASSES)
    yield from (curves.wilsons_coverage(n) for n in (10, 20, 50, 100))
    for opponents, exposures in [(0, 50), (1, 100), (3, 100), (3, 200), (5, 200)]:
        yield curves.alike(Kind(opponents, exposures, alike=True), replications, dice)
    yield from curves.controls(replications, dice)
    yield from ratings.rows(60 * replications, dice)
    yield from errors.rows(replications, dice)
    yield from schedules.rows(max(10, replications // 10), dice)
    yield from (fits.known_offsets(kind, replications, dice, judged=False) for kind in fits.ROBUSTNESS)
    yield from (fits.strange(kind, replications, dice) for kind in fits.STRANGE)
    yield from printed_rows(max(4, replications // 6), dice)


def families(classes: int, dice: np.random.Generator) -> dict[str, Iterator[Row]]:
    """Return the rows of what pages print of each family of children whom the model does not know."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
    django.setup()
    printed = import_module("tests.prove.pages.printed")
    made = (
        import_module("tests.prove.people.outside").children,
        import_module("tests.prove.people.memories").rememberers,
    )
    own = dice.spawn(len(made))
    check_ups = import_module("tests.prove.pages.check_ups")
    return {
        people.__name__: chain(printed.rows(classes, chance, people), check_ups.rows(classes // 2 + 1, chance, people))
        for people, chance in zip(made, own, strict=True)
    }


def printed_rows(classes: int, dice: np.random.Generator) -> Iterator[Row]:
    """Ask the functions of the pages: they can be imported once Django is set up, and need no database."""
    for name, rows_of_family in families(classes, dice).items():
        for row in rows_of_family:
            yield row.left_open() if row.what in OPEN[name] else row
    yield from import_module("tests.prove.pages.sums").rows(classes, dice)
    first = int(dice.integers(2**32))
    yield import_module("tests.prove.connections").row(classes, range(first, first + 6 * classes))


def main() -> int:
    parser = argparse.ArgumentParser(prog="make prove", description="Prove the measures on simulated races.")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="repeat the run with this seed")
    parser.add_argument("--replications", type=int, default=1000, help="students per row (1000 takes 10 minutes)")
    parser.add_argument("--printed", action="store_true", help="only what the pages print")
    parser.add_argument("--table", action="store_true", help="the same as a table for docs/measurement")
    asked = parser.parse_args()
    if asked.table:
        found = families(max(4, asked.replications // 6), np.random.default_rng(asked.seed))
        print(*table(tuple(found), [list(rows_of_family) for rows_of_family in found.values()]), sep="\n")
        return 0
    print(f"seed {asked.seed}, {asked.replications} replications; below 1000 limits widen by 2 Monte-Carlo errors")
    print(NOT_MET)
    began, failed, is_open = perf_counter(), 0, 0
    dice = np.random.default_rng(asked.seed)
    for row in printed_rows(asked.replications // 6, dice) if asked.printed else rows(asked.replications, dice):
        failed += row.failed
        is_open += row.passed is False and row.is_open
        print(row, flush=True)
    print(f"{failed} rows failed, {is_open} open; {perf_counter() - began:.0f} s; repeat with --seed {asked.seed}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

"""The map of sums against the truth: solid and pale letters, the chances behind them, and how much of it speaks
(measurement 7, rows 17, 18)."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from classroom.measures.mastery import LETTERS, MOSTLY, SELDOM
from classroom.measures.mixture import Floats, Whole
from classroom.reports.around_the_corner.findings.facts import standings
from tests.prove.people.outside import QUICK, Course, Family, played
from tests.prove.people.truth import Class
from tests.prove.rows import Booleans, Figure, Row, mean, share

SOLID, PALE, ENOUGH = (0.85, 1.0), (0.80, 1.0), 20
CALIBRATED, BINS = (0.0, 0.08), 10


def letter_rows(classes: list[Class]) -> Iterator[Row]:
    """Solid and pale letters against the truth (measurement 7, rows 17, 18), and what the chances behind them say."""
    known = [(one, standings(one.answers, QUICK)) for one in classes]
    for what in ("facts", "skills"):
        found = [(getattr(each, what), *getattr(one.truth, what)) for one, each in known]
        for solid, limits in ((True, SOLID), (False, PALE)):
            hits: dict[str, list[Booleans]] = {"S": [], "A": [], "T": []}
            for told, right, fluent in found:
                for name, true in (("S", fluent > MOSTLY), ("A", right > MOSTLY), ("T", right < SELDOM)):
                    hits[name].append(true[(told.solid == solid) & (told.letter == LETTERS.index(name))])
            of = {name: np.concatenate(parts) for name, parts in hits.items()}
            yield Row(
                f"{'solid' if solid else 'pale'} letters of {what}",
                tuple(share(name, part, limits if len(part) >= ENOUGH else None) for name, part in of.items()),
            )
        spoken = [told.met | told.pale for told, _right, _fluent in found]
        said = np.concatenate([1 - told.lacking[kept] for (told, _r, _f), kept in zip(found, spoken, strict=True)])
        true = np.concatenate([(right > MOSTLY)[kept] for (_t, right, _f), kept in zip(found, spoken, strict=True)])
        group = np.repeat(np.arange(len(found)), [int(kept.sum()) for kept in spoken])
        best = _worst(_by_other_classes(said, true, group), true, group)
        yield Row(
            f"calibrated, {what}: off in ten bins",
            (_worst(said, true, group, CALIBRATED), replace(best, name="worst for who knows the family")),
        )


def _worst(said: Floats, true: Booleans, of: Whole, limits: tuple[float, float] | None = None) -> Figure:
    """Return how far the worst bin is off, with its error by the classes `of` which the cells are: cells of one class
    miss together."""
    bins = _bins(said)
    off = {int(at): float((said - true)[bins == at].mean()) for at in np.unique(bins)}
    worst = max(off, key=lambda at: abs(off[at]))
    here = bins == worst
    by_class = np.bincount(of[here], (said - true)[here] - off[worst])
    error = float(np.sqrt((by_class**2).sum()) / here.sum())
    return Figure("worst", abs(off[worst]), error, limits, len(np.unique(of)))


def _by_other_classes(said: Floats, true: Booleans, of: Whole) -> Floats:
    """Return the chances as an oracle says them that knows the family: moved by what the other half of the classes
    shows of each bin. What it misses still, chance leaves of so many classes."""
    moved = said.copy()
    for half in (0, 1):
        other = of % 2 != half
        bins = _bins(said[other])
        at = np.unique(bins)
        told, right = ([float(part[bins == each].mean()) for each in at] for part in (said[other], true[other]))
        moved[~other] = np.interp(said[~other], told, right)
    return moved


def _bins(said: Floats) -> Whole:
    return np.minimum((BINS * said).astype(int), BINS - 1)


def filled_rows(classes: int, dice: np.random.Generator, family: Family) -> Iterator[Row]:
    """How much of the map of 60 sums speaks, after lessons of 60 top cards a week."""
    for lessons, limits in ((3, (0.75, 1.0)), (8, (0.90, 1.0))):
        told, known = [], []
        for _ in range(classes):
            who = family(dice)
            facts = standings(played(who, Course(lessons, weekly=True), dice), QUICK).facts
            told.append((facts.met | facts.pale).mean())
            known.append(facts.known.mean())
        figures = mean("speaks", np.array(told), limits), mean("known", np.array(known))
        yield Row(f"the map of sums after {lessons} lessons", figures)

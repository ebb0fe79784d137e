"""The map of sums against the truth: solid and pale letters, the chances behind them, and how much of it speaks
(measurement 7, rows 17, 18)."""

from collections.abc import Iterator

import numpy as np

from classroom.measures.mastery import LETTERS, MOSTLY, SELDOM
from classroom.reports.around_the_corner.findings.facts import standings
from tests.prove.outside import QUICK, Course, children, played
from tests.prove.rows import Booleans, Figure, Row, mean, share
from tests.prove.truth import Class

SOLID, PALE, ENOUGH = (0.85, 1.0), (0.80, 1.0), 20


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
            counted = ", ".join(f"{len(part)} {name}" for name, part in of.items())
            yield Row(
                f"{'solid' if solid else 'pale'} letters of {what}: {counted}",
                tuple(share(name, part, limits if len(part) >= ENOUGH else None) for name, part in of.items()),
            )
        said = np.concatenate([1 - told.lacking[told.met | told.pale] for told, _right, _fluent in found])
        true = np.concatenate([(right > MOSTLY)[told.met | told.pale] for told, right, _fluent in found])
        bins = np.minimum((10 * said).astype(int), 9)
        off = [abs(said[bins == at].mean() - true[bins == at].mean()) for at in np.unique(bins)]
        yield Row(f"calibrated, {what}: off in ten bins", (Figure("mean", mean_of(off)), Figure("worst", max(off))))


def mean_of(values: list[float]) -> float:
    return sum(values) / len(values)


def filled_rows(classes: int, dice: np.random.Generator) -> Iterator[Row]:
    """How much of the map of 60 sums speaks, after lessons of 60 top cards a week."""
    for lessons, limits in ((3, (0.75, 1.0)), (8, (0.90, 1.0))):
        told, known = [], []
        for _ in range(classes):
            who = children(dice)
            facts = standings(played(who, Course(lessons, weekly=True), dice), QUICK).facts
            told.append((facts.met | facts.pale).mean())
            known.append(facts.known.mean())
        figures = mean("speaks", np.array(told), limits), mean("known", np.array(known))
        yield Row(f"the map of sums after {lessons} lessons", figures)

"""What the pages print, on the outside simulator: every number, letter, name and sentence against what is true of the
children (measurement 7, row 13). The functions asked are those that the pages call.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from classroom.measures import Z95, Estimate
from classroom.measures.clusters import raced_shares
from classroom.measures.mastery import MOSTLY, OWN_FROM
from classroom.measures.mixture import Floats
from classroom.measures.showing import ACCURACY_MARK
from classroom.models import Student
from classroom.reports.around_the_corner.findings import next_lesson
from classroom.reports.around_the_corner.findings.ability import Ability, abilities, class_fit
from classroom.reports.around_the_corner.findings.facts import standings
from classroom.reports.around_the_corner.findings.grouping import figures, grouping
from tests.prove.pages import growth, maps, needs
from tests.prove.people.outside import ODD, QUICK, SLOW, USUAL, Course, Family, played, served
from tests.prove.people.truth import Class, Truth
from tests.prove.rows import Booleans, Figure, Row, mean, share

LESSONS = (1, 2, 3, 4, 6)
COVERAGE, AT_LEAST, SURE = (0.925, 0.975), (0.93, 1.0), (0.80, 1.0)
ENOUGH, FEW = 20, (5, 15)
LACKED, FOUND = 0.4, (0.70, 1.0)
EVEN = (0.25, 0.75)
"""Of the ranges that miss: how many lie above the truth."""
UNTIMED, JUDGED_UNTIMED, MOST_UNTIMED = (0.10, 0.25, 0.50), 0.25, (-0.015, 0.015)


@dataclass(frozen=True)
class Told:
    """Of N children of many classes: kind (ODD), own decisions, and of median, accuracy and fluent share what was
    printed (N, 3) and what is true (N,)."""

    odd: Floats
    decisions: Floats
    printed: dict[str, Floats]
    true: dict[str, Floats]

    def where(self, kept: Booleans) -> "Told":
        return Told(
            self.odd[kept],
            self.decisions[kept],
            {name: part[kept] for name, part in self.printed.items()},
            {name: part[kept] for name, part in self.true.items()},
        )

    def off(self, name: str) -> Floats:
        """Return how far the number is from the truth: relative for seconds, in shares of 1 else."""
        value, true = self.printed[name][:, 0], self.true[name]
        return value / true - 1 if name == "median" else value - true

    def held(self, name: str) -> Booleans:
        """Return whether the range holds the truth; shares as they are printed, in whole cards of 100."""
        low, high, true = self.printed[name][:, 1], self.printed[name][:, 2], self.true[name]
        if name == "median":
            return (low <= true) & (true <= high)
        return (np.round(100 * low) - 0.5 <= 100 * true) & (100 * true <= np.round(100 * high) + 0.5)

    def above(self, name: str) -> Booleans:
        """Return of the ranges that miss whether they lie above the truth."""
        return np.asarray(self.printed[name][:, 1] > self.true[name])[~self.held(name)]


def some_classes(classes: int, dice: np.random.Generator, family: Family, mode: str = "race",
                 days: float = 0.0) -> list[Class]:  # fmt: skip
    return [_class(dice, family, mode, days) for _ in range(classes)]


def _class(dice: np.random.Generator, family: Family, mode: str, days: float, lessons: int = 0) -> Class:
    who = family(dice)
    course = Course(lessons or int(dice.choice(LESSONS)), days=days)
    return Class(who, played(who, course, dice, mode), Truth(who, dice))


def rows(classes: int, dice: np.random.Generator, family: Family) -> Iterator[Row]:
    raced = some_classes(classes, dice, family)
    yield from _numbers(told(raced))
    yield from maps.letter_rows(raced)
    yield from _next_lesson(raced)
    yield from _next_lesson(
        [_class(dice, family, "race", 0.0, 3) for _ in range(classes // 2 + 1)], ", after 3 lessons"
    )
    yield needs.row("sums of top cards", [_verdicts(one) for one in raced])
    yield _groups(raced)
    yield _lessons(raced)
    yield _passing(raced)
    yield _on_days(told(some_classes(classes // 2 + 1, dice, family, days=growth.BAD_DAYS)))
    yield _alone(told(some_classes(classes // 4 + 1, dice, family, "solo")))
    yield _untimed(raced, dice)
    yield from maps.filled_rows(classes // 6 + 1, dice, family)
    yield from growth.rows(classes // 2 + 1, dice, family)


def told(classes: list[Class]) -> Told:
    found = [(one, place, each) for one in classes for place, each in enumerate(abilities(one.answers, Z95, QUICK))]
    known = [(one, place, each) for one, place, each in found if each.seconds and each.accuracy and each.fluent]
    parts: dict[str, Callable[[Ability], Estimate | None]] = {
        "median": lambda each: each.seconds, "accuracy": lambda each: each.accuracy, "fluent": lambda each: each.fluent,
    }  # fmt: skip
    return Told(
        np.array([one.who.odd[place] for one, place, _each in known]),
        np.array([each.decisions for _one, _place, each in known]),
        {name: np.array([part(each) for _one, _place, each in known], float) for name, part in parts.items()},
        {name: np.array([getattr(one.truth, name)[place] for one, place, _each in known]) for name in parts},
    )


def _numbers(all_told: Told) -> Iterator[Row]:
    enough = all_told.decisions >= ENOUGH
    usual = all_told.odd == USUAL
    yield _row("usual children, 20 own and more", all_told.where(usual & enough), judged=True)
    yield _row(
        "all children but the pressed, 20 own and more", all_told.where(enough & (all_told.odd != 5)), judged=True
    )
    yield _row("usual children, 10 to 19 own", all_told.where(usual & (all_told.decisions >= 10) & ~enough))
    yield _row("usual children, 100 own and more", all_told.where(usual & (all_told.decisions >= 100)))
    low, high = FEW
    slow = all_told.where((all_told.odd == SLOW) & (all_told.decisions >= low) & (all_told.decisions <= high))
    yield Row("very slow, 5 to 15 own", (mean("median", slow.off("median"), (-0.04, 0.08)),))
    for kind in range(1, len(ODD)):
        kept = all_told.where((all_told.odd == kind) & enough)
        found = _row(ODD[kind], kept)
        if kind == len(ODD) - 1:
            figures = list(found.figures)
            figures[1] = share("cov", kept.held("median"), (0.90, 1.0))
            found = Row(found.what, tuple(figures))
        yield found


def _row(what: str, of: Told, *, judged: bool = False) -> Row:
    limits = {"median": (-0.03, 0.03), "accuracy": (-0.015, 0.015), "fluent": (-0.025, 0.025)}
    found: list[Figure] = []
    for name, most in limits.items():
        bound = AT_LEAST if name == "accuracy" else COVERAGE
        found.append(mean(name, of.off(name), most if judged else None))
        found.append(share("cov", of.held(name), bound if judged else None))
    found.append(share("accuracy's misses above", of.above("accuracy"), EVEN if judged else None))
    return Row(f"printed: {what}", tuple(found))


def _on_days(of: Told) -> Row:
    usual = of.where((of.odd == USUAL) & (of.decisions >= ENOUGH))
    return _row("usual children, good and bad days", usual, judged=True)


def _next_lesson(classes: list[Class], when: str = "") -> Iterator[Row]:
    """Recall is of children with the cards that a name needs (measurement 7, row 21); that of all has its own row."""
    said, both, named, lacking, nameable, taught = [], [], [], [], [], []
    for one in classes:
        known = standings(one.answers, QUICK)
        found = next_lesson.weakest(known.skills)
        if found is None:
            continue
        missing = one.truth.skills[0] <= MOSTLY
        counts = missing.sum(axis=0)
        said.append(counts[found.skills].max() >= counts.max() - 1)
        both.append(len(found.skills) > 1)
        named.append(found.named)
        lacking.append(missing[:, found.skills].any(axis=1))
        own = known.skills.counts.answered[:, found.skills] >= OWN_FROM
        nameable.append((missing[:, found.skills] & own).any(axis=1))
        if counts.max() >= LACKED * len(missing):
            students = [Student(pk=player, name=f"{player}") for player in one.answers.players]
            taught.append(any(each.kind == "teach" for each in next_lesson.sentences(*known[::-1], {}, students)))
    chosen, true, seen = np.concatenate(named), np.concatenate(lacking), np.concatenate(nameable)
    yield Row(
        f"teach: the weakest kind, give or take a child; two are; is said{when}",
        (share("share", np.array(said), (0.90, 1.0)), share("two", np.array(both)),
         share("said where .4 lack it", np.array(taught), (0.95, 1.0))),
    )  # fmt: skip
    precision, recall = share("precision", true[chosen], SURE), share("recall", chosen[seen], FOUND)
    yield Row(f"teach: children named{when}", (precision, recall))
    most = share("could be by their cards", seen[true])
    yield Row(f"teach: of all who lack it, named{when}", (share("recall", chosen[true], FOUND), most))


def _verdicts(one: Class) -> needs.Verdicts:
    skills = standings(one.answers, QUICK).skills
    return needs.Verdicts(skills.lacking, one.truth.skills[0], skills.counts.answered > 0)


def _groups(classes: list[Class]) -> Row:
    sure, hits = [], []
    for one in classes:
        numbers = figures(one.answers, QUICK)
        students = [Student(pk=player, name=f"{player}") for player in one.answers.players]
        for place, row in enumerate(grouping(numbers, students, QUICK).rows):
            if row.corner is not None:
                true = 2 * (one.truth.accuracy[place] >= ACCURACY_MARK) + (one.truth.median[place] <= QUICK)
                sure.append(row.sure)
                hits.append(row.corner == true)
    right, known = np.array(hits), np.array(sure)
    return Row("groups: the corner; without perhaps", (share("all", right), share("sure", right[known], (0.90, 1.0))))


def _lessons(classes: list[Class]) -> Row:
    off, held = [], []
    for one in classes:
        lesson = one.answers.sheet[one.answers.fitted] // len(one.who)
        groups = int(lesson.max()) + 1
        true = one.truth.accuracy.mean()
        for found in raced_shares(one.answers.exposures(), lesson, groups, class_fit(one.answers)):
            if found:
                off.append(found.value - true)
                held.append(found.low <= true <= found.high)
    return Row(
        "a lesson's class", (mean("share", np.array(off), (-0.015, 0.015)), share("cov", np.array(held), AT_LEAST))
    )


def _passing(classes: list[Class]) -> Row:
    """Who lets cards pass: few of those who do not, and how many of those who do (12 %)."""
    said, odd = [], []
    for one in classes:
        found = abilities(one.answers, Z95, QUICK)
        said += [each.lets_pass for each in found]
        odd += one.who.odd.tolist()
    flagged, kind = np.array(said), np.array(odd)
    leaves = np.concatenate([one.who.leaves for one in classes])
    return Row(
        "lets cards pass: said falsely; said of those who do",
        (share("false", flagged[leaves == 0], (0.0, 0.05)), share("found", flagged[kind == len(ODD) - 1])),
    )


def _untimed(classes: list[Class], dice: np.random.Generator) -> Row:
    """Seconds where a part of the decisions has the server's time alone, beside the same with all times (row 16)."""
    figures = []
    for part in UNTIMED:
        pairs = [
            both
            for one in classes
            for both in zip(
                abilities(one.answers, Z95, QUICK), abilities(served(one.answers, part, dice), Z95, QUICK), strict=True
            )
        ]
        off = [found.seconds.value / true.seconds.value - 1 for true, found in pairs
               if true.seconds and found.seconds and true.decisions >= ENOUGH]  # fmt: skip
        figures.append(mean(f"{part:.0%}", np.array(off), MOST_UNTIMED if part <= JUDGED_UNTIMED else None))
    return Row("seconds, decisions untimed", tuple(figures))


def _alone(of: Told) -> Row:
    """Solo and turns: the plain median, and counts with Wilson's range."""
    return _row("alone, 20 own and more", of.where(of.decisions >= ENOUGH))

"""Fact maps and skill maps as rows of cells for charts/_heat.html: a student's, and a class's."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from classroom.reports import words
from classroom.reports.charts import Cell, HeatRow
from classroom.reports.facts import CHANGES, GOES_ROUND, LETTERS, NUMBERS, SKILLS, UNKNOWN, Counts, Standings
from classroom.reports.measures import CLASS_MEAN_FROM_STUDENTS

LEVELS = ("secure", "accurate", "growing", "teach", "none")
SHARES = ((0.8, "secure"), (0.5, "accurate"), (0.25, "growing"), (0.0, "teach"))
"""Of a class: from which share of students at S or A on a cell has which colour; its number says the rest."""

Address = Callable[[int], str]


def fact_map(standings: Standings, place: int, address: Address) -> list[HeatRow]:
    """Return the 10 × 6 map of the student at this place; `address` leads to the plays of a fact."""
    return _by_number([_fact_cell(standings, place, fact, address(fact)) for fact in range(len(GOES_ROUND))])


def class_fact_map(standings: Standings, address: Address) -> list[HeatRow]:
    """Return the map of a class: how many of those of whom enough is known are secure or accurate."""
    there = (standings.there & standings.known).sum(axis=0).tolist()
    known = standings.known.sum(axis=0).tolist()
    cells = [_class_cell(fact, *each, address(fact)) for fact, each in enumerate(zip(there, known, strict=True))]
    return _by_number(cells)


def skill_map(
    standings: Standings, names: Sequence[str], order: Sequence[int], address: Callable[[int, int], str]
) -> list[HeatRow]:
    """Return students × skills, the skills in this order; `address` leads to the plays of a student and a skill."""
    return [
        HeatRow(name, [_skill_cell(standings, place, skill, address(place, skill)) for skill in order])
        for place, name in enumerate(names)
    ]


def weakest_first(standings: Standings) -> list[int]:
    """Return the skills that were met, those with the smallest share of quick right cards first."""
    counts = standings.counts
    part, whole = _judged(counts)
    met = [skill for skill in range(len(SKILLS)) if counts.chances[:, skill].sum()]
    return sorted(met, key=lambda skill: (part[:, skill].sum() + 1) / (whole[:, skill].sum() + 2))


def _judged(counts: Counts) -> tuple:
    """Quick ones of those on the clock; where nothing was on a clock (practice), right ones of all."""
    return (counts.quick, counts.clocked) if counts.clocked.any() else (counts.right, counts.chances)


def _by_number(cells: Sequence[Cell]) -> list[HeatRow]:
    size = len(CHANGES)
    return [
        HeatRow(f"{number}", cells[place * size : (place + 1) * size], words=_(" on top"))
        for place, number in enumerate(NUMBERS)
    ]


def _fact_cell(standings: Standings, place: int, fact: int, href: str) -> Cell:
    letter, counts = int(standings.letter[place, fact]), standings.counts
    right, chances = int(counts.right[place, fact]), int(counts.chances[place, fact])
    said = _("%(sum)s: %(letter)s, %(right)s right of %(chances)s") % {
        "sum": words.fact(fact),
        "letter": words.LETTERS[letter],
        "right": right,
        "chances": chances,
    }
    goes_round = bool(GOES_ROUND[fact])
    return Cell(
        (LETTERS[letter] if LETTERS[letter] != UNKNOWN else "·") + ("*" if goes_round else ""),
        LEVELS[letter],
        said,
        href if chances else "",
        sure=bool(standings.sure[place, fact]) or LEVELS[letter] in ("growing", "none"),
        outlined=goes_round,
        many=f"{chances}" if chances else "",
    )


def _class_cell(fact: int, there: int, known: int, href: str) -> Cell:
    outlined = bool(GOES_ROUND[fact])
    if known < CLASS_MEAN_FROM_STUDENTS:
        said = _("%(sum)s: enough cards of only %(known)s students") % {"sum": words.fact(fact), "known": known}
        return Cell("·", "none", said, outlined=outlined)
    level = next(level for share, level in SHARES if there >= share * known)
    said = _("%(sum)s: %(there)s of %(known)s students secure or accurate") % {
        "sum": words.fact(fact),
        "there": there,
        "known": known,
    }
    return Cell(f"{there}/{known}", level, said, href, outlined=outlined)


def _skill_cell(standings: Standings, place: int, skill: int, href: str) -> Cell:
    letter = int(standings.letter[place, skill])
    part, whole = (int(counts[place, skill]) for counts in _judged(standings.counts))
    if LETTERS[letter] == UNKNOWN:
        return Cell("·", "none", _("not enough cards (%(whole)s)") % {"whole": whole}, href if whole else "")
    shown = _("%(part)s of %(whole)s") % {"part": part, "whole": whole}
    sure = bool(standings.sure[place, skill]) or LEVELS[letter] == "growing"
    return Cell(f"{LETTERS[letter]} {shown}", LEVELS[letter], f"{words.LETTERS[letter]}, {shown}", href, sure=sure)

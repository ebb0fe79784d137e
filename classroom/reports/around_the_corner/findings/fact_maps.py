"""Fact maps and skill maps of a student or a class, as rows of cells for charts/_heat.html."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from classroom.measures import CLASS_MEAN_FROM_STUDENTS
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Standings
from classroom.reports.around_the_corner.sums import CHANGES, GOES_ROUND, NUMBERS
from classroom.reports.kit.charts import Cell, HeatRow
from classroom.reports.kit.contract import LEVELS, SIGNS

SHARES = ((0.8, "secure"), (0.5, "accurate"), (0.25, "growing"), (0.0, "teach"))
"""Colours of a class's cells by the lowest share of students at S or A; the cell also shows the number."""

Address = Callable[[int], str]


def fact_map(standings: Standings, place: int, address: Address) -> list[HeatRow]:
    """Return the 10 × 6 map of the student at this index; `address` returns the address of a fact's plays."""
    return _by_number([_fact_cell(standings, place, fact, address(fact)) for fact in range(len(GOES_ROUND))])


def class_fact_map(standings: Standings, address: Address) -> list[HeatRow]:
    """Return the map of a class: how many of the students with a letter are secure or accurate; pale if too few have
    cards of that very sum."""
    told = standings.met | standings.pale
    there, told_of, met = (part.sum(axis=0).tolist() for part in (standings.expected, told, standings.met))
    return _by_number([_class_cell(at, there[at], told_of[at], met[at], address(at)) for at in range(len(GOES_ROUND))])


def skill_map(
    standings: Standings, names: Sequence[str], order: Sequence[int], address: Callable[[int, int], str]
) -> list[HeatRow]:
    """Return the map of students × skills, with the skills in this order; `address` returns the address of the plays of
    a student and a skill."""
    return [
        HeatRow(name, [_skill_cell(standings, place, skill, address(place, skill)) for skill in order])
        for place, name in enumerate(names)
    ]


def _by_number(cells: Sequence[Cell]) -> list[HeatRow]:
    size = len(CHANGES)
    return [
        HeatRow(f"{number}", cells[place * size : (place + 1) * size], words=_(" on top"))
        for place, number in enumerate(NUMBERS)
    ]


def _fact_cell(standings: Standings, place: int, fact: int, href: str) -> Cell:
    letter, answered = int(standings.letter[place, fact]), int(standings.counts.answered[place, fact])
    said = f"{words.fact(fact)}: {in_words(standings, place, fact)}"
    goes_round = bool(GOES_ROUND[fact])
    return Cell(
        SIGNS[LEVELS[letter]] + ("*" if goes_round else ""),
        LEVELS[letter],
        said,
        href if answered else "",
        pale=bool(standings.pale[place, fact]),
        outlined=goes_round,
        many=f"{answered}" if answered else "",
    )


def in_words(standings: Standings, place: int, cell: int) -> str:
    """Return the letter in words, with whether it is only expected, and the counts behind it, if there are any."""
    made = {"letter": words.LETTERS[standings.letter[place, cell]], "made_of": made_of(standings, place, cell)}
    if standings.pale[place, cell]:
        return _("expected by cards like it: %(letter)s") % made
    if not standings.counts.answered[place, cell]:
        return str(made["letter"])
    return _("%(letter)s, %(made_of)s") % made


def made_of(standings: Standings, place: int, cell: int) -> str:
    """Return the counts behind a letter: 11 of 12 right, 2 quick; without quick ones if no clock ran."""
    counts = standings.counts
    right, answered, clocked, quick = (
        int(part[place, cell]) for part in (counts.right, counts.answered, counts.clocked, counts.quick)
    )
    numbers = {"right": right, "answered": answered, "quick": quick}
    return (
        _("%(right)s of %(answered)s right, %(quick)s quick") if clocked else _("%(right)s of %(answered)s right")
    ) % (numbers)


def _class_cell(fact: int, there: int, known: int, met: int, href: str) -> Cell:
    outlined = bool(GOES_ROUND[fact])
    if known < CLASS_MEAN_FROM_STUDENTS:
        said = _("%(sum)s: enough cards of only %(known)s students") % {"sum": words.fact(fact), "known": known}
        return Cell(SIGNS["none"], "none", said, outlined=outlined)
    level = next(level for share, level in SHARES if there >= share * known)
    said = _("%(sum)s: %(there)s of %(known)s students secure or accurate") % {
        "sum": words.fact(fact),
        "there": there,
        "known": known,
    }
    return Cell(f"{there}/{known}", level, said, href, outlined=outlined, pale=met < CLASS_MEAN_FROM_STUDENTS)


def _skill_cell(standings: Standings, place: int, skill: int, href: str) -> Cell:
    letter, answered = int(standings.letter[place, skill]), int(standings.counts.answered[place, skill])
    shown = made_of(standings, place, skill) if answered else ""
    said, pale = in_words(standings, place, skill), bool(standings.pale[place, skill])
    return Cell(SIGNS[LEVELS[letter]], LEVELS[letter], said, href if answered else "", pale=pale, many=shown)

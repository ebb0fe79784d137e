"""Which kinds of sums a student has and lacks, from the letters of the fact map: for the teacher and for the family."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext as _

from classroom.reports.facts import LETTERS, SKILL_OF, SKILLS, TEACH, Standings
from classroom.reports.words import SKILLS as NAMES

FROM_FACTS = 2
"""A kind of sum is named only where so many of its facts say the same, and most of those that are known."""


class Kinds(NamedTuple):
    """Places in facts.SKILLS: there already; to be helped with; neither, though enough is known."""

    there: list[int]
    lacking: list[int]
    growing: list[int]

    @property
    def next(self) -> list[int]:
        return self.lacking + self.growing


def kinds_of(standings: Standings, place: int = 0) -> Kinds:
    known, there = standings.known[place], standings.there[place]
    teach = standings.letter[place] == LETTERS.index(TEACH)
    enough = [skill for skill in range(len(SKILLS)) if (known & (skill == SKILL_OF)).sum() >= FROM_FACTS]
    has = [skill for skill in enough if _mostly(skill, there, known)]
    lacks = [skill for skill in enough if _mostly(skill, teach, known)]
    return Kinds(has, lacks, [skill for skill in enough if skill not in has and skill not in lacks])


def facts_in_words(standings: Standings) -> str:
    """Say in a sentence or two what the map shows."""
    kinds = kinds_of(standings)
    if not standings.known.any():
        return _("Not enough cards yet for any sum: each needs three.")
    said = []
    if kinds.there:
        said.append(_("There already: %(kinds)s.") % {"kinds": names_of(kinds.there)})
    if kinds.lacking:
        said.append(_("Where to help: %(kinds)s.") % {"kinds": names_of(kinds.lacking)})
    if kinds.growing:
        said.append(_("Still growing: %(kinds)s.") % {"kinds": names_of(kinds.growing)})
    return " ".join(said) or _("No kind of sum stands out.")


def names_of(skills: Sequence[int]) -> str:
    return ", ".join(f"{NAMES[skill]}" for skill in skills)


def _mostly(skill: int, what: np.ndarray, known: np.ndarray) -> bool:
    own = (skill == SKILL_OF) & known
    hits = int((what & own).sum())
    return hits >= FROM_FACTS and 2 * hits > int(own.sum())

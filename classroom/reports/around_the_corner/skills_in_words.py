"""Kinds of sums that a student has mastered or lacks, from their letters: for the teacher and for the family."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext as _

from classroom.measures.mastery import GROWING, LETTERS, TEACH, UNKNOWN
from classroom.reports.around_the_corner.findings.facts import Standings
from classroom.reports.around_the_corner.words import SKILLS as NAMES


class Kinds(NamedTuple):
    """Indices in presets.SKILLS: mastered; in need of help; neither, although enough is known."""

    there: list[int]
    lacking: list[int]
    growing: list[int]

    @property
    def next(self) -> list[int]:
        return self.lacking + self.growing


def kinds_of(skills: Standings) -> Kinds:
    """Return the kinds of one student."""
    letter = np.where(skills.solid[0], skills.letter[0], LETTERS.index(UNKNOWN))
    lacking, growing = (np.flatnonzero(letter == LETTERS.index(kind)).tolist() for kind in (TEACH, GROWING))
    return Kinds(np.flatnonzero(skills.known[0]).tolist(), lacking, growing)


def facts_in_words(skills: Standings) -> str:
    """Return a sentence or two that summarise the map."""
    kinds = kinds_of(skills)
    if not skills.met.any():
        return _("Not enough cards yet for any kind of sum: each needs three.")
    said = []
    if kinds.there:
        said.append(_("There already: %(kinds)s.") % {"kinds": names_of(kinds.there)})
    if kinds.lacking:
        said.append(_("Where to help: %(kinds)s.") % {"kinds": names_of(kinds.lacking)})
    if kinds.growing:
        said.append(_("Still growing: %(kinds)s.") % {"kinds": names_of(kinds.growing)})
    return " ".join(said)


def names_of(skills: Sequence[int]) -> str:
    return ", ".join(f"{NAMES[skill]}" for skill in skills)

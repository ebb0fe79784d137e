"""One exercise for home: a sum of the kind that comes next, as hops on a ring of playing cards, and what to say with
it."""

from typing import NamedTuple

import numpy as np
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Known
from classroom.reports.around_the_corner.skills_in_words import kinds_of
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS, SKILL_OF
from game.screens.number_pictures import TEN, number_picture, steps_one_way, stops_of


class SumKind(NamedTuple):
    """A kind of sum in words for families, with an example."""

    name: Promise
    example: str


KINDS = (
    SumKind(gettext_lazy("adding 1"), "7 + 1 = 8"),
    SumKind(gettext_lazy("adding 2"), "7 + 2 = 9"),
    SumKind(gettext_lazy("adding 3"), "5 + 3 = 8"),
    SumKind(gettext_lazy("adding past 10, round the corner"), "9 + 3 → 2"),
    SumKind(gettext_lazy("taking away 1"), "7 \N{MINUS SIGN} 1 = 6"),
    SumKind(gettext_lazy("taking away 2"), "7 \N{MINUS SIGN} 2 = 5"),
    SumKind(gettext_lazy("taking away 3"), "8 \N{MINUS SIGN} 3 = 5"),
    SumKind(gettext_lazy("taking away below 1, round the corner"), "2 \N{MINUS SIGN} 3 → 9"),
)
"""The kinds of sums, in the order of presets.SKILLS."""
USUAL_KIND = 3
"""For a child that lacks nothing: round the corner, which only this game has."""
EXAMPLES = (4, 6, 5, 9, 5, 6, 8, 2)
"""First numbers of the example sums for each of KINDS, if the child has met no such sum."""


class AtHome(NamedTuple):
    """The `picture` of a sum, the sentence that `says` what to do, and the `sum` itself, to be played with a pack of
    cards."""

    picture: SafeString
    says: str
    kind: SumKind
    sum: str


def at_home(known: Known) -> AtHome:
    """Return the exercise; `known` is the standing of one child. Of the kinds that come next it takes the one most
    likely not mastered, like the teacher's next step for the child."""
    kinds = kinds_of(known.skills).next
    skill = max(kinds, key=lambda kind: known.skills.lacking[0, kind], default=USUAL_KIND)
    number, change = sum_of(known, skill)
    said = says(stops_of(number, change))
    place = NUMBERS.index(number) * len(CHANGES) + CHANGES.index(change)
    picture = number_picture("ring", steps_one_way(number, change, corner=True), "")
    return AtHome(picture, said, KINDS[skill], words.fact(place))


def sum_of(known: Known, skill: int) -> tuple[int, int]:
    """Return top card and change of the sum of this kind, of those met, that the child most likely lacks."""
    of_kind = (skill == SKILL_OF) & (known.facts.counts.answered[0] > 0)
    if not of_kind.any():
        fact = next(at for at in np.flatnonzero(skill == SKILL_OF) if NUMBERS[at // len(CHANGES)] == EXAMPLES[skill])
    else:
        fact = np.where(of_kind, known.facts.lacking[0], -1.0).argmax()
    return NUMBERS[int(fact) // len(CHANGES)], CHANGES[int(fact) % len(CHANGES)]


def says(stops: tuple[int, ...]) -> str:
    """Return the hops as text: from the first number to the last, with 1 after 10."""
    first, *then = [f"{(stop - 1) % TEN + 1}" for stop in stops]
    hops = {"start": first, "n": len(then), "then": ", ".join(then)}
    if stops[1] > stops[0]:
        said = ngettext(
            "Start at %(start)s, hop on once: %(then)s.", "Start at %(start)s, hop on %(n)s times: %(then)s.", len(then)
        )
    else:
        said = ngettext(
            "Start at %(start)s, hop back once: %(then)s.",
            "Start at %(start)s, hop back %(n)s times: %(then)s.",
            len(then),
        )
    return f"{said % hops} " + _("Say each number aloud.")

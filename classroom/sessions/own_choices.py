"""A child's own choices: its language; for its tables big cards, a calm table, a mirrored one for a left hand, letters
further apart, number pictures, the back of its cards, its felt, its hat.

Sound is chosen on each device. Settings by its teacher (`accommodations`) override the child's choices.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.album import found
from classroom.album.things import ALBUM_BACKS, FELTS, HATS, SEASONS, titles
from classroom.languages.letters import APART
from classroom.models import Student
from classroom.sessions import accommodations
from game.live import registry
from game.models import Seat
from game.rules import scanning
from game.rules.picture_ladder import SETTING

STYLES = ("big", "calm", "lefty", APART)
"""Settings that only change how a table looks; the names are CSS classes of its page."""
BACKS: Mapping[str, Promise] = {
    "": _("Stripes"),
    "back-dots": _("Dots"),
    "back-squares": _("Squares"),
    "back-rings": _("Rings"),
    "back-triangles": _("Triangles"),
    "back-lines": _("Lines"),
}
"""Patterns on the back of the cards on a child's own screen, by their CSS classes; stripes are the default."""
NOTHING = ""
WORN: Mapping[str, Mapping[str, Promise]] = {
    "back": {**BACKS, **titles(ALBUM_BACKS), **titles(SEASONS)},
    "felt": {NOTHING: _("Green"), **titles(FELTS)},
    "hat": {NOTHING: _("No hat"), **titles(HATS)},
}
"""Decorations of a child's cards, table and face, by the stored words. Back and felt are CSS classes of its own page,
so no other page and no move gets larger; the hat is a word of its face, which others see."""
FREE = frozenset({*BACKS, NOTHING})
"""Decorations that need not be found first."""


class OwnTable(NamedTuple):
    """Display of a child's tables: `style` as CSS classes of the page, the child's choices, and the choices that it may
    not make. For a child who plays with one key `scan` is for how many ms each thing is highlighted; `dwell` is for how
    many ms a child who cannot click rests on a thing."""

    style: str
    chosen: frozenset[str]
    fixed: frozenset[str]
    scan: int = 0
    dwell: int = 0

    @property
    def styles(self) -> list[str]:
        return self.style.split()

    @property
    def back(self) -> str:
        return self._worn("back")

    @property
    def felt(self) -> str:
        return self._worn("felt")

    @property
    def hat(self) -> str:
        return self._worn("hat")

    def _worn(self, kind: str) -> str:
        return next((name for name in WORN[kind] if name in self.chosen), NOTHING)

    @property
    def pictures(self) -> str:
        return next((name for name in accommodations.PICTURES if name in self.chosen), "")


def of(student: Student) -> OwnTable:
    """Return the display of this student's tables. No query."""
    chosen = frozenset(student.chosen.split())
    shown = [name for name in STYLES if name in chosen or student.needs.get(name)]
    shown += [name for kind in ("back", "felt") for name in WORN[kind] if name in chosen]
    fixed = frozenset(student.needs) & {*STYLES, SETTING}
    presses = (student.needs.get(name, 0) for name in scanning.SLOWER)
    return OwnTable(" ".join(shown), chosen, fixed, *presses)


def worn_by(student: Student) -> dict[str, dict[str, Promise]]:
    """Return by kind what this child may choose: the free things, those it has found, and the one it wears."""
    own = FREE.union(found.of(student).things, student.chosen.split())
    return {kind: {name: title for name, title in all_of.items() if name in own} for kind, all_of in WORN.items()}


def choose(student: Student, posted: Mapping[str, Any]) -> None:
    """Store the child's choices. Number pictures apply from the next deal on, also at its present table."""
    chosen = " ".join(_known(student, posted))
    if chosen == student.chosen:
        return
    before = accommodations.settings_of(student)
    persons.keep(student, chosen=chosen)
    if accommodations.settings_of(student) != before:
        accommodations.follow(student)


def _known(student: Student, posted: Mapping[str, Any]) -> Iterable[str]:
    yield from (name for name in STYLES if name in posted)
    if (pictures := posted.get(SETTING, "")) in accommodations.PICTURES:
        yield pictures
    asked = [name for kind, all_of in WORN.items() if (name := posted.get(kind, NOTHING)) in all_of and name]
    own = FREE.union(student.chosen.split())
    if not own.issuperset(asked):
        own = own.union(found.of(student).things)
    yield from (name for name in asked if name in own)


def choose_language(student: Student, language: str) -> None:
    """Store a child's language; an open table uses it for this seat from the next move on."""
    persons.every_row_of(student).update(language=language)
    for player in persons.players([student.pk]):
        Seat.objects.filter(player=player, table__closed_at=None).update(language=language)
        registry.speak(player, language)

"""Curriculum standards that kinds of sums belong to, from one data file that a school may replace by its own.

The file is a list of objects: `framework`, `code`, what the standard `says`, the `kinds` of sums (keys of KINDS), and
the `language` of the wording where it is not English. Spain's lines (Real Decreto 157/2022, first cycle of Primaria,
A. Sentido numérico) are its wording as two independent copies give it; the decree numbers its blocks and not its
points. The English lines were written without the sources at hand. Iceland's line (Aðalnámskrá grunnskóla, chapter 25
of 2024, competence at the end of grade 4) is its wording as one copy gives it; the source could not be read. A school
that relies on a line reads it against the source, or names a file of its own in CARDINAL_CURRICULUM: the page says so.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OURS = Path(__file__).with_name("curriculum.json")
KINDS: Mapping[str, str | Promise] = {
    "+1": "+1",
    "+2": "+2",
    "+3": "+3",
    "+corner": _("+ round the corner"),
    "-1": "−1",  # noqa: RUF001 -- a minus sign
    "-2": "−2",  # noqa: RUF001 -- a minus sign
    "-3": "−3",  # noqa: RUF001 -- a minus sign
    "-corner": _("− round the corner"),  # noqa: RUF001 -- a minus sign
    "several": _("sums of several cards"),
    "change": _("sign changes"),
}
"""What a file may name: the kinds of sums of all games (GameReport.kinds_of_sums)."""


class CurriculumStandard(NamedTuple):
    framework: str
    code: str
    says: str
    kinds: tuple[str, ...]
    language: str = "en"

    @property
    def kinds_in_words(self) -> str:
        return ", ".join(str(KINDS[kind]) for kind in self.kinds)


def standards(kinds: Iterable[str]) -> list[CurriculumStandard]:
    """Return the standards to which any of these kinds belongs, and of each only these kinds."""
    wanted = set(kinds)
    found = (each._replace(kinds=tuple(kind for kind in each.kinds if kind in wanted)) for each in _read(_file()))
    return [standard for standard in found if standard.kinds]


def constants(kinds: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Return the standards as the constants of a file: code, kinds of sums, wording."""
    return tuple((f"{each.framework} {each.code}", each.kinds_in_words, each.says) for each in standards(kinds))


def _file() -> Path:
    return Path(settings.CURRICULUM) if settings.CURRICULUM else OURS


@lru_cache(maxsize=4)
def _read(file: Path) -> tuple[CurriculumStandard, ...]:
    """Read a file once; ValueError that names what is wrong with it."""
    return tuple(_standard(file, row) for row in json.loads(file.read_text(encoding="utf-8")))


def _standard(file: Path, row: Mapping[str, object]) -> CurriculumStandard:
    texts = [row.get(name) for name in ("framework", "code", "says")]
    kinds = row.get("kinds")
    if not all(isinstance(text, str) and text for text in texts) or not isinstance(kinds, list):
        raise ValueError(f"{file}: a standard needs framework, code, says and kinds, not {row}")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise ValueError(f"{file}: unknown kinds {unknown}; there are {', '.join(KINDS)}")
    language = str(row.get("language", "en"))
    return CurriculumStandard(str(texts[0]), str(texts[1]), str(texts[2]), tuple(kinds), language)

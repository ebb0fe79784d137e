"""Curriculum standards for kinds of sums, from one data file that a school may replace by its own.

The file is a list of objects: `framework`, `code`, the wording in `says`, the `kinds` of sums (keys of KINDS), the
`source` of the wording (optional), and the `language` of both if it is not English. Our wordings were compared with
public copies, as the sources themselves were not at hand; 2NF-1, 3NF-1 and Iceland's lines with one copy only. Spain's
decree numbers its blocks and not its points. A sign change has no line for Spain or Iceland, where the first years use
natural numbers only. A school that relies on a line compares it with its source, or names a file of its own in
CARDINAL_CURRICULUM; the page says so.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils.functional import Promise
from django.utils.translation import get_language
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
"""Keys that a file may use: the kinds of sums of all games (GameReport.kinds_of_sums)."""


class CurriculumStandard(NamedTuple):
    framework: str
    code: str
    says: str
    kinds: tuple[str, ...]
    language: str = "en"
    source: str = ""

    @property
    def kinds_in_words(self) -> str:
        return ", ".join(str(KINDS[kind]) for kind in self.kinds)

    @property
    def with_source(self) -> str:
        return f"{self.says} ({self.source})" if self.source else self.says


def standards(kinds: Iterable[str]) -> list[CurriculumStandard]:
    """Return the standards about any of these kinds, each restricted to these kinds; those in the reader's language
    first."""
    wanted = set(kinds)
    found = (each._replace(kinds=tuple(kind for kind in each.kinds if kind in wanted)) for each in _read(_file()))
    return sorted((standard for standard in found if standard.kinds), key=lambda each: each.language != get_language())


def constants(kinds: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Return the standards as the constants of a file: code, kinds of sums, wording with its source."""
    return tuple((f"{each.framework} {each.code}", each.kinds_in_words, each.with_source) for each in standards(kinds))


def is_readable(**kwargs: Any) -> list[CheckMessage]:
    """Return an error if a school's own file cannot be read, so that it is reported at the start, not on a teacher's
    page."""
    try:
        _read(_file())
    except (OSError, ValueError) as error:
        hint = "Mend the file that CARDINAL_CURRICULUM names, or leave the setting out."
        return [Error(f"The table of curriculum standards cannot be read: {error}", hint=hint, id="classroom.E007")]
    return []


def _file() -> Path:
    return Path(settings.CURRICULUM) if settings.CURRICULUM else OURS


@lru_cache(maxsize=4)
def _read(file: Path) -> tuple[CurriculumStandard, ...]:
    """Return the standards of a file, read once. Raises ValueError with what is wrong with it."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(f"{file}: not a list of standards")
    return tuple(_standard(file, row) for row in rows)


def _standard(file: Path, row: Mapping[str, object]) -> CurriculumStandard:
    texts = [row.get(name) for name in ("framework", "code", "says")]
    kinds = row.get("kinds")
    if not all(isinstance(text, str) and text for text in texts) or not isinstance(kinds, list):
        raise ValueError(f"{file}: a standard needs framework, code, says and kinds, not {row}")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise ValueError(f"{file}: unknown kinds {unknown}; there are {', '.join(KINDS)}")
    language, source = str(row.get("language", "en")), str(row.get("source", ""))
    return CurriculumStandard(str(texts[0]), str(texts[1]), str(texts[2]), tuple(kinds), language, source)

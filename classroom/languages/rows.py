"""Languages of pages: rows of `locale/languages.json`, for what a catalogue of texts cannot hold."""

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "locale" / "languages.json"


@dataclass(frozen=True)
class Language:
    """A language in which pages are read.

    `plural` is gettext's rule; `voice` and `words_a_minute` are eSpeak's. `letters` have a place of their own in the
    alphabet: after which letter, and as which one there ("þ" is "z1"). `said_as` writes out, for the voice, how numbers
    change the words beside them. `last_names` is how many last names people usually have, where that is not one.
    """

    code: str
    name: str
    plural: str
    voice: str
    words_a_minute: int = 140
    letters: dict[str, str] = field(default_factory=dict)
    said_as: dict[str, str] = field(default_factory=dict)
    last_names: int = 0


@cache
def languages() -> dict[str, Language]:
    """Return all languages by their codes, in the order in which they are offered."""
    return {row["code"]: Language(**row) for row in json.loads(FILE.read_text(encoding="utf-8"))}


def last_names_in(language: str) -> int:
    """Return how many last names people usually have who speak this language."""
    known = languages().get(language)
    return known.last_names if known and known.last_names else 1


def add(language: Language) -> None:
    """Append a row."""
    every = [{name: value for name, value in asdict(row).items() if value} for row in (*languages().values(), language)]
    rows = [f"  {json.dumps(row, ensure_ascii=False)}" for row in every]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    languages.cache_clear()

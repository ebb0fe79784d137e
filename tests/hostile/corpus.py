"""Values that have broken forms, lists and frames elsewhere, and the names of all fields that our views read."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TEXTS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "2",
        "²",
        "٣",
        "1e309",
        "NaN",
        "Infinity",
        "-0",
        "00",
        "9" * 40,
        "0x10",
        "1_000",
        "true",
    ),
    *("null", "None", "[]", "{}", "[[[[", '{"a":', '"', "'", "\\", "%", "%s%n%d", "%(name)s", "{{ 7 }}"),
    *("\x00", "a\x00b", "\r\n", "\n\n", "\t", "\x1b[31m", "\u202e", "\u200b", "\ufeff", "\uffff", "🐙" * 40, "ﬁ", "İ"),
    *("=1+1", "@SUM(1)", "+1", "-1+2", "＝1", "a" * 61, "a" * 5000, "Ä" * 300, "e\u0301" * 60, "\u0301" * 50),
    *("' OR 1=1 --", "<script>alert(1)</script>", "</textarea>", "&#0;", "javascript:alert(1)", "//evil.example"),
    *("../../etc/passwd", "C:\\CON", "2026-02-30", "2026-11-22T25:61", "0000-00-00", "99999-01-01", "23:59:60"),
    *("ana@school.example", "a@b", "Bea", "bea", "4B", "on", "off", "up", "end", "stay", "new", "join", "check", "add"),
    *("remove", "own", "disown", "leave", "make", "pictures", "words", "names", "cards", "around_the_corner", "poker"),
)

READS = re.compile(r"""(?:POST|form|posted|said)(?:\.get|\.getlist)?[\(\[]f?["']([a-z_-]{2,30})["']""")
FIELDS_OF_FORMS = re.compile(r"^    ([a-z_0-9]{2,30}) = (?:forms\.\w+|\w*Field|OneOf)\(", re.MULTILINE)
PREFIXES = ("fate-", "name-", "choice-", "skip-", "remove-", "alike-", "class-", "mine-", "to-", "retitle-", "seat-")


def field_names() -> list[str]:
    """Return the names of fields as they stand in the source, and some that are put together of a word and a number."""
    found = {name for path in _sources() for name in _names_in(path.read_text())}
    return sorted(found) + [f"{prefix}{number}" for prefix in PREFIXES for number in ("0", "1", "c1", "²", "x" * 40)]


def _names_in(source: str) -> Iterator[str]:
    yield from READS.findall(source)
    yield from FIELDS_OF_FORMS.findall(source)


def _sources() -> list[Path]:
    return sorted((ROOT / "classroom").rglob("*.py"))

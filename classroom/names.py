"""Names of children, teachers and classes: what can be one, which two are the same, how a child's name is shortened.

Pure; a name is nearly all that is kept of a child, so the rules about names have a room of their own. Their order is
in `alphabet`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

LONGEST_NAME = 60
FORMULA_SIGNS = "=+-@"
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Invisible, and yet part of how names are written in Persian, Hindi and others."""
_SPACE = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


def tidy(text: str) -> str:
    """Return the name in Unicode's composed form (NFC), with single spaces and none around it."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def key(name: str) -> str:
    """Return what two names share when people would read them as the same."""
    visible = "".join(letter for letter in tidy(name) if letter not in JOINERS)
    return unicodedata.normalize("NFC", visible.casefold())


def problem_of(name: str) -> str:
    """Say in words why this cannot be a name, or return an empty text. A spreadsheet would run a leading sign."""
    if any(unicodedata.category(letter) in INVISIBLE and letter not in JOINERS for letter in name):
        return _("There are invisible characters in this name. Type it again.")
    if len(name) > LONGEST_NAME:
        return _("This name has %(count)d characters. Use at most %(most)d.") % {
            "count": len(name),
            "most": LONGEST_NAME,
        }
    if _is_formula_sign(name[:1]):
        return _("A name cannot start with “%(sign)s”.") % {"sign": name[:1]}
    if "@" in name:
        return _("This looks like an e-mail address. Use a name.")
    if not any(letter.isalnum() for letter in name):
        return _("There is no letter in this name.")
    return ""


def without_formula(name: str) -> str:
    """Return the name without the signs that make a spreadsheet calculate, to be offered instead of it."""
    while name and (_is_formula_sign(name[:1]) or name[:1] in "'\" "):
        name = name[1:]
    return name.rstrip("'\" ")


def _is_formula_sign(letter: str) -> bool:
    return letter != "" and unicodedata.normalize("NFKC", letter) in FORMULA_SIGNS


def first_word(name: str) -> str:
    return key(name).split(" ")[0]


def shortened(people: Sequence[tuple[str, str]]) -> list[str]:
    """Return how the children of one class are called: first name and first letter of the last name.

    `people` are (first name, last name); either may be empty. Where two would be called the same they get as many
    letters more as tell them apart, or the whole last name; two whose names are equal stay equal.
    """
    letters = [1] * len(people)
    while True:
        called = [_called(first, last, count) for (first, last), count in zip(people, letters, strict=True)]
        often = Counter(_without_dot(name) for name in called)
        short = [
            index
            for index, name in enumerate(called)
            if often[_without_dot(name)] > 1 and letters[index] < len(people[index][1])
        ]
        if not short:
            return called
        for index in short:
            letters[index] += 1


def _without_dot(name: str) -> str:
    return key(name).removesuffix(".")


def _called(first: str, last: str, letters: int) -> str:
    if not first or not last:
        return first or last
    return f"{first} {last}" if letters >= len(last) > 1 else f"{first} {last[:letters].strip()}."

"""Names of children, teachers and classes: which are valid, which two are the same, how a child's name is shortened.

Pure. A name is nearly all that is stored of a child, so the rules about names have a package of their own. Their order
is in `collation`.
"""

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

LONGEST_NAME = 60
LONGEST_COMPOSED = 500
"""Letters up to which a text is composed; a name has far fewer, however its accents are written."""
FORMULA_SIGNS = "=+-@"
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Invisible, and yet part of how names are written in Persian, Hindi and others."""
PARTICLES = frozenset(
    re.findall(
        r"\w+",
        "van von vom zu zum zur der den dem des de del della di da das do dos du la las le les los lo el al bin ibn ben"
        " bint ter ten tot te af av auf och y e mac san",
    )
)
"""Small words before last names: lists are ordered, and children told apart, by the word after them."""
_SPACE = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


def tidy(text: str) -> str:
    """Return the name in Unicode's composed form (NFC), with single spaces and none at either end."""
    return _SPACE.sub(" ", _composed(text)).strip(" ")


def _composed(text: str) -> str:
    """Return the text in NFC; one that is far too long for a name as it is.

    Composing sorts the accents of a letter in quadratic time, and Python runs nothing else meanwhile: a form of 2 MB of
    accents would stop the server for minutes.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= LONGEST_COMPOSED else text


def storable(text: str) -> str:
    """Return the text without what PostgreSQL stores nowhere: NUL, and half of a character that JSON wrote as two."""
    return text.encode(errors="ignore").decode().replace("\0", "")


def key(name: str) -> str:
    """Return the key that two names share when people would read them as the same."""
    tidied = tidy(name)
    if tidied.isascii():  # as most names are: nothing to leave out or to compose
        return tidied.casefold()
    visible = "".join(letter for letter in tidied if letter not in JOINERS)
    return _composed(visible.casefold())


def first_free(name: str, taken: Collection[str]) -> str:
    """Return the name, or the first of "name 2", "name 3" whose key is not taken."""
    if key(name) not in taken:
        return name
    offered = (f"{name[: LONGEST_NAME - len(f' {n}')].strip()} {n}" for n in itertools.count(2))
    return next(full for full in offered if key(full) not in taken)


def to_greet(name: str) -> str:
    """Return the name without the full stop of a shortened last name, for the end of a sentence."""
    return name.removesuffix(".")


def problem_of(name: str) -> str:
    """Return in words why this is no valid name, "" if it is valid. A leading sign is invalid, because a spreadsheet
    would run it."""
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
    """Return the name without the signs that make a spreadsheet calculate, as a suggestion."""
    while name and (_is_formula_sign(name[:1]) or name[:1] in "'\" "):
        name = name[1:]
    return name.rstrip("'\" ")


def _is_formula_sign(letter: str) -> bool:
    return letter != "" and unicodedata.normalize("NFKC", letter) in FORMULA_SIGNS


def first_word(name: str) -> str:
    return key(name).split(" ")[0]


def split(whole: str, last_names: int = 1) -> tuple[str, str]:
    """Return (first name, last name) of a name written in one cell: "Smith, Anna" and "Anna Smith" alike.

    `last_names` is how many last names people of the list's language have. A name that is short already ("Amir O."),
    contains a number or is written in a script whose order of names is unknown counts as a first name, whole.
    """
    last, comma, first = (part.strip() for part in whole.partition(","))
    if comma and first and last:
        return first.split(",")[0].strip(), last
    words = whole.split(" ")
    if len(words) < 2 or not _is_last_name(words[-1]):
        return whole, ""
    start = len(words)
    for _name in range(last_names if main_words(whole) > last_names else 1):
        start -= 1
        while start > 1 and words[start - 1].casefold() in PARTICLES:
            start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def main_words(whole: str) -> int:
    """Return how many words of a name are no particles."""
    return sum(word.casefold() not in PARTICLES for word in whole.split(" "))


def _is_last_name(word: str) -> bool:
    letters = [letter for letter in word if letter not in JOINERS and letter not in "-'’ʼ·"]
    are_letters = all(unicodedata.category(letter)[0] in "LM" for letter in letters)
    return len(letters) > 1 and are_letters and not _is_east_asian(word)


def _is_east_asian(word: str) -> bool:
    return unicodedata.east_asian_width(word[:1]) in ("W", "F")


def main_part(last: str) -> str:
    """Return the last name without particles and signs before it: "Berg" of "van der Berg", whose first letter is
    used."""
    words = last.split(" ")
    start = next((place for place, word in enumerate(words) if word.casefold() not in PARTICLES), len(words) - 1)
    main = " ".join(words[start:])
    return re.sub(r"^\W+", "", main) or main


def shortened(people: Sequence[tuple[str, str]], known: Collection[str] = ()) -> list[str]:
    """Return short names for the children of one class: first name and first letter of the last name.

    `people` are (first name, last name); either may be empty. Two children with the same short name get as many more
    letters as tell them apart, or the whole last name; two whose names are equal stay equal. A child whose name with
    more letters is among `known` (keys of names) keeps these letters. No more letters are tried than a name may have.
    """
    most = [len(main_part(last)) for _first, last in people]
    letters = [_letters_of(*person, known) for person in people] if known else [1] * len(people)
    called = [_called(first, last, count) for (first, last), count in zip(people, letters, strict=True)]
    while True:
        often = Counter(_without_dot(name) for name in called)
        short = [
            index
            for index, name in enumerate(called)
            if often[_without_dot(name)] > 1 and letters[index] < most[index] + 1
        ]
        if not short:
            return called
        for index in short:
            letters[index] = letters[index] + 1 if letters[index] < LONGEST_NAME else most[index] + 1
            called[index] = _called(*people[index], letters[index])


def _letters_of(first: str, last: str, known: Collection[str]) -> int:
    """Return the number of letters of the last name in this child's known name, else 1."""
    most = min(len(main_part(last)), LONGEST_NAME) + 1
    return next((count for count in range(most, 1, -1) if key(_called(first, last, count)) in known), 1)


def _without_dot(name: str) -> str:
    return key(name).removesuffix(".")


def _called(first: str, last: str, letters: int) -> str:
    """Return the first name with this many letters of the last one; with more letters than its main part has, the
    whole."""
    if not first or not last:
        return first or last
    main = main_part(last)
    if letters > len(main) or letters == len(main) > 1:
        return f"{first} {main if letters == len(main) else last}"
    dot = "." if main[:1].lower() != main[:1].upper() else ""
    return f"{first} {main[:letters].strip()}{dot}"

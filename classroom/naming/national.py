"""National numbers of people: a list may contain them in any column, and none is ever stored. Pure.

A number is recognized by its format, and where a school's own numbers look alike, also by its date and check digits.
"""

import re
from collections.abc import Sequence
from datetime import date

_SHAPES = re.compile(
    r"[A-Z]\d{11}[\dA-Z]"  # England: UPN
    r"|\d{9}[A-Z]{2}|\d{10}[A-Z]"  # France: INE
    r"|\d{3}-\d{2}-\d{4}"  # United States: SSN
    r"|\d{6}[-+]\d{4}|(?:19|20)\d{6}[-+]\d{4}"  # Iceland, Denmark, Sweden
    r"|\d{6}[-+A-FU-Y]\d{3}[\dA-Y]"  # Finland
    r"|[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]"  # Italy
)
_SPANISH = re.compile(r"([XYZ]?)(\d{7,8})-?([A-Z])")
_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def is_national(number: str) -> bool:
    """Return whether this is the national number of a citizen or, in some countries, of a pupil."""
    plain = number.replace(" ", "").upper()
    if _SHAPES.fullmatch(plain):
        return True
    if spanish := _SPANISH.fullmatch(plain):
        foreign, digits, letter = spanish.groups()
        return _LETTERS[int(f"{'XYZ'.index(foreign) if foreign else ''}{digits}") % 23] == letter
    digits = [int(sign) for sign in plain] if plain.isascii() and plain.isdecimal() else []
    return _is_icelandic(digits) or _is_norwegian(digits) or _is_polish(digits)


def _is_icelandic(digits: Sequence[int]) -> bool:
    is_one = len(digits) == 10 and digits[9] in (0, 9) and _is_day(digits)
    return is_one and _rest(digits, (3, 2, 7, 6, 5, 4, 3, 2, 1), 11) == 0


def _is_norwegian(digits: Sequence[int]) -> bool:
    is_one = len(digits) == 11 and _is_day(digits)
    first, second = (3, 7, 6, 1, 8, 9, 4, 5, 2, 1), (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)
    return is_one and _rest(digits, first, 11) == _rest(digits, second, 11) == 0


def _is_polish(digits: Sequence[int]) -> bool:
    """Return whether this is a Polish number (PESEL). The month is 20 higher for people born from 2000 on."""
    if len(digits) != 11:
        return False
    month, day = (digits[2] * 10 + digits[3]) % 20, digits[4] * 10 + digits[5]
    is_one = 1 <= month <= 12 and 1 <= day <= 31
    return is_one and _rest(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), 10) == 0


def _is_day(digits: Sequence[int]) -> bool:
    """Return whether the digits begin with a date, DDMMYY."""
    day, month, year = (digits[place] * 10 + digits[place + 1] for place in (0, 2, 4))
    try:
        date(2000 + year, month, day)
    except ValueError:
        return False
    return True


def _rest(digits: Sequence[int], weights: Sequence[int], modulus: int) -> int:
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False)) % modulus

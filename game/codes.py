"""Codes that people read and type. Without vowels and similar characters they spell no words and are unambiguous."""

import secrets

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"
JOIN_CODE = 6
"""Characters of a join code."""


def new_code(length: int) -> str:
    """Return a random code; 6 characters have 4.8e8 values (28.8 bit), 8 have 3.8e11."""
    return spelled(secrets.randbelow(len(ALPHABET) ** length), length)  # once: each new one costs a system call


def spelled(number: int, length: int) -> str:
    """Return the code of `length` characters that encodes this number."""
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(length))


def table_code(place: int | None = None) -> str:
    """Return a new code of a table. With `place`, the number of a session or of a lone player, it begins with that
    place's three characters."""
    return ("" if place is None else place_of(place)) + new_code(8)


def place_of(number: int) -> str:
    """Return the three characters by which a proxy sends all requests of a session, or a player, to the same worker."""
    return f"{number % 1000:03d}"


def join_code() -> str:
    return new_code(JOIN_CODE)


def normalized(code: str) -> str:
    """Return a typed code without spaces and dashes and in capitals, as codes are stored, whether or not it is one."""
    return "".join(code[:40].split()).replace("-", "").upper()


def is_join_code(code: str) -> bool:
    return len(code) == JOIN_CODE and set(code) <= set(ALPHABET)


def card_code() -> str:
    """Return a new code of a student's card: 24 characters (115 bit), too many to guess; typed only without a
    camera."""
    return new_code(24)

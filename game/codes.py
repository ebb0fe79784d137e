"""Codes that people read and type: no vowels, no look-alikes, so they spell nothing and are read one way only."""

import secrets

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"


def new_code(length: int) -> str:
    """Return a fresh random code; 6 characters have 4.8e8 values (28.8 bit), 8 have 3.8e11."""
    return spelled(secrets.randbelow(len(ALPHABET) ** length), length)  # once: the system is asked for each number


def spelled(number: int, length: int) -> str:
    """Return the code of so many characters that this number stands for."""
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(length))


def table_code(place: int | None = None) -> str:
    """Return a table's code; with the number of a session, or of whoever plays alone, it begins with its place."""
    return ("" if place is None else place_of(place)) + new_code(8)


def place_of(number: int) -> str:
    """Return the three digits by which a proxy sends everything of a session, or a player, to the same worker."""
    return f"{number % 1000:03d}"


def join_code() -> str:
    return new_code(6)


def card_code() -> str:
    """Return what a student's card says: 24 characters (115 bit) that nobody guesses; typed only where no camera is."""
    return new_code(24)

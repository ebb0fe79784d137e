"""Codes that people read and type: no vowels, no look-alikes, so they spell nothing and are read one way only."""

import secrets

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"


def new_code(length: int) -> str:
    """Return a fresh random code; 6 characters have 4.8e8 values (28.8 bit), 8 have 3.8e11."""
    number = secrets.randbelow(len(ALPHABET) ** length)  # once: the system is asked for each random number
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(length))


def table_code() -> str:
    return new_code(8)


def join_code() -> str:
    return new_code(6)


def card_code() -> str:
    """Return what a student's card says: 24 characters (115 bit) that nobody guesses; typed only where no camera is."""
    return new_code(24)

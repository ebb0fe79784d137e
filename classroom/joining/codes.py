"""Join codes as children type them."""

from game.codes import ALPHABET

CODE_LENGTH = 6


def tidy(code: str) -> str:
    """Return the code as it is kept; anything that cannot be one comes back as it was typed, tidied."""
    return "".join(code.split()).replace("-", "").upper()


def is_a_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)

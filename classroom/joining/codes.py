"""Join codes as children type them."""

from game.codes import ALPHABET

CODE_LENGTH = 6


def tidy(code: str) -> str:
    """Return the typed code without spaces and dashes and in capitals, as codes are stored; it need not be a valid
    one."""
    return "".join(code.split()).replace("-", "").upper()


def is_a_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)

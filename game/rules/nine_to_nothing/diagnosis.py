"""Diagnosis of a wrong lay of Nine to Nothing: the error codes of measurement 4.4.

s is the lay's sum, g its target, e = s − g, c the points of its cards (sign changes included). Several codes may
explain one wrong lay, so one error never makes a diagnosis. CHANGE_FORGOTTEN is ours (screens 5.4): the sum would be
right without any of the lay's sign changes; with only one sign change it is a SIGN_FLIP whose cause is known.
"""

from collections.abc import Sequence
from enum import StrEnum

from game.rules.nine_to_nothing.cards import Term


class NineCode(StrEnum):
    """Possible reason for a wrong lay; the first code that applies is the lay's label."""

    CORRECT = "CORRECT"
    CHANGE_FORGOTTEN = "CHANGE_FORGOTTEN"
    SIGN_FLIP = "SIGN_FLIP"
    IGNORED_SIGNS = "IGNORED_SIGNS"
    CARD_NOT_COUNTED = "CARD_NOT_COUNTED"
    OPPOSITE = "OPPOSITE"
    OFF_BY_ONE = "OFF_BY_ONE"
    OFF_BY_TEN = "OFF_BY_TEN"
    OTHER = "OTHER"


def codes(terms: Sequence[Term], target: int) -> tuple[NineCode, ...]:
    """Return every code that applies, the label first; (CORRECT,) if the lay is right."""
    values = [term.value for term in terms]
    made = sum(values)
    error = made - target
    if not error:
        return (NineCode.CORRECT,)
    fits = {
        NineCode.CHANGE_FORGOTTEN: sum(term.card.value for term in terms) == target,
        NineCode.SIGN_FLIP: any(2 * value == error for value in values),
        NineCode.IGNORED_SIGNS: sum(map(abs, values)) == target,
        NineCode.CARD_NOT_COUNTED: error in values,
        NineCode.OPPOSITE: made == -target,
        NineCode.OFF_BY_ONE: abs(error) == 1,
        NineCode.OFF_BY_TEN: abs(error) == 10,
    }
    return tuple(code for code, fit in fits.items() if fit) or (NineCode.OTHER,)


def kind_of(terms: Sequence[Term]) -> str:
    """Return the kind of sum: change (with a sign change), minus (with a card below 0), or plus (neither)."""
    if any(term.change for term in terms):
        return "change"
    return "minus" if any(term.card.value < 0 for term in terms) else "plus"

"""Faces of the cards of Nine to Nothing on all its screens."""

from django.utils.safestring import SafeString

from game.nine_to_nothing import words
from game.rules.nine_to_nothing.cards import Card
from game.screens.stencils import piece

APPLES = 5
"""Up to this many apples are drawn singly on a card (screens 1.3)."""


def face(language: str, card: Card, *, flipped: bool = False, frame: bool = False) -> SafeString:
    """Return the face of a card: its apples, its number with a real minus sign, its spoken name. With a sign change on
    it (`flipped`) it shows its changed value; with a `frame` its counters, hollow ones below zero."""
    card = card._replace(value=-card.value) if flipped else card
    kind = "change" if card.is_change else "plus" if card.value > 0 else "minus"
    count = abs(card.value)
    apples = count if count <= APPLES else 1
    about = {"count": count if count > APPLES else 0, "face": words.face(card), "name": words.name(card)}
    counters = card.value if frame and not card.is_change else 0
    return piece(language, "nine_to_nothing/face", kind=kind, width=10 * apples, counters=counters, **about)

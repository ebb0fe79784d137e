"""The Pack: the characters and colours beside children's names, which tell everybody in a class apart.

Pure. Nothing is guessed about a child: characters are given at random at first, then chosen. The words are stored.
"""

import random
from collections.abc import Collection
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

CHARACTERS = {
    "fox": _("fox"),
    "cat": _("cat"),
    "bear": _("bear"),
    "owl": _("owl"),
    "frog": _("frog"),
    "rabbit": _("rabbit"),
    "bee": _("bee"),
    "octopus": _("octopus"),
    "penguin": _("penguin"),
    "turtle": _("turtle"),
    "crab": _("crab"),
    "dragon": _("dragon"),
    "hedgehog": _("hedgehog"),
    "whale": _("whale"),
    "moon": _("moon"),
    "leaf": _("leaf"),
    "wave": _("wave"),
    "star": _("star"),
    "bolt": _("bolt"),
    "kite": _("kite"),
}
COLOURS = {
    "orange": _("orange"),
    "gold": _("gold"),
    "green": _("green"),
    "blue": _("blue"),
    "violet": _("violet"),
    "pink": _("pink"),
    "teal": _("teal"),
    "brown": _("brown"),
}


HAT = "hat_"
"""Prefix of the words for hats."""


class Face(NamedTuple):
    """A character in a colour; two empty words where none was given yet."""

    character: str
    colour: str


class DressedFace(NamedTuple):
    """A face as others see it: `hat` is "" where none is worn, or hats are not shown."""

    character: str
    colour: str
    hat: str


def hat_in(chosen: str) -> str:
    """Return the hat among a child's chosen words; "" for none."""
    return next((word for word in chosen.split() if word.startswith(HAT)), "")


def dressed(character: str, colour: str, chosen: str, *, hats: bool) -> DressedFace:
    """Return a child's face with the hat that it has chosen, if its class shows `hats`."""
    return DressedFace(character, colour, hat_in(chosen) if hats else "")


def exists(face: Face) -> bool:
    return face.character in CHARACTERS and face.colour in COLOURS


def any_free(taken: Collection[Face]) -> Face | None:
    """Return a random face that nobody of the class has; None where all are taken."""
    free = [face for name in CHARACTERS for colour in COLOURS if (face := Face(name, colour)) not in taken]
    return random.SystemRandom().choice(free) if free else None

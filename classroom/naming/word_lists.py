"""Pictures, colours and animals: what children tap, what they type, and what they are called on the board.

The ids of pictures are kept in hashes: append, never change or reorder. Words are easy to spell and to tell apart; a
translation gives as many words as the original, all different.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Picture(NamedTuple):
    """A picture of the sprite templates/classroom/_sprite.html, and the one word that a child says for it."""

    id: str
    name: str | Promise


PICTURES = (
    Picture("apple", _("apple")),
    Picture("star", _("star")),
    Picture("fish", _("fish")),
    Picture("car", _("car")),
    Picture("house", _("house")),
    Picture("umbrella", _("umbrella")),
    Picture("moon", _("moon")),
    Picture("flower", _("flower")),
    Picture("bike", _("bike")),
    Picture("cat", _("cat")),
    Picture("key", _("key")),
    Picture("rocket", _("rocket")),
    Picture("sun", _("sun")),
    Picture("tree", _("tree")),
    Picture("boat", _("boat")),
    Picture("cup", _("cup")),
)
BY_ID = {picture.id: picture for picture in PICTURES}


def colours() -> list[str]:
    """Return 16 words for the look of an animal, in the language of the page."""
    return gettext("red blue green pink gold black white brown grey orange purple silver happy tiny big fast").split()


def animals() -> list[str]:
    """Return 64 animals, in the language of the page."""
    # Translators: 64 animals in one word each, easy to spell, all different.
    return gettext(
        "ant ape bat bear bee bird bug bull calf camel cat cow crab crow deer dog donkey duck eagle eel "
        "elk fish fly fox frog goat goose hare hawk hen horse kiwi koala lamb lion lizard llama lynx mole monkey "
        "moose mouse mule newt otter owl ox panda parrot pig pony puma rabbit rat robin seal shark sheep snail snake "
        "swan tiger wolf zebra"
    ).split()


def alias(student: int) -> str:
    """Return what the board calls this student where names are not shown, the same in every lesson.

    Numbers that lie less than 1024 apart never share one; what it says about a secret is nothing.
    """
    number = student * 389 % (16 * 64)
    return f"{colours()[number % 16].capitalize()} {animals()[number // 16]}"

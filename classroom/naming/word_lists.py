"""Pictures, things and animals: what children tap and type as secrets, and their aliases on the board.

The ids of pictures are stored in hashes: append, never change or reorder. Words are easy to spell and to tell apart; a
translation has as many words as the original, all different.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy


class Picture(NamedTuple):
    """A picture of the sprite templates/classroom/_sprite.html, and the one word for it."""

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


# Translators: 16 things in one word each, easy to spell, all different, none of them an animal. Nominative; letters
# without accents where possible, because children type them. Written apart by spaces.
_THINGS = pgettext_lazy("words", "apple ball bell boat book cake cup drum hat key lamp leaf moon sock star tree")

_ANIMALS = pgettext_lazy(
    "words",
    # Translators: 64 animals in one word each, easy to spell, all different. Nominative; letters without accents where
    # possible, because children type them. Written apart by spaces.
    "ant ape bat bear bee bird bug bull calf camel cat cow crab crow deer dog donkey duck eagle eel "
    "elk fish fly fox frog goat goose hare hawk hen horse kiwi koala lamb lion lizard llama lynx mole monkey "
    "moose mouse mule newt otter owl ox panda parrot pig pony puma rabbit rat robin seal shark sheep snail "
    "snake swan tiger wolf zebra",
)


def things(language: str) -> list[str]:
    """Return 16 things. A secret is two nouns, because in most languages a colour would have to agree with one."""
    return _list(language, _THINGS)


def animals(language: str) -> list[str]:
    """Return 64 animals."""
    return _list(language, _ANIMALS)


def _list(language: str, words: Promise) -> list[str]:
    with override(language):
        return str(words).split()


def alias(student: int, language: str) -> str:
    """Return the student's name on the board where real names are hidden, the same in every lesson.

    Numbers less than 1024 apart never share one; it reveals nothing about a secret.
    """
    number = student * 389 % (16 * 64)
    return f"{things(language)[number % 16].capitalize()} {animals(language)[number // 16]}"

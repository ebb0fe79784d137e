"""Explanation of Nine to Nothing (rules 2), for children and for the wall."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from game.nine_to_nothing.options import OPTIONS
from game.nine_to_nothing.speech import PHRASES, rules_of
from game.rules.nine_to_nothing import FIVE, NINE
from game.screens.how_to_play import HowToPlay, Scene
from game.screens.options import told
from game.screens.stencils import draw

FOLDER = "nine_to_nothing/how_to_play"


def how_to_play(options: Mapping[str, Any]) -> HowToPlay:
    return HowToPlay(_scenes(options), told(OPTIONS, options), _rules(options), _credit())


def _scenes(options: Mapping[str, Any]) -> tuple[Scene, ...]:
    highest = options.get("highest", NINE)
    pictures = ("draw", "lay_of_five" if highest == FIVE else "lay", "discard")
    shown = zip(pictures, rules_of(highest), strict=True)
    return tuple(Scene(draw(f"{FOLDER}/{picture}", {}), str(PHRASES[phrase]), phrase) for picture, phrase in shown)


def _rules(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the full rules; without options, with all the choices."""
    highest = options.get("highest", NINE)
    return (
        _("Everybody gets seven cards. One card lies face up: the discard pile."),
        _("A turn has three parts: draw, lay, discard. Draw from the draw pile or from the discard pile, never from "
          "both in one turn: one card on the first turn, later as many as make seven in your hand."),
        _("Your number is first %(first)s, then %(next)s, down to 0. Lay two or more cards that make it together; one "
          "card alone does not count. After it you may make the next number in the same turn.")
        % {"first": highest, "next": highest - 1},
        *([] if options else [_("With the numbers 1 to 5 your number is first 5.")]),
        _("A sign change is laid with a number card and turns its sign: +4 counts as −4, and −4 as +4."),
        _("At the end of the turn throw one card away. If you can lay nothing, draw and throw away."),
        _("Where classmates check: if you think that a sum is wrong, press “Check it” before the next one draws. A "
          "wrong sum goes back, one card of it is thrown away, and the turn is over."),
        _("As soon as somebody lays 0, the game is over. A number card is 1 point, a sign change 2; most points win: "
          "long sums pay."),
    )  # fmt: skip


def _credit() -> str:
    return _("This game plays the rules of 9 Apples, published by Discovery Express Kids (2014). Cardinal is not "
             "affiliated with them.")  # fmt: skip

"""Explanation of Around the Corner (rules.md 1), for children and for the wall."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from game.around_the_corner.speech import PHRASES, rules_of
from game.around_the_corner.words import step_words
from game.rules.around_the_corner import FIVE
from game.rules.around_the_corner.position import Options
from game.screens.how_to_play import HowToPlay, Scene

FOLDER = "game/around_the_corner/how_to_play"
OPTIONS = ("mode", "corner", "steps", "highest", "only_plus", "wrong_pause", "hints")


def how_to_play(options: Mapping[str, Any]) -> HowToPlay:
    chosen = Options.from_json({name: options[name] for name in OPTIONS if name in options})
    return HowToPlay(_scenes(chosen), _options(chosen), _rules(), _credit())


def _scenes(options: Options) -> tuple[Scene, ...]:
    first, *others = rules_of(options)
    card = "_plus" if options.only_plus else "_of_five" if options.highest == FIVE else ""
    shown = ((f"_top_card{card}", first), *((f"_{phrase}", phrase) for phrase in others))
    return tuple(Scene(f"{FOLDER}/{picture}.html", str(PHRASES[phrase]), phrase) for picture, phrase in shown)


def _options(options: Options) -> tuple[str, ...]:
    steps = ", ".join(step_words(step, options.only_plus) for step in options.steps)
    said = [
        {
            "race": _("Everybody plays at the same time. The first card counts."),
            "turns": _("You play one after the other."),
            "solo": _("You play alone, against your own best time."),
        }[options.mode],
        _("The cards say %(steps)s.") % {"steps": steps},
        *([_("The numbers go from 1 to 5.")] if options.highest == FIVE else []),
        _("You play round the corner.") if options.corner else _("You do not play round the corner."),
    ]
    if options.shows_hints:
        said.append(_("The sums of the top card are shown."))
    if options.mode != "turns" and options.wrong_pause:
        said.append(_("After a wrong card you wait a moment."))
    return tuple(said)


def _rules() -> tuple[str, ...]:
    """Return the rules in full: those of all ways of playing."""
    return (
        _("Each player has a draw pile and a hand. One card lies face up in the middle."),
        _("Draw cards from your pile, one at a time, as many as you like."),
        _("A card has a number and a step. Add the step to the number of the top card, or take it away: cards with one "
          "of these two numbers fit. The step of your own card does not matter yet."),
        _("Round the corner: above 10 take 10 away, below 1 add 10. Without the corner such a number does not fit."),
        _("With the numbers 1 to 5 the corner is after 5. With plus alone you only add, always round the corner."),
        _("A card that does not fit goes back to your hand."),
        _("In a race there are no turns: the first card on the pile counts, and a card that comes too late goes back. "
          "By turns you draw what you like and play one card that fits; if you can do neither, you pass."),
        _("Your very last card may be any number."),
        _("If all draw piles are empty and nobody has a card that fits, the bottom card of the pile comes to the top."),
        _("Who has placed all cards first wins. The others are placed by the cards they have left."),
    )  # fmt: skip


def _credit() -> str:
    return _("This game plays the rules of 7 ATE 9 by Maureen Hiron, published by Out of the Box Publishing (2009) and "
             "PlayMonster (2016). Cardinal is not affiliated with them.")  # fmt: skip

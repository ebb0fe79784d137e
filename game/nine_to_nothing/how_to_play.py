"""Explanation of Nine to Nothing (rules 2), for children and for the wall; and its interactive tutorial."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from game.nine_to_nothing.options import OPTIONS
from game.nine_to_nothing.speech import PHRASES, rules_of
from game.rules.nine_to_nothing import FIVE, NINE
from game.screens import speech
from game.screens.how_to_play import HowToPlay, Said, Scene, Step, TutorialChoice, last
from game.screens.options import told
from game.screens.sentences import MINUS
from game.screens.stencils import draw

FOLDER = "nine_to_nothing/how_to_play"

SUMS = {
    NINE: (((4,), (7, 5, 3)), ((6, 5), (-2, -3, 4))),
    FIVE: (((3,), (4, 2, 1)), ((5, 2), (-2, -3, 1))),
}
"""Example sums by the highest number: the cards on the table, and those to choose from, for this number and for the
next."""


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


def tutorial(options: Mapping[str, Any]) -> tuple[Step, ...]:
    highest = options.get("highest", NINE)
    sums = [_sum(goal, *cards) for goal, cards in zip((highest, highest - 1), SUMS[highest], strict=True)]
    if options.get("mode") == "same_hand":
        return _with(sums[0], "same_cards"), sums[1], last(_said("longest_wins"))
    hand, pile = [_card(number) for number in SUMS[highest][0][1]], draw("tutorial/back", {})
    drawing = Step(
        (_said("draw_a_card"),),
        choices=tuple(TutorialChoice(_face(c), c, str(PHRASES["draw_first"])) for c in hand),
        pile=TutorialChoice(pile, _("Draw a card")),
    )
    throwing = Step(
        (_said("throw_and_pass_on"),), choices=tuple(TutorialChoice(_face(card), card) for card in hand[::2])
    )
    checking = [_said("check_others")] if options.get("checking") == "classmates" else []
    return drawing, *sums, throwing, last(_said("a_card_a_point"), *checking)


def _said(phrase: str) -> Said:
    return PHRASES[phrase], (phrase,)


def _with(step: Step, phrase: str) -> Step:
    return step._replace(says=(_said(phrase), *step.says))


def _sum(goal: int, laid: Sequence[int], offered: Sequence[int]) -> Step:
    """Return the step in which one of the offered cards completes the number, with those laid already."""
    make = f"{PHRASES['make']} {goal}.", ("make", *speech.number(goal))
    choices = (TutorialChoice(_face(_card(number)), _card(number), _why(goal, (*laid, number))) for number in offered)
    picture = draw(f"{FOLDER}/laid", {"cards": [*map(_card, laid), "?"], "goal": goal})
    return Step((make, _said("which_card")), picture, tuple(choices))


def _why(goal: int, cards: Sequence[int]) -> str:
    """Return the sum of these cards, "" if it is the right number."""
    made = sum(cards)
    written = " ".join(f"{'+' if number > 0 else MINUS} {abs(number)}" for number in cards).removeprefix("+ ")
    return "" if made == goal else f"{written} = {made}"


def _card(number: int) -> str:
    return f"{'+' if number > 0 else MINUS}{abs(number)}"


def _face(written: str) -> SafeString:
    return draw(f"{FOLDER}/one_card", {"written": written})

"""The interactive tutorial of Nine to Nothing: draw, two cards that make a number, a card that takes away, discard."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from game.nine_to_nothing.how_to_play import FOLDER
from game.nine_to_nothing.speech import PHRASES
from game.rules.nine_to_nothing import FIVE, NINE
from game.screens import speech
from game.screens.how_to_play import Said, Step, TutorialChoice, last
from game.screens.sentences import MINUS
from game.screens.stencils import draw

SUMS = {
    NINE: (((4,), (7, 5, 3)), ((6, 5), (-2, -3, 4))),
    FIVE: (((3,), (4, 2, 1)), ((5, 2), (-2, -3, 1))),
}
"""Example sums by the highest number: the cards on the table, and those to choose from, for this number and for the
next."""


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

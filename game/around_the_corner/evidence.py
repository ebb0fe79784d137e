"""The sums that cards make on a top card: in which direction, round the corner or not, and what a hand offers."""

from collections.abc import Sequence
from typing import Any

from game.rules.around_the_corner import Card, Options, card


def sign(face: Card, held: int, options: Options) -> str:
    """Return + or - for the sum that this card makes on that face, nothing where it does not fit."""
    plus, minus = options.answers(face.number, face.step)
    number = card(held).number
    return "+" if number == plus else "-" if number == minus else ""


def evidence(face: Card, slots: Sequence[int | None], options: Options) -> dict[str, Any]:
    """Return what a hand says about a top card, as fields of an exposure: which cards fit, their signs, the stratum.

    A stratum is the step, plain or corner (whether a card in the hand goes round it), and how many directions the
    hand offers (measurement 0.2).
    """
    hand = tuple(held for held in slots if held)
    fitting = tuple(held for held in hand if sign(face, held, options))
    signs = sorted({sign(face, held, options) for held in fitting})
    kind = "corner" if any(_goes_round(face, each, options.highest) for each in signs) else "plain"
    return {
        "hand": hand,
        "fitting": fitting,
        "directions": "both" if len(signs) == 2 else "".join(signs),
        "stratum": f"{face.step}-{kind}-{len(signs)}" if signs else "",
    }


def _goes_round(face: Card, towards: str, highest: int) -> bool:
    return not 1 <= (face.number + face.step if towards == "+" else face.number - face.step) <= highest

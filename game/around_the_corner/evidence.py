"""Exposure of a student to a top card, and the sums of cards on it: their direction, and whether they go round the
corner."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.rules.around_the_corner import Card, Options, card

RIGHT, WRONG, DREW, OTHER, VOID = "C", "W", "D", "O", "X"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A top card in front of a student who could answer it. Cards are card ids; fields as in models.Attempt.

    `line` is the place in the log of the event that decided or ended it. `brought_by` is the number of the own hand's
    change that brought the fitting card; None if the top card came last. `untimed`: its start is not known on the
    browser's clock.
    """

    seat: int
    top: int
    top_number: int
    top_step: int
    previous_number: int | None
    previous_step: int | None
    own_top: bool
    hand: tuple[int, ...]
    fitting: tuple[int, ...]
    directions: str
    opponents: int
    stratum: str
    started_at: int
    line: int = 0
    brought_by: int | None = None
    untimed: bool = False
    ending: str = VOID
    retry: bool = False
    late: bool = False
    milliseconds: int | None = None
    timed: bool = False
    played: int | None = None
    sign: str = ""
    hidden_ms: int = 0
    modality: str = ""
    clock_off: bool = False
    rung: int = 0
    pictured: bool = False


def sign(face: Card, held: int, options: Options) -> str:
    """Return + or - for the sum of this card on that face, "" if it does not fit."""
    plus, minus = options.answers(face.number, face.step)
    number = card(held).number
    return "+" if number == plus else "-" if number == minus else ""


def evidence(face: Card, slots: Sequence[int | None], options: Options) -> dict[str, Any]:
    """Return what a hand shows about a top card, as fields of an exposure: the fitting cards, their signs, the stratum.

    A stratum is the step, plain or corner (whether a card in the hand goes round it), and the number of directions that
    the hand offers (measurement 0.2).
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

"""Example sums that explain Around the Corner, made of cards that are in play."""

from typing import NamedTuple

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from game.rules.around_the_corner import FIVE, TEN, Options, Sums
from game.rules.around_the_corner.cards import ALL_SUMS
from game.rules.around_the_corner.position import STEPS
from game.screens.sentences import MINUS

TEXTS = {
    "both_ways": _("On %(card)s you may go both ways: %(plus)s fits, and %(minus)s fits."),
    "only_on": _("On %(card)s you go on: %(plus)s fits."),
    "corner": _("After %(highest)s comes 1: %(sum)s makes %(plus)s."),
    "no_corner": _("It ends at %(highest)s and at 1: on %(card)s only %(minus)s fits."),
}
_told = lazy(lambda text, values: str(text) % values, str)


class Example(NamedTuple):
    """A top card and what it illustrates (`kind`, a key of TEXTS). `sign` is that of its step: ±, or + if steps are
    only added."""

    kind: str
    step: int
    highest: int = TEN
    sign: str = "±"

    @property
    def number(self) -> int:
        match self.kind:
            case "both_ways":
                return self.highest // 2 + 1
            case "only_on":
                return 2
        return self.highest - (self.step > 1)

    @property
    def recording(self) -> str:
        """The name of its recording; the usual step of each kind is left out of the name."""
        usual = 3 if self.highest == TEN and self.kind in ("corner", "no_corner") else 2
        step = "" if self.step == usual else f"_{self.step}"
        return f"{self.kind}{step}{'_of_five' if self.highest == FIVE else ''}"

    @property
    def answers(self) -> tuple[int | None, int | None]:
        return Sums(self.kind != "no_corner", self.highest, self.kind == "only_on").answers(self.number, self.step)

    @property
    def card(self) -> str:
        return f"{self.number} {self.sign}{self.step}"

    @property
    def ways(self) -> tuple[int, ...]:
        """Directions of the step: 1 forward, -1 back."""
        return {"both_ways": (1, -1), "no_corner": (-1,)}.get(self.kind, (1,))

    @property
    def sum(self) -> str:
        """The sum of its only direction, or of the first of two."""
        sign, answer = ("+", self.answers[0]) if self.ways[0] > 0 else (MINUS, self.answers[1])
        return f"{self.number} {sign} {self.step} = {answer}"

    @property
    def text(self) -> Promise:
        plus, minus = self.answers
        values = {"card": self.card, "plus": plus, "minus": minus, "highest": self.highest}
        return _told(TEXTS[self.kind], values | {"sum": f"{self.number} + {self.step}"})


def examples(options: Options) -> tuple[Example, Example]:
    """Return an example of the directions of a card with these options, and one of the end of their numbers."""
    highest, steps = options.highest, options.steps
    step = 2 if 2 in steps else steps[0]
    last = steps[-1] if highest == TEN else step
    end = Example("corner" if options.corner else "no_corner", last, highest)
    if options.sign == "+":
        return Example("only_on", step, sign="+"), end
    if (step, highest, options.corner) == (3, FIVE, False):  # no card goes both ways
        return Example("only_on", step, highest), end
    return Example("both_ways", step, highest), end


def phrases() -> dict[str, Promise]:
    """Return the sentences of all examples, by the names of their recordings."""
    decks = (Options(steps=(step,), **sums._asdict()) for sums in ALL_SUMS for step in STEPS)
    return {example.recording: example.text for options in decks for example in examples(options)}

"""The playable tutorial of Around the Corner: draw, a card that fits, the end of the numbers, and how this way ends."""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from game.around_the_corner.explained.examples import Example, examples
from game.around_the_corner.explained.how_to_play import FOLDER, walk
from game.around_the_corner.speech import PHRASES
from game.rules.around_the_corner import Options
from game.screens.how_to_play import Said, Step, TutorialChoice, last
from game.screens.stencils import draw

MISFITS = 3


def tutorial(options: Mapping[str, Any]) -> tuple[Step, ...]:
    """Return the steps of a session with these options."""
    chosen = Options.from_json({name: options[name] for name in Options.__dataclass_fields__ if name in options})
    ways, end = examples(chosen)
    hand = _misfits(ways, chosen)
    drawn, goal = _fitting(ways, chosen), _fitting(end, chosen)
    pile = TutorialChoice(draw("tutorial/back", {}), _("Draw a card"))
    way = {"race": "be_first", "solo": "until_none_is_left", "sun": "until_none_is_left"}.get(chosen.mode, "told_turns")
    return (
        Step(((ways.text, (ways.recording,)), _said("draw_if_nothing_fits")), walk(ways), (pile, *hand)),
        Step((_said("put_a_card"),), _card(ways.number, ways.step, chosen), (hand[0], drawn, *hand[1:])),
        Step(((end.text, (end.recording,)), _said("put_a_card")), walk(end), (*_misfits(end, chosen), goal)),
        last(_said(way), _said("any_number")),
    )


def _said(phrase: str) -> Said:
    return PHRASES[phrase], (phrase,)


def _fitting(shown: Example, options: Options) -> TutorialChoice:
    """Return a card that fits on the example, by the way that it shows."""
    answer = shown.answers[0 if shown.ways[0] > 0 else 1]
    assert answer
    return _choice(answer, shown, options)


def _misfits(shown: Example, options: Options) -> tuple[TutorialChoice, ...]:
    """Return cards that do not fit; where the numbers end, the one first that would fit round the corner."""
    round_the_corner = (shown.number + shown.step - 1) % shown.highest + 1
    tempting = [round_the_corner] if shown.kind == "no_corner" else []
    others = [n for n in range(1, options.highest + 1) if n not in shown.answers and n not in tempting]
    numbers = [*tempting, *others[:: max(1, len(others) // MISFITS)]][:MISFITS]
    return tuple(_choice(number, shown, options, fits=False) for number in numbers)


def _choice(number: int, top: Example, options: Options, *, fits: bool = True) -> TutorialChoice:
    step, on = options.steps[number % len(options.steps)], f"{top.number} {_sign(options)}{top.step}"
    why = "" if fits else _("%(number)s does not fit on %(card)s.") % {"number": number, "card": on}
    return TutorialChoice(_card(number, step, options), f"{number} {_sign(options)}{step}", why)


def _card(number: int, step: int, options: Options) -> SafeString:
    return draw(f"{FOLDER}/one_card", {"card": {"number": number, "step": step}, "sign": _sign(options)})


def _sign(options: Options) -> str:
    return "+" if options.only_plus else "±"

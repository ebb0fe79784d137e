"""The interactive tutorial of Around the Corner: draw, a card that fits, one that does not, the end of the numbers, and
the end of the mode; in a race another player is first."""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from game.around_the_corner.explained.examples import Example, examples
from game.around_the_corner.speech import PHRASES
from game.rules.around_the_corner import Options
from game.screens.how_to_play import Said, Step, TutorialChoice, last
from game.screens.number_pictures import number_picture, steps_both_ways
from game.screens.stencils import draw

MISFITS = 3


def tutorial(options: Mapping[str, Any]) -> tuple[Step, ...]:
    chosen = Options.from_json(options)
    ways, end = examples(chosen)
    hand, others = _misfits(ways, chosen), _misfits(end, chosen)
    drawn, goal = _fitting(ways, chosen), _fitting(end, chosen)
    pile, told = TutorialChoice(draw("tutorial/back", {}), _("Draw a card")), (end.text, (end.recording,))
    steps = (
        Step(
            ((ways.text, (ways.recording,)), _said("draw_if_nothing_fits")),
            _line(ways, chosen),
            hand,
            pile,
            _top(ways, chosen),
        ),
        Step((_said("put_a_card"),), _line(ways, chosen), (*hand, drawn), top=_top(ways, chosen)),
        Step(
            (_said("try_misfit"),),
            choices=(*(each._replace(goes_on=True) for each in others), goal),
            top=_top(end, chosen),
        ),
        Step((told, _said("put_a_card")), _line(end, chosen), (*others, goal), top=_top(end, chosen)),
    )
    return (*steps, *_end(chosen, end))


def _end(options: Options, before: Example) -> tuple[Step, ...]:
    """Return the last steps of this mode; in a race another player's card comes first."""
    if options.mode != "race":
        way = "told_turns" if options.mode == "turns" else "until_none_is_left"
        return (last(_said(way), _said("any_number")),)
    top = before._replace(kind="corner" if options.corner else "no_corner", step=options.steps[0])
    first, held = _fitting(top, options), _misfits(top, options)[:2]
    beaten = Step((_said("be_first"),), choices=(*held, first), top=_top(top, options))
    hand = (*(each.face for each in held), first.face)
    told = _said("first_counts"), _said("any_number")
    return beaten, last(*told, top=_anothers(first, options), held=hand)


def _anothers(choice: TutorialChoice, options: Options) -> SafeString:
    """Return another player's card with the same number, and with another step if there is one."""
    number = int(choice.name.split()[0])
    return _card(number, options.steps[(number + 1) % len(options.steps)], options)


def _said(phrase: str) -> Said:
    return PHRASES[phrase], (phrase,)


def _fitting(shown: Example, options: Options) -> TutorialChoice:
    """Return a card that fits on the example, in the example's direction."""
    answer = shown.answers[0 if shown.ways[0] > 0 else 1]
    assert answer
    return _choice(answer, shown, options)


def _misfits(shown: Example, options: Options) -> tuple[TutorialChoice, ...]:
    """Return cards that do not fit; at the end of the numbers, first the one that would fit round the corner."""
    round_the_corner = (shown.number + shown.step - 1) % shown.highest + 1
    tempting = [round_the_corner] if shown.kind == "no_corner" else []
    others = [n for n in range(1, options.highest + 1) if n not in shown.answers and n not in tempting]
    numbers = [*tempting, *others[:: max(1, len(others) // MISFITS)]][:MISFITS]
    return tuple(_choice(number, shown, options, fits=False) for number in numbers)


def _choice(number: int, top: Example, options: Options, *, fits: bool = True) -> TutorialChoice:
    step, sign = options.steps[number % len(options.steps)], options.sign
    why = "" if fits else _("%(number)s does not fit on %(card)s.") % {"number": number, "card": _written(top, options)}
    return TutorialChoice(_card(number, step, options), f"{number} {sign}{step}", why)


def _top(shown: Example, options: Options) -> SafeString:
    return _card(shown.number, shown.step, options)


def _written(shown: Example, options: Options) -> str:
    return f"{shown.number} {options.sign}{shown.step}"


def _line(shown: Example, options: Options) -> SafeString:
    """Return the line of numbers with the fitting cards, as it is drawn at the table."""
    sums = options.sums._replace(corner=shown.kind != "no_corner", highest=shown.highest)
    walk = steps_both_ways(shown.number, shown.step, *sums)
    return number_picture("line", walk, "")


def _card(number: int, step: int, options: Options) -> SafeString:
    return draw("around_the_corner/card", {"number": number, "step": step, "sign": options.sign})

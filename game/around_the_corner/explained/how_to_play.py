"""Explanation of Around the Corner (rules 1), for children and for the wall.

The interactive tutorial of Around the Corner: draw, a card that fits, one that does not, the end of the numbers, and
the end of the mode; in a race another player is first.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from game.around_the_corner.explained.examples import Example, examples
from game.around_the_corner.options import OPTIONS
from game.around_the_corner.speech import PHRASES
from game.rules.around_the_corner import FIVE, Options
from game.screens.how_to_play import HowToPlay, Said, Scene, Step, TutorialChoice, last
from game.screens.number_pictures import number_picture, steps_both_ways
from game.screens.options import told
from game.screens.stencils import draw

FOLDER = "around_the_corner/how_to_play"
WIDEST = 40
"""Largest distance between two numbers of a row, in units of its picture, which is 240 wide."""
IN_TURN = ("", "second", "third", "fourth", "fifth", "sixth")

MISFITS = 3


def how_to_play(options: Mapping[str, Any]) -> HowToPlay:
    """Return the explanation of a session with these options; without options, of all ways to play."""
    chosen = Options.from_json(options)
    return HowToPlay(_scenes(chosen), told(OPTIONS, options), _rules(chosen if options else None), _credit())


def _scenes(options: Options) -> tuple[Scene, ...]:
    ways, end = examples(options)
    told = str(PHRASES["put_a_card"])
    first = Scene(draw(f"{FOLDER}/top_card", _cards(ways, options.steps[0])), told, "put_a_card")
    return first, *(Scene(walk(sum_), str(sum_.text), sum_.recording) for sum_ in (ways, end))


def _cards(top: Example, step: int) -> dict[str, Any]:
    """Return the top card of an example, and a card with this step that fits on it."""
    below = {"number": top.answers[0], "step": step, "down": 44}
    return {"sign": top.sign, "cards": ({"number": top.number, "step": top.step, "down": 0}, below)}


def walk(shown: Example) -> SafeString:
    """Return an example as a row of numbers with the hops of its step above, and a gate at the end of the numbers."""
    return draw(f"{FOLDER}/walk", _walk(shown))


def _walk(shown: Example) -> dict[str, Any]:
    row, ends = _row(shown), shown.highest
    apart = min(WIDEST, 200 // (len(row) - 1))
    x = {at: 120 + round(apart * (at - (row[0] + row[-1]) / 2)) for at in range(row[0] - 3, row[-1] + 4)}
    last = row[-1] if shown.kind == "no_corner" else row[-2]
    hops = [(way, shown.number + way * n) for way in shown.ways for n in range(shown.step)]
    return {
        "sum": shown.card if shown.kind == "both_ways" else shown.sum,
        "spots": [(x[at], (at - 1) % ends + 1) for at in row],
        "gates": [x[at] + apart // 2 for at in row if at % ends == 0 and at <= last],
        "hops": [
            (f"{'back ' * (way < 0)}{turn}", x[at], (x[at] + x[at + way]) // 2, x[at + way])
            for turn, (way, at) in zip(IN_TURN, hops, strict=False)
        ],
    }


def _row(shown: Example) -> range:
    """Return the numbers of a row; beyond the highest they begin again."""
    match shown.kind:
        case "both_ways":
            reach = max(2, shown.step)
            return range(shown.number - reach, shown.number + reach + 1)
        case "only_on":
            return range(1, FIVE + 1)
        case "corner":
            return range(shown.highest - 2, shown.highest + 3)
    return range(shown.highest - 4, shown.highest + 1)


def _rules(options: Options | None) -> tuple[str, ...]:
    """Return the full rules: of all modes (None), or of one, as far as numbers, steps and corner are concerned."""
    if options and options.sign == "+":
        card = _("A card has a number and a step. Add the step to the number of the top card: cards with this number "
                 "fit. The step of your own card does not matter yet.")  # fmt: skip
    else:
        card = _("A card has a number and a step. Add the step to the number of the top card, or take it away: cards "
                 "with one of these two numbers fit. The step of your own card does not matter yet.")  # fmt: skip
    return (
        _("Each player has a draw pile and a hand. One card lies face up in the middle."),
        _("Draw cards from your pile, one at a time, as many as you like."),
        card,
        *([_end(options)] if options else _ends()),
        _("A card that does not fit goes back to your hand."),
        _("In a race there are no turns: the first card on the pile counts, and a card that comes too late goes back. "
          "By turns you draw what you like and play one card that fits; if you can do neither, you pass."),
        _("Against the sun everybody plays at any time and nobody is first: the table wins when all its cards are "
          "placed before the sun has set."),
        _("Your very last card may be any number."),
        _("If all draw piles are empty and nobody has a card that fits, the bottom card of the pile comes to the top."),
        _("Who has placed all cards first wins. The others are placed by the cards they have left."),
    )  # fmt: skip


def _end(options: Options) -> str:
    known = {"highest": options.highest}
    if not options.corner:
        return _("A number above %(highest)s or below 1 does not fit.") % known
    if options.sign == "+":
        return _("Round the corner: above %(highest)s take %(highest)s away.") % known
    return _("Round the corner: above %(highest)s take %(highest)s away, below 1 add %(highest)s.") % known


def _ends() -> tuple[str, ...]:
    return (
        _("Round the corner: above 10 take 10 away, below 1 add 10. Without the corner such a number does not fit."),
        _("With the numbers 1 to 5 the corner is after 5. With plus alone you only add, always round the corner."),
    )


def _credit() -> str:
    return _("This game plays the rules of 7 ATE 9 by Maureen Hiron, published by Out of the Box Publishing (2009) and "
             "PlayMonster (2016). Cardinal is not affiliated with them.")  # fmt: skip


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
    return (*steps, *_last_steps(chosen, end))


def _last_steps(options: Options, before: Example) -> tuple[Step, ...]:
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

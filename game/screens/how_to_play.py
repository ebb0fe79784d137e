"""Explanation of a game, provided by its presentation: animated pictures, the options of a session, rules and credit;
and its tutorial, half a minute of steps that are each one press of a card or a pile.

No state of a tutorial is stored: the present step, and the last wrong press, are in the address.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext

Said = tuple[str | Promise, tuple[str, ...]]
"""A sentence, and the names of the recordings that say it."""


class Scene(NamedTuple):
    """An animated picture: its SVG, a sentence that describes it, and the name of its recording."""

    picture: SafeString
    says: str
    recording: str = ""


class HowToPlay(NamedTuple):
    """`options` are sentences about this session's options, `rules` the full rules, a sentence or two each; `credit`
    names the owners of the rules."""

    scenes: tuple[Scene, ...] = ()
    options: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    credit: str = ""


def not_told() -> HowToPlay:
    """Return the explanation of a game without one of its own."""
    return HowToPlay(rules=(gettext("Your teacher tells you how this game is played."),))


class TutorialChoice(NamedTuple):
    """A card or a pile to press: its picture, its name, and why it is wrong, "" if it is right.

    `goes_on`: it may be wrong, and its explanation is shown at the next step, which has the same choices.
    """

    face: SafeString
    name: str
    why: str = ""
    goes_on: bool = False


class Step(NamedTuple):
    """A step of a tutorial; one without choices is the last.

    `pile` is the draw pile, `top` the top card, `held` a hand that cannot be pressed.
    """

    says: tuple[Said, ...]
    picture: SafeString = SafeString()
    choices: tuple[TutorialChoice, ...] = ()
    pile: TutorialChoice | None = None
    top: SafeString = SafeString()
    held: tuple[SafeString, ...] = ()

    @property
    def recordings(self) -> tuple[str, ...]:
        return tuple(name for _sentence, names in self.says for name in names)


def at_step(steps: Sequence[Step], asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of `game/tutorial/_step.html`: the step in the address, and why a choice was wrong."""
    number = min(max(_whole(asked.get("step")), 1), len(steps))
    step, tried = steps[number - 1], _whole(asked.get("tried"))
    wrong = step.choices[tried - 1].why if 0 < tried <= len(step.choices) else ""
    choices = [(choice, _leads_to(number, place, choice), place) for place, choice in enumerate(step.choices, start=1)]
    shown = {"step": step, "number": number, "steps": range(1, len(steps) + 1), "wrong": wrong, "choices": choices}
    return shown | {"next": f"?step={number + 1}", "tried": tried, "aim": _aim(step)}


def _aim(step: Step) -> int:
    """Return the index of the highlighted choice: one that may be tried, otherwise the right one; 0 for the pile."""
    if step.pile:
        return 0
    places = range(1, len(step.choices) + 1)
    return min(
        places, key=lambda place: (not step.choices[place - 1].goes_on, bool(step.choices[place - 1].why)), default=0
    )


def _leads_to(number: int, place: int, choice: TutorialChoice) -> str:
    if not choice.why:
        return f"?step={number + 1}"
    return f"?step={number + choice.goes_on}&tried={place}"


def last(*says: Said, **shown: Any) -> Step:
    """Return the last step of a tutorial, with these sentences and parts of a table."""
    return Step((*says, (gettext("That is all. Now you can play."), ("that_is_all",))), **shown)


def _whole(written: str | None) -> int:
    return int(written) if written and written.isascii() and written.isdigit() and len(written) < 3 else 0

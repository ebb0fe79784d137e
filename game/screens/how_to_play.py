"""Explanation of a game, as its presentation gives it: moving pictures, the options of a session, rules and credit; and
its tutorial, half a minute of steps that are each one press of a card or a pile.

Nothing is kept of a tutorial: which step is shown, and what was pressed wrongly, stand in the address.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext

Said = tuple[str | Promise, tuple[str, ...]]
"""A sentence, and the names of the recordings that say it."""


class Scene(NamedTuple):
    """A moving picture: its SVG, what it shows in one sentence, and the name of its recording."""

    picture: SafeString
    says: str
    recording: str = ""


class HowToPlay(NamedTuple):
    """`options` say what holds in this session, `rules` are the full rules, a sentence or two each; `credit` names
    whose rules they are."""

    scenes: tuple[Scene, ...] = ()
    options: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    credit: str = ""


def not_told() -> HowToPlay:
    """Return what is said of a game that tells nothing of itself."""
    return HowToPlay(rules=(gettext("Your teacher tells you how this game is played."),))


class TutorialChoice(NamedTuple):
    """A card or a pile to press: its picture, its name, and why it is wrong, "" where it is right.

    `goes_on`: it may be wrong, and what is said of it stands at the next step, whose choices are the same.
    """

    face: SafeString
    name: str
    why: str = ""
    goes_on: bool = False


class Step(NamedTuple):
    """A step of a tutorial; without choices it is the last.

    `pile` is what is drawn from, `top` the card that lies there, `held` a hand of which nothing is to be pressed.
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
    """Return what `game/tutorial/_step.html` shows: the step that the address asks for, and why a choice was wrong."""
    number = min(max(_whole(asked.get("step")), 1), len(steps))
    step, tried = steps[number - 1], _whole(asked.get("tried"))
    wrong = step.choices[tried - 1].why if 0 < tried <= len(step.choices) else ""
    choices = [(choice, _leads_to(number, place, choice), place) for place, choice in enumerate(step.choices, start=1)]
    shown = {"step": step, "number": number, "steps": range(1, len(steps) + 1), "wrong": wrong, "choices": choices}
    return shown | {"next": f"?step={number + 1}", "tried": tried, "aim": _aim(step)}


def _aim(step: Step) -> int:
    """Return the place of the choice that is pointed at: what may be tried, else what is right; 0 for the pile."""
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
    """Return the step that ends a tutorial with these sentences, and with what is shown of a table."""
    return Step((*says, (gettext("That is all. Now you can play."), ("that_is_all",))), **shown)


def _whole(written: str | None) -> int:
    return int(written) if written and written.isascii() and written.isdigit() and len(written) < 3 else 0

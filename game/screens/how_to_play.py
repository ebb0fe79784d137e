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
    """A card or a pile to press: its picture, its name, and why it is wrong, "" where it is right."""

    face: SafeString
    name: str
    why: str = ""


class Step(NamedTuple):
    """A step of a tutorial; without choices it is the last."""

    says: tuple[Said, ...]
    picture: SafeString = SafeString()
    choices: tuple[TutorialChoice, ...] = ()

    @property
    def recordings(self) -> tuple[str, ...]:
        return tuple(name for _sentence, names in self.says for name in names)


def at_step(steps: Sequence[Step], asked: Mapping[str, str]) -> dict[str, Any]:
    """Return what `game/tutorial/_step.html` shows: the step that the address asks for, and why a choice was wrong."""
    number = min(max(_whole(asked.get("step")), 1), len(steps))
    step, tried = steps[number - 1], _whole(asked.get("tried"))
    wrong = step.choices[tried - 1].why if 0 < tried <= len(step.choices) else ""
    choices = [
        (choice, f"?step={number}&tried={place}" if choice.why else f"?step={number + 1}")
        for place, choice in enumerate(step.choices, start=1)
    ]
    return {"step": step, "number": number, "steps": range(1, len(steps) + 1), "wrong": wrong, "choices": choices}


def last(*says: Said) -> Step:
    """Return the step that ends a tutorial with these sentences."""
    return Step(((gettext("That is all. Now you can play."), ("that_is_all",)), *says))


def _whole(written: str | None) -> int:
    return int(written) if written and written.isascii() and written.isdigit() and len(written) < 3 else 0

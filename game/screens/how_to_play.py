"""Explanation of a game, as its presentation gives it: moving pictures, the options of a session, rules and credit."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext


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

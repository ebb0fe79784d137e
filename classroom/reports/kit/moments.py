"""Context shared by all pages of a replay: a moment of the round, and the controls to step through it."""

from collections.abc import Mapping
from typing import Any

from classroom.forms.people import posted_number
from game.screens.replay import Replay

SPEEDS = (("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"))


def moment_of(story: Replay, asked: Mapping[str, str], *, named: bool) -> dict[str, Any]:
    """Return the context of the page after the requested entry of the log; `named` False hides the players' names."""
    return {"named": named, "moment": story.moment(posted_number(asked.get("n")), named=named), "speeds": SPEEDS}

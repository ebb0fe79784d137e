"""What every page of a replay shows: a moment of the round, and the means to go from one to the next."""

from collections.abc import Mapping
from typing import Any

from classroom.forms.people import posted_number
from game.screens.replay import Replay

SPEEDS = (("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"))


def moment_of(story: Replay, asked: Mapping[str, str], *, named: bool) -> dict[str, Any]:
    """Return the context of the page after the line of the log that is asked for; `named` False hides who sat there."""
    return {"named": named, "moment": story.moment(posted_number(asked.get("n")), named=named), "speeds": SPEEDS}

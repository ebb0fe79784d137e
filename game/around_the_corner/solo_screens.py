"""Screens of a solo player beside the cards, before, during and after: clock, pace, pause. Plain values only."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game.around_the_corner.solo import SoloStanding
from game.rules.around_the_corner import CLOCKS
from game.screens.sentences import minutes
from game.screens.stencils import draw

START, LENGTH = 6, 280
"""Of the pace line, in the units of its SVG."""


def clock_context(standing: SoloStanding) -> dict[str, Any]:
    """Return the context of game/_clock.html."""
    return {
        "shown": standing.clock > 0,
        "time": minutes(standing.elapsed),
        "elapsed": standing.elapsed,
        "started_at": standing.started_at,
        "frame": standing.frame,
        "best": minutes(standing.best) if standing.best is not None else "",
        "pace": pace(standing) if standing.clock else "",
        "runs": standing.started_at is not None,
    }


def track(standing: SoloStanding, laid: int, cards: int, face: str) -> SafeString:
    """Return the pace line: oneself between start and flag by the cards laid, and where one's best run was by now."""
    if not standing.clock:
        return SafeString()
    character, _, colour = face.partition(" ")
    mark = None if standing.ahead is None else START + LENGTH * (laid - standing.ahead) // cards
    done = LENGTH * laid // cards
    context = {"done": max(12, done), "own": START + done - 16, "mark": mark, "character": character, "colour": colour}
    return draw("around_the_corner/track", context)


def over_context(standing: SoloStanding, phase: str, left: int) -> dict[str, Any]:
    """Return what game/_solo_over.html needs of the round: what to beat, what it came to, which clock is chosen."""
    return {
        "headline": _headline(standing, left),
        "time": minutes(standing.time) if standing.time is not None else "",
        "best": minutes(standing.best) if standing.best is not None else "",
        "is_best": standing.is_best,
        "clocks": [(move, _CLOCKS[factor], factor == standing.clock) for move, factor in CLOCKS.items()],
        "may_choose": phase in ("waiting", "paused", "over"),
    }


def pace(standing: SoloStanding) -> str:
    """Return the quiet line against the best run."""
    if standing.ahead is None:
        return ""
    cards = abs(standing.ahead)
    if cards == 0:
        return gettext("Level with your best")
    if standing.ahead > 0:
        return ngettext("%(n)s card ahead of your best", "%(n)s cards ahead of your best", cards) % {"n": cards}
    return ngettext("%(n)s card behind your best", "%(n)s cards behind your best", cards) % {"n": cards}


def _headline(standing: SoloStanding, left: int) -> str:
    if standing.time is None:
        return ngettext("You have %(n)s card left.", "You have %(n)s cards left.", left) % {"n": left}
    if standing.best is None:
        return gettext("All cards placed!")
    return gettext("Your best time!") if standing.is_best else gettext("All cards placed. Well done!")


_CLOCKS = {
    1: _("Like my best time"),
    2: _("More time"),
    10: _("Lots of time"),
    0: _("No clock"),
}

"""Parts of a solo player's screen beside the cards, before, during and after a round: clock, pace, pause."""

from bisect import bisect_right

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game.around_the_corner.solo import SoloStanding, cards_in
from game.rules.around_the_corner import CLOCKS
from game.screens import parts
from game.screens.sentences import minutes
from game.screens.stencils import draw
from game.screens.table_view import TableView, face, words_of

START, LENGTH = 6, 280
"""Start and length of the pace line, in the units of its SVG."""


def clock(table: TableView, standing: SoloStanding) -> SafeString:
    """Return the clock, pace and pause button of a solo player."""
    cards = cards_in(table.view.options)
    context = {
        "shown": standing.clock > 0,
        "time": minutes(standing.elapsed),
        "elapsed": standing.elapsed,
        "started_at": standing.started_at,
        "frame": standing.frame,
        "best": minutes(standing.best) if standing.best is not None else "",
        "pace": _pace(standing) if standing.clock else "",
        "runs": standing.started_at is not None,
        "track": pace_line(standing, cards - table.view.seats[0].left, cards, "".join(table.faces[:1])),
    }
    return draw("around_the_corner/clock", context)


def pace_line(standing: SoloStanding, laid: int, cards: int, face: str) -> SafeString:
    """Return the pace line: the player between start and flag by the cards played, and their best run as a ghost."""
    if not standing.clock:
        return SafeString()
    character, colour, _team, hat = words_of((face,), 0)
    done = LENGTH * laid // cards
    context = {"done": max(12, done), "own": START + done - 16, "character": character, "colour": colour, "hat": hat}
    return draw("around_the_corner/track", context | _ghost(standing, cards))


def _ghost(standing: SoloStanding, cards: int) -> dict[str, str]:
    """Return the best run's position by now and, while the clock runs, its remaining steps. The picture animates them
    by itself, one jump for each card, so that the page needs no messages."""
    if not standing.ghost:
        return {}
    past = bisect_right(standing.ghost, standing.elapsed)
    places = [str(START + LENGTH * n // cards) for n in range(past, len(standing.ghost) + 1)]
    lasts = standing.ghost[-1] - standing.elapsed
    if lasts <= 0 or standing.started_at is None:
        return {"ghost": places[0]}
    times = [f"{(at - standing.elapsed) / lasts:.3f}" for at in standing.ghost[past:]]
    return {"ghost": places[0], "places": ";".join(places), "times": ";".join(["0", *times]), "lasts": str(lasts)}


def over(table: TableView, standing: SoloStanding) -> SafeString:
    """Return the overlay of a solo table: the time to beat, the result, the chosen clock."""
    own = parts.own_round(table)
    context = {
        "headline": _headline(standing, table.view.seats[0].left),
        "time": minutes(standing.time) if standing.time is not None else "",
        "best": minutes(standing.best) if standing.best is not None else "",
        "is_best": standing.is_best,
        "clocks": [(move, _CLOCKS[factor], factor == standing.clock) for move, factor in CLOCKS.items()],
        "may_choose": table.phase in ("waiting", "paused", "over"),
        "phase": table.phase,
        "seat": table.seat,
        "go_at": table.go_at,
        "can_ready": parts.can_ready(table),
        "how": parts.tutorial(table, "around_the_corner"),
        "face": face(table, table.seat) if table.seat is not None else "",
        "round": table.round,
        "number": own.number,
        "praise": own.praise,
        "has_praise": bool(own.praise),
    }
    return draw("around_the_corner/solo_over", context)


def _pace(standing: SoloStanding) -> str:
    """Return the line that compares with the best run."""
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

"""Parts of a screen shared by all games: who is ready, the overlay of the table, whose turn it is.

A player's own result at the end of a round, compared only with their own earlier ones.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.log import table_state
from game.log.tally import Earlier, SeatTally
from game.rules import picture_ladder
from game.screens import sentences
from game.screens.messages import cheering
from game.screens.number_pictures import ten_frames
from game.screens.stencils import fill, joined, piece
from game.screens.table_view import OwnCards, TableView, face, is_computer

PHASES = frozenset({"waiting", "countdown", "playing", "held", "over"})
"""Phases of every game; a phase of a game's own is one that a countdown ends."""


PICTURED, SOON, ON_REQUEST = "pictured", "soon", "on-request"
"""CSS classes for number pictures on cards: shown, shown after 3 s, shown by a button."""

A_RUN = 3
"""Shortest run of right ones that is mentioned."""


class OwnRound(NamedTuple):
    """`fact` is the count in words, `praise` the sentence beside the own face, `number` the count that is drawn."""

    fact: str = ""
    praise: str = ""
    number: SafeString = SafeString()


def pictures(table: TableView) -> str:
    """Return how number pictures are shown to this seat now, as a CSS class; "" for none."""
    rung = table.rung
    if rung == picture_ladder.ALWAYS or (rung == picture_ladder.ASKED and table.pictured):
        return PICTURED
    return SOON if rung == picture_ladder.SOON else ON_REQUEST if rung == picture_ladder.ASKED else ""


def has_frames(table: TableView | OwnCards) -> bool:
    """Return whether this seat's cards are drawn with ten-frames, visible now or later."""
    return picture_ladder.NONE < table.rung < picture_ladder.NEVER


def ten_frames_of(table: TableView, numbers: Sequence[int]) -> SafeString:
    """Return the ten-frames used by the cards of this seat's page; empty for a seat without them."""
    return ten_frames(tuple(numbers)) if has_frames(table) else SafeString()


def can_ready(table: TableView) -> bool:
    """Return whether this seat may press *ready*, for this round or the next."""
    again = table.phase != "over" or not table.last_round
    return table.seat is not None and table.seat not in table.ready and again


def ready_list(table: TableView) -> SafeString:
    return joined(_sitting(table, number) for number in range(len(table.names)))


def _sitting(table: TableView, number: int) -> SafeString:
    always = is_computer(table, number)
    kind = number == table.seat, number in table.computer and not always, always or number in table.ready
    return _seated(table.language, *kind, face(table, number), table.names[number])


@lru_cache(maxsize=8192)
def _seated(language: str, you: bool, computer: bool, ready: bool, face: SafeString, name: str) -> SafeString:
    choices = ("language", language), ("you", you), ("computer", computer), ("ready", ready)
    return fill("sitting", *choices, face=face, name=name)


def others_ready(table: TableView) -> SafeString:
    """Return the other players who are ready for the next round, as words beside their faces, in no order."""
    there = [seat for seat in range(len(table.names)) if seat in table.ready - table.computer and seat != table.seat]
    if not there:
        return SafeString()
    words = ngettext("%(names)s is ready.", "%(names)s are ready.", len(there))
    names = sentences.listed([table.names[seat] for seat in there])
    return fill("over/ready", faces=joined(face(table, seat) for seat in there), words=words % {"names": names})


def covered(table: TableView) -> SafeString | None:
    """Return the overlay during play (empty) and in the teacher's pause; None in other phases."""
    if table.phase == "playing":
        return piece(table.language, "over", phase="playing")
    return piece(table.language, "eyes_up") if table.phase == table_state.HELD else None


def tutorial(table: TableView, game: str) -> SafeString:
    """Return the link to the game's tutorial, shown before the round."""
    if table.phase != "waiting" or table.seat is None:
        return SafeString()
    return fill("tutorial/ready", ("language", table.language), ("game", game), code=table.code)


def over(
    table: TableView,
    *,
    headline: str = "",
    line: str = "",
    own: OwnRound = OwnRound(),  # noqa: B008 -- an immutable value
    how: SafeString = SafeString(),  # noqa: B008 -- an immutable text
    waits_for: str = "",
    cheers: bool = False,
) -> SafeString:
    """Return the overlay in any phase that is not `covered`.

    `headline` and `line` say how the round ended; without a line the own fact is shown, or that the round is over.
    `own` is this seat's own result (see `own_round`); `how` links to the tutorial, before the round; `waits_for` says
    what another phase waits for; with `cheers` confetti falls, once.
    """
    is_over = table.phase == "over"
    ended = gettext("The round is over") if is_over else ""
    line = line or own.fact or (ended if headline and table.seat is not None else "")
    return fill(
        "over",
        *_choices_over(table),
        *(("has_line", bool(line)), ("has_praise", bool(own.praise)), ("cheers", is_over and cheers)),
        table=table.table,
        round=table.round,
        go_at=table.go_at,
        headline=headline or ended,
        line=line,
        face=face(table, table.seat) if is_over and table.seat is not None else "",
        praise=own.praise,
        number=own.number,
        sittings=ready_list(table) if table.phase == "waiting" else "",
        ready=others_ready(table) if is_over else "",
        cheering=cheering(table),
        how=how,
        waits_for=waits_for,
    )


def _choices_over(table: TableView) -> tuple[tuple[str, Hashable], ...]:
    return (
        ("language", table.language),
        ("phase", table.phase),
        ("stands_still", table.phase not in PHASES),
        ("counts_down", table.go_at is not None),
        ("seated", table.seat is not None),
        ("can_ready", can_ready(table)),
        ("last_round", table.phase == "over" and table.last_round),
        ("guest", table.phase == "over" and table.options.get("guest", False)),
        ("home", table.options.get("home", "")),
    )


def turn(table: TableView) -> SafeString:
    """Return the line that says whose turn it is; empty in a game without turns."""
    seat = table.view.turn
    mine = seat is not None and seat == table.seat
    return fill(
        "turn",
        ("mine", mine),
        ("somebodys", seat is not None),
        turn="" if seat is None else seat,
        whose=sentences.whose_turn(table),
        wait="" if seat is None or mine else sentences.not_your_turn(table.names[seat]),
    )


def own_round(table: TableView) -> OwnRound:
    """Return this seat's own result: how much it placed, what went well or is to be tried next, its longest run."""
    return _own_round(table.language, table.tally, table.earlier, table.try_next)


@lru_cache(maxsize=1024)
def _own_round(language: str, tally: SeatTally | None, earlier: Earlier | None, wrong: str) -> OwnRound:
    """Return the own result in the active language, cached, as the end is redrawn whenever a player becomes ready."""
    if tally is None:
        return OwnRound(praise=_try_next(wrong))
    praise = _fewer(tally, earlier) or _all_right(tally) or _try_next(wrong)
    return OwnRound(_placed(tally), praise, longest_run(language, tally, earlier))


def has_own_best(table: TableView) -> bool:
    """Return whether this seat has beaten its own longest run at this table."""
    return table.tally is not None and _is_own_best(table.tally, table.earlier)


def best_run(table: TableView) -> str:
    """Return the longest run in words if it is this seat's best at this table, otherwise ""."""
    if table.tally is None or not _is_own_best(table.tally, table.earlier):
        return ""
    return gettext("Right in a row: %(n)s. Your best so far!") % {"n": table.tally.longest}


def _is_own_best(tally: SeatTally, before: Earlier | None) -> bool:
    return before is not None and tally.longest >= A_RUN and tally.longest > before.longest


def longest_run(language: str, tally: SeatTally | None, before: Earlier | None) -> SafeString:
    """Return the longest run as one dot for each right answer; empty for a short one."""
    if tally is None or tally.longest < A_RUN:
        return SafeString()
    best = _is_own_best(tally, before)
    words = gettext("right in a row, your best so far!") if best else gettext("right in a row")
    return piece(language, "over/number", n=tally.longest, words=words, dots=tally.longest)


def _placed(tally: SeatTally) -> str:
    words = ngettext("You placed %(n)s card.", "You placed %(n)s cards.", tally.placed)
    return words % {"n": tally.placed} if tally.placed else ""


def _fewer(tally: SeatTally, before: Earlier | None) -> str:
    fewer = before.last.wrong - tally.wrong if before else 0
    if not tally.placed or fewer <= 0:
        return ""
    words = ngettext("%(n)s mistake fewer than last time.", "%(n)s mistakes fewer than last time.", fewer)
    return words % {"n": fewer}


def _all_right(tally: SeatTally) -> str:
    return gettext("All right at first try.") if tally.at_once and not tally.wrong else ""


def _try_next(what: str) -> str:
    return gettext("Try next: %(sum)s") % {"sum": what} if what else ""

"""Parts of a screen that every game shares: who is ready, what lies over the table, whose turn it is."""

from collections.abc import Hashable, Sequence
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.log import table_state
from game.rules import picture_ladder
from game.screens import sentences
from game.screens.faces import face
from game.screens.messages import cheering
from game.screens.number_pictures import ten_frames
from game.screens.stencils import fill, joined, piece
from game.screens.table_view import OwnCards, TableView

PHASES = frozenset({"waiting", "countdown", "playing", "held", "over"})
"""Phases that every game has; a game's own phase is one that a countdown ends."""


PICTURED, SOON, ON_REQUEST = "pictured", "soon", "on-request"
"""Number pictures on the cards of a screen: shown, shown after 3 s, shown by a button. The classes of its styles."""


def pictures(table: TableView) -> str:
    """Return how number pictures are shown to this seat just now; "" where there are none."""
    rung = table.rung
    if rung == picture_ladder.ALWAYS or (rung == picture_ladder.ASKED and table.pictured):
        return PICTURED
    return SOON if rung == picture_ladder.SOON else ON_REQUEST if rung == picture_ladder.ASKED else ""


def has_frames(table: TableView | OwnCards) -> bool:
    """Say whether the cards of this seat are drawn with ten-frames, which are to be seen or not yet."""
    return picture_ladder.NONE < table.rung < picture_ladder.NEVER


def ten_frames_of(table: TableView, numbers: Sequence[int]) -> SafeString:
    """Return the ten-frames that the cards of this seat's page use; nothing for a seat without."""
    return ten_frames(tuple(numbers)) if has_frames(table) else SafeString()


def can_ready(table: TableView) -> bool:
    """Return whether this seat may say that it is ready, for this round or the next."""
    again = table.phase != "over" or not table.last_round
    return table.seat is not None and table.seat not in table.ready and again


def sittings(table: TableView) -> SafeString:
    """Return the list of who sits there and is ready; after a round only of the others who are ready for the next."""
    return joined(_sitting(table, number) for number in range(len(table.names)) if _is_told(table, number))


def _is_told(table: TableView, number: int) -> bool:
    if table.phase != "over":
        return True
    return number in table.ready and number != table.seat and number not in table.computer


def _sitting(table: TableView, number: int) -> SafeString:
    kind = number == table.seat, number in table.computer, number in table.ready
    return _seated(table.language, *kind, face(table, number), table.names[number])


@lru_cache(maxsize=8192)
def _seated(language: str, you: bool, computer: bool, ready: bool, face: SafeString, name: str) -> SafeString:
    choices = ("language", language), ("you", you), ("computer", computer), ("ready", ready)
    return fill("sitting", *choices, face=face, name=name)


def covered(table: TableView) -> SafeString | None:
    """Return what lies over the table while they play (nothing) and in the teacher's pause; None in other phases."""
    if table.phase == "playing":
        return piece(table.language, "over", phase="playing")
    return piece(table.language, "eyes_up") if table.phase == table_state.HELD else None


def tutorial(table: TableView, game: str) -> SafeString:
    """Return what leads to the game's tutorial, before the round."""
    if table.phase != "waiting" or table.seat is None:
        return SafeString()
    return fill("tutorial/ready", ("language", table.language), ("game", game), code=table.code)


def over(
    table: TableView,
    *,
    headline: str = "",
    line: str = "",
    facts: SafeString = SafeString(),  # noqa: B008 -- an immutable text
    how: SafeString = SafeString(),  # noqa: B008 -- an immutable text
    waits_for: str = "",
    cheers: bool = False,
) -> SafeString:
    """Return what lies over the table in any phase that is not `covered`.

    `headline` and `line` say how the round ended, `facts` are of this seat's own round (see `own_facts`); `how` leads
    to the tutorial, before the round; `waits_for` says what another phase waits for; `cheers`: chips fall, once.
    """
    listed = sittings(table) if table.phase in ("waiting", "over") else SafeString()
    own = table.seat if table.phase == "over" else None
    return fill(
        "over",
        *_choices_over(table),
        *(("has_line", bool(line)), ("listed", bool(listed)), ("cheers", table.phase == "over" and cheers)),
        table=table.table,
        go_at=table.go_at,
        headline=headline or (gettext("The round is over") if table.phase == "over" else ""),
        line=line,
        face="" if own is None else face(table, own),
        facts=facts,
        sittings=listed,
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

"""Texts that a table reads aloud on request: phrases by the names of their recordings, with numbers between them.

A game adds its own phrases (`Presentation.phrases`) and selects those for its screen (`Presentation.read_aloud`). Names
of players are never read, as there are no recordings of them.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.log import table_state
from game.screens.parts import can_ready
from game.screens.sentences import has_won_alone
from game.screens.table_view import TableView

Phrases = Mapping[str, Promise]
HIGHEST = 36
"""The highest number that a table reads aloud: the most cards of a hand."""

OF_EVERY_GAME: Phrases = {
    "ready": _("Tap the button when you are ready."),
    "wait_others": _("You are ready. Waiting for the others."),
    "wait_go": _("Wait for GO."),
    "eyes_up": _("Eyes up! Your teacher paused the game."),
    "your_turn": _("Your turn"),
    "others_turn": _("Wait. The others play."),
    "round_over": _("The round is over"),
    "won": _("You have won!"),
    "play_again": _("Play again"),
    "last_round": _("That was the last round."),
    "that_is_all": _("That is all. Now you can play."),
    "top_card": _("The top card is"),
    "plus_or_minus": _("plus or minus"),
    "in_hand": _("Cards in hand:"),
}


def number(value: int) -> tuple[str, ...]:
    """Return the name of a number's recording; () for a number without one."""
    return (f"n{value}",) if 0 <= value <= HIGHEST else ()


def screen(
    table: TableView, *, rules: tuple[str, ...] = (), playing: tuple[str, ...] = (), ended: str = "round_over"
) -> tuple[str, ...]:
    """Return what a table reads to this seat in every phase; `playing` also in a phase of the game's own.

    `rules` are read before the round, `ended` says how it ended.
    """
    match table.phase:
        case "waiting":
            return (*rules, "ready") if can_ready(table) else ("wait_others",)
        case "countdown":
            return ("wait_go",)
        case table_state.HELD:
            return ("eyes_up",)
        case "over":
            return (ended, _what_next(table))
    return playing


def _what_next(table: TableView) -> str:
    if table.last_round:
        return "last_round"
    return "play_again" if can_ready(table) else "wait_others"


def whose_turn(table: TableView) -> tuple[str, ...]:
    """Return the recording that says whether it is this seat's turn; () in a game without turns."""
    if table.view.turn is None:
        return ()
    return ("your_turn",) if table.view.turn == table.seat else ("others_turn",)


def won(table: TableView, name: str) -> str:
    """Return `name` for a seat that has the first place alone, otherwise the name for the end of the round."""
    return name if has_won_alone(table) else "round_over"

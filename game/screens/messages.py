"""Messages to a table from fixed lists, the teacher's and the children's: no free text ever reaches a child's screen.

The log keeps a message by its number. A game adds its own of the teacher's (`Presentation.messages`); no number is ever
taken out, or given to another message of the same game.

The children's are cheers: four pictures, of which each child may send one to its table when a round is over. They say
nothing about what a child knows, and no report reads them.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from game.screens.faces import face
from game.screens.stencils import draw, piece
from game.screens.table_view import TableView

Messages = Mapping[int, Promise]

HUSH = 10
"""The message that turns the sound of every device off which shows it; a child may turn it on again."""
OF_EVERY_GAME: Messages = {
    0: _("Well done! Go on like this."),
    1: _("Take your time. Right is better than fast."),
    7: _("Play quietly, please."),
    8: _("One more minute."),
    HUSH: _("Sounds off, please."),
}


def note(table: TableView, messages: Messages) -> str:
    """Return what the teacher has said to the table; empty where nothing is to be read."""
    number, at = table.said or (None, 0)
    said = str(messages.get(number, "")) if number is not None else ""
    return piece(table.language, "note", said=said, at=at, hush=number == HUSH)


# Cheers


CHEERING = "cheering"
CHEERS: Mapping[int, Promise] = {
    1: _("Well played!"),
    2: _("Thank you!"),
    3: _("That was fun!"),
    4: _("Good luck!"),
}
"""By the numbers that stand in the log, and in static/img/cheers.svg."""


def are_on(options: Mapping[str, Any], seat: int, computers: Collection[int], seats: Collection[object]) -> bool:
    """Return whether this seat may cheer in a session with these options: somebody else than computers must sit
    there."""
    return bool(options.get(CHEERING)) and any(n != seat and n not in computers for n in range(len(seats)))


def cheering(table: TableView) -> SafeString:
    """Return who sent what to the table at the round's end, in the order in which it came, and the pictures for a seat
    that has sent none; nothing where the session has no cheers."""
    if table.phase != "over" or not table.options.get(CHEERING):
        return SafeString()
    sent = [(face(table, seat), table.names[seat], number, CHEERS[number]) for seat, number in table.cheered]
    offered = CHEERS.items() if _may_cheer(table) else ()
    return draw("over/cheering", {"sent": sent, "offered": offered})


def _may_cheer(table: TableView) -> bool:
    if table.seat is None or table.seat in dict(table.cheered):
        return False
    return are_on(table.options, table.seat, table.computer, table.names)

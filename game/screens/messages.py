"""Messages to a table from fixed lists, by the teacher and by children: no free text ever reaches a child's screen.

The log keeps a message by its number. A game adds its own messages of the teacher (`Presentation.messages`); a number
is never removed, or reused for another message of the same game.

The children's messages are cheers: four pictures, one of which each child may send to its table when a round is over.
They say nothing about a child's knowledge, and no report reads them.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from game.screens.stencils import draw, piece
from game.screens.table_view import TableView, face

Messages = Mapping[int, Promise]

HUSH = 10
"""The message that turns off the sound of every device that shows it; a child may turn it on again."""
OF_EVERY_GAME: Messages = {
    0: _("Well done! Go on like this."),
    1: _("Take your time. Right is better than fast."),
    7: _("Play quietly, please."),
    8: _("One more minute."),
    HUSH: _("Sounds off, please."),
}


def note(table: TableView, messages: Messages) -> str:
    """Return the teacher's message to the table; empty if it has none to be read."""
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
"""The cheers by their numbers in the log and in static/img/cheers.svg."""


def may_cheer(options: Mapping[str, Any], seat: int, computers: Collection[int], seats: Collection[object]) -> bool:
    """Return whether this seat may cheer in a session with these options. Another seat must be a person's."""
    return bool(options.get(CHEERING)) and any(n != seat and n not in computers for n in range(len(seats)))


def cheering(table: TableView) -> SafeString:
    """Return the cheers sent at the round's end, in order, and the pictures to send for a seat that has sent none;
    empty if the session has no cheers."""
    if table.phase != "over" or not table.options.get(CHEERING):
        return SafeString()
    sent = [(face(table, seat), table.names[seat], number, CHEERS[number]) for seat, number in table.cheered]
    offered = CHEERS.items() if _may_cheer(table) else ()
    return draw("over/cheering", {"sent": sent, "offered": offered})


def _may_cheer(table: TableView) -> bool:
    if table.seat is None or table.seat in dict(table.cheered):
        return False
    return may_cheer(table.options, table.seat, table.computer, table.names)

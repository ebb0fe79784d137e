"""The teacher's messages to a table, from a list: no free text ever reaches a child's screen.

The log keeps a message by its number. A game adds its own (`Presentation.messages`); no number is ever taken out, or
given to another message of the same game.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.screens.stencils import draw
from game.screens.table_view import TableView

Messages = Mapping[int, Promise]

OF_EVERY_GAME: Messages = {
    0: _("Well done! Go on like this."),
    1: _("Take your time. Right is better than fast."),
    7: _("Play quietly, please."),
    8: _("One more minute."),
}


def note(table: TableView, messages: Messages) -> str:
    """Return what the teacher has said to the table; empty where nothing is to be read."""
    number, at = table.said or (None, 0)
    return draw("note", {"said": messages.get(number, "") if number is not None else "", "at": at})

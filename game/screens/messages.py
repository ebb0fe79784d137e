"""What a teacher can say to a table, from a list: no free text ever reaches a child's screen.

The log keeps a message by its place in NOTES, so new ones are added at the end and none is taken out.
"""

from django.utils.translation import gettext_lazy as _

from game.screens.stencils import draw
from game.screens.table_view import TableView

NOTES = (
    _("Well done! Go on like this."),
    _("Take your time. Right is better than fast."),
    _("Count on from the top card."),
    _("Look at the step: plus or minus?"),
    _("Think of the corner: after 10 comes 1."),
    _("Draw a card if nothing fits."),
    _("Say the number aloud."),
    _("Play quietly, please."),
    _("One more minute."),
)


def note(table: TableView) -> str:
    """Return what the teacher has said to the table; empty where nothing is to be read."""
    which, at = table.said or (len(NOTES), 0)
    return draw("note", {"said": NOTES[which] if which < len(NOTES) else "", "at": at})

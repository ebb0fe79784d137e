"""What a picture is of: a page as a server sends it, and what is pressed on it first."""

from typing import NamedTuple


class Shown(NamedTuple):
    """`kind` says who looks: teacher, child, stranger, table, projector or paper. `act` is JavaScript, run once the
    page stands: it opens a menu, taps a card."""

    kind: str
    html: str
    act: str = ""


Pictures = dict[str, Shown]
"""Every picture by the name of its file: `teacher-home`."""

"""Pictures tapped one after another into a tray, with or without scripts."""

from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import ngettext

from classroom.joining.sign_in import credentials
from classroom.joining.sign_in.credentials import Board
from classroom.naming.word_lists import Picture

FIELDS = ("picked", "pick", "back", "go")


class Said(NamedTuple):
    """Pictures or words that a child has tapped or typed so far; `done`: it pressed Go."""

    words: tuple[str, ...]
    done: bool


def read(posted: QueryDict, board: Board) -> Said:
    """Read the form: pictures of this board, each once, at most the length of a secret. Without scripts, every tap on a
    picture posts it with all earlier ones."""
    known = {picture.id for picture in board.pictures}
    picked = f"{posted.get('picked', '')},{posted.get('pick', '')}".split(",")
    tapped = tuple(dict.fromkeys(picture for picture in picked if picture in known))[: board.needed]
    return Said(tapped[:-1] if "back" in posted else tapped, "go" in posted)


def context(board: Board, tapped: tuple[str, ...]) -> dict[str, Any]:
    """Return the pictures, and the slots for the tapped ones."""
    slots: list[Picture | None] = [*credentials.pictures(tapped)]
    slots += [None] * (board.needed - len(slots))
    count = ngettext("%(n)s picture", "%(n)s pictures", board.needed) % {"n": board.needed}
    full = len(tapped) == board.needed
    return {"board": board, "slots": tuple(slots), "tapped": tapped, "full": full, "how_many": count}

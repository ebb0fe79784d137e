"""The faces at the seats: the picture beside a name and its colour, and the drawings that a page needs for them.

A face is two words, "fox orange": a symbol of static/img/pack.svg and the class of a colour. After them may follow the
player's hat ("hat_cap") and the sign of a team, two more symbols; so a hat costs a page one drawing, and a move only
its name. An empty face is drawn as the first letter of the name.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString

from game.screens.stencils import piece
from game.screens.table_view import TableView

COMPUTER = "computer grey"
HAT = "hat_"
"""Prefix of a hat's word."""
_SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>', re.DOTALL)


class FaceWords(NamedTuple):
    """The words of a face, "" for missing ones."""

    character: str
    colour: str
    team: str
    hat: str


def face(table: TableView, number: int) -> SafeString:
    """Return the picture of the player at this seat."""
    character, colour, team, hat = words_of(table.faces, number)
    return piece("", "face", character=character, colour=colour, team=team, hat=hat, letter=table.names[number][:1])


@lru_cache(maxsize=1024)
def words_of(faces: tuple[str, ...], number: int) -> FaceWords:
    words = faces[number].split() if number < len(faces) else []
    (character, colour), more = (*words, "", "")[:2], words[2:]
    hat = next((word for word in more if word.startswith(HAT)), "")
    return FaceWords(character, colour, next((word for word in more if word != hat), ""), hat)


def is_computer(table: TableView, number: int) -> bool:
    """Return whether the seat shows a computer's face, which needs no word beside it."""
    return words_of(table.faces, number).character == COMPUTER.split()[0]


def drawings(table: TableView) -> SafeString:
    """Return the symbols of all faces at this table, for its page."""
    known, seats = _symbols(), range(len(table.names))
    words = {word for number in seats for word in words_of(table.faces, number)}
    return SafeString("".join(known.get(word, "") for word in sorted(words)))


@cache
def _symbols() -> dict[str, str]:
    found = finders.find("img/pack.svg")
    text = Path(found).read_text() if isinstance(found, str) else ""
    return {symbol[1]: symbol[0] for symbol in _SYMBOL.finditer(text)}

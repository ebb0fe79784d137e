"""Wire format of a table: one JSON object per frame, checked here and nowhere else.

From the browser (text, at most MAX_FRAME bytes). `aid` is the browser's own id of a move, at most 40 of [A-Za-z0-9_-],
unique at its seat for the whole round (page id + counter); a move sent twice counts once. The page id is the query of
the socket's address, too (`?k3x`): a page is told in the answer alone of what it posts.

    {"t": "hello"}                                  asks for the whole board
    {"t": "ping", "c": 1234, "r": 45}               heartbeat; `c` comes back; `r`: median ms there and back so far
    {"t": "ready", "aid": "k3x-1"}                  I'm ready: for this round, or, when it is over, for the next one
    {"t": "seen", "p": 77, "s": [...]}              paint times, every 5 s
    {"t": "picture", "aid": "k3x-5"}                show me the number picture, where it comes on request
    {"t": "cheer", "aid": "k3x-6", "seq": 2}        the second cheer for the table, when the round is over

Kinds of moves are the games' own; what one carries is in MOVES of its rules (Carries):

    NOTHING       {"t": "draw", "aid": "k3x-2", ...measured}
    CARD          {"t": "play", "aid": "k3x-3", "id": "c17", "seq": 141, ...measured}    seq: the top card that was seen
    PICKED_CARD   {"t": "discard", "aid": "k3x-a", "cards": "c17", ...measured}
    CARDS         {"t": "lay", "aid": "k3x-9", "cards": "c17 c31 c22", ...measured}      in their order
    NUMBER        {"t": "check", "aid": "k3x-b", "seq": 12, ...measured}                 of something on the table

    measured, all optional, whole ms on the browser's own clock:
    "rtop"  pointerdown minus the paint of the top card named by seq       "hold"  release minus press
    "rprev" pointerdown minus the paint of the top card before it          "by"    touch, mouse, pen, key or click
    "rhand" pointerdown minus the paint of the own hand's last change      "vis"   v or h: visible all the time?
    "p"     the page's own random number: times of one p are on one clock
    "lit"   pointerdown minus the moment when one key's light came to what was pressed
    "rtt"   median ms that the connection's newest heartbeats took there and back
    "s"     what was painted or hidden since the last frame, [what, number, ms since the page's start] each:
            ["t", 142, 1830] top card 142 painted; ["h", 18, 2100] the hand after its 18th own change painted;
            ["x", 0, 2500] page hidden; ["v", 0, 4000] page visible again

The same as a form: every card is a button `id`, everything else a button `t`, and the page carries what the browser
has seen in hidden fields that the server drew: `seq`, and `page` (round and event), which with the button's name is the
move's id, so that a form sent twice counts once. `cards` are those picked; the button of a check is `check-12`. A page
with scripts adds `aid` and, as JSON, `measured`. Where a socket is missing a frame as above is posted, in `frame`.

To the browser: text that starts with `<` is fragments, each replaces the element with its id; the rest is JSON:

    {"t": "ok", "aid": "k3x-3", "n": 57, "html": "<..."}                      done, saved; html = what changed for you;
                                                           "say": "6 + 2 = 8" where it was a sum
    {"t": "no", "aid": "k3x-3", "n": 57, "why": "wrong", "say": "7 does not fit on 4 ±2.", "ms": 1500, "html": ""}
    {"t": "pong", "c": 1234, "s": 1763640000000, "n": 57}              s: server ms since 1970; n: last visible event
    {"t": "see", "n": 58, "html": "<..."}                                      something rarer happened at the table
    {"t": "goto", "url": "/table/BCDFGHJK/"}

Close codes: 4400 three bad frames, 4401 not signed in, 4404 no such table for you, 4409 opened elsewhere, 1012 restart.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from game import rules
from game.log.table_state import READY
from game.rules import Carries

MAX_FRAME = 4096
PICTURE, CHEER = "picture", "cheer"
TABLE_MOVES = MappingProxyType({READY: Carries.NOTHING, PICTURE: Carries.NOTHING, CHEER: Carries.NUMBER})
"""Moves that the table judges itself, with their payload; all other kinds are those of the games' rules (`MOVES`)."""
_MEASURED = ("rtop", "rprev", "rhand", "hold", "p", "rtt", "lit")
_MODALITIES = frozenset({"touch", "mouse", "pen", "key", "click"})
_PAINTED = frozenset({"t", "h", "x", "v"})
MOST_PAINTED = 120
_MOST = 2**53 - 1
_AID = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_CARDS, NO_CARD = 20, 0
TAP = "play"
"""The kind of move that a card's own button makes in a form, in every game that has such buttons."""
_CARD = re.compile(r"c([0-9]{1,4})")
_DIGITS = re.compile(r"[0-9]{1,16}")
"""A number of a form, not longer than _MOST: Python refuses to read one of thousands of digits with a ValueError."""


class BadFrame(Exception):
    """The text is no frame of the wire; nothing was done."""


class Frame(NamedTuple):
    """One frame, checked. `card` is the wire's label of a card, `top` the count of the top card that was seen.

    `lag` is the round trip in ms reported by a heartbeat, None while it is unknown. `cards` are the labels of a lay's
    cards, in order. `posted`: it came by a form, so its connection is not measured.
    """

    kind: str
    aid: str | None = None
    card: int | None = None
    top: int | None = None
    echo: int = 0
    lag: int | None = None
    cards: tuple[int, ...] = ()
    measured: Mapping[str, Any] = MappingProxyType({})
    posted: bool = False


class MoveAnswer(NamedTuple):
    """Answer to the requester. `why` is set if nothing was done, `say` is a sentence to show, if any; `ms` is how long
    to wait."""

    ok: bool
    n: int
    html: str = ""
    why: str = ""
    say: str = ""
    ms: int = 0

    def fields(self, aid: str | None) -> dict[str, Any]:
        if self.ok:
            said = {"say": self.say} if self.say else {}
            return {"t": "ok", "aid": aid, "n": self.n, "html": self.html, **said}
        return {"t": "no", "aid": aid, "n": self.n, "why": self.why, "say": self.say, "ms": self.ms, "html": self.html}


def written(**fields: Any) -> str:
    """Return a frame to the browser."""
    return orjson.dumps(fields).decode()


def news(n: int, html: str) -> str:
    """Return the frame that shows an event rarer than a play."""
    return written(t="see", n=n, html=html)


def read_frame(text: str | None) -> Frame:
    """Return the frame in this text. Raises BadFrame."""
    return frame_of(_object(text))


def frame_of(said: Mapping[str, Any]) -> Frame:
    """Return the frame with these fields, of a socket's JSON or of a posted form read by `posted_frame`."""
    kind = said.get("t")
    if not isinstance(kind, str):
        raise BadFrame
    carries = rules.carries(kind) or TABLE_MOVES.get(kind)
    if carries is Carries.CARD:
        card, top = _card(said.get("id")), _whole(said.get("seq"))
        return Frame(kind, _aid(said.get("aid")), card, top, measured=_measured(said))
    if carries:
        return Frame(kind, _aid(said.get("aid")), measured=_measured(said), **_carried(carries, said))
    if kind == "seen":
        return Frame(kind, measured=_measured(said))
    if kind == "ping":
        return Frame(kind, echo=_whole(said.get("c")), lag=_whole(said["r"]) if "r" in said else None)
    if kind == "hello":
        return Frame(kind)
    raise BadFrame


def _carried(carries: Carries, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return a move's payload beside its id."""
    match carries:
        case Carries.NUMBER:
            return {"top": _whole(said.get("seq"))}
        case Carries.CARDS:
            return {"cards": _cards(said.get("cards"))}
        case Carries.PICKED_CARD:
            cards = _cards(said.get("cards"))
            return {"card": cards[0]} if len(cards) == 1 else {"cards": cards or (NO_CARD,)}
    return {}


def posted_frame(posted: Mapping[str, str]) -> Frame:
    """Return the frame of a posted form: either a whole frame as JSON in `frame`, or the plain fields of one."""
    if "frame" in posted:
        return read_frame(posted["frame"])._replace(posted=True)
    pressed, card = posted.get("t") or TAP, posted.get("id")
    kind, _, number = pressed.partition("-")
    said = _object(posted.get("measured", "{}")) | {"t": kind, "id": card, "cards": posted.get("cards")}
    said["aid"] = posted.get("aid") or f"{posted.get('page')}-{card if kind == TAP else pressed}"
    if _DIGITS.fullmatch(seq := number or posted.get("seq", "")):
        said["seq"] = int(seq)
    return frame_of(said)._replace(posted=True)


def _object(text: str | None) -> dict[str, Any]:
    if text is None or len(text) > MAX_FRAME:
        raise BadFrame
    try:
        said = orjson.loads(text)
    except ValueError:
        raise BadFrame from None
    if not isinstance(said, dict):
        raise BadFrame
    return said


def _aid(aid: Any) -> str:
    if not isinstance(aid, str) or not _AID.fullmatch(aid):
        raise BadFrame
    return aid


def _card(label: Any) -> int:
    found = _CARD.fullmatch(label) if isinstance(label, str) else None
    if not found:
        raise BadFrame
    return int(found[1])


def _cards(labels: Any) -> tuple[int, ...]:
    """Return the labels in a text separated by spaces; () for an empty text."""
    if not isinstance(labels, str) or len(words := labels.split()) > MOST_CARDS:
        raise BadFrame
    return tuple(_card(label) for label in words)


def _whole(number: Any) -> int:
    if type(number) is not int or not 0 <= number <= _MOST:
        raise BadFrame
    return number


def _measured(said: Mapping[str, Any]) -> dict[str, Any]:
    measured: dict[str, Any] = {name: said[name] for name in _MEASURED if name in said}
    for number in measured.values():  # inlined from `_whole`, which would be called six times for each move
        if type(number) is not int or not 0 <= number <= _MOST:
            raise BadFrame
    if "by" in said:
        if not isinstance(said["by"], str) or said["by"] not in _MODALITIES:
            raise BadFrame
        measured["by"] = said["by"]
    if "vis" in said:
        measured["vis"] = "v" if said["vis"] == "v" else "h"
    if painted := said.get("s"):
        measured["s"] = _painted(painted)
    return measured


def _painted(entries: Any) -> list[list[Any]]:
    if not isinstance(entries, list) or len(entries) > MOST_PAINTED:
        raise BadFrame
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 3 or not isinstance(entry[0], str) or entry[0] not in _PAINTED:
            raise BadFrame
        _whole(entry[1])
        _whole(entry[2])
    return entries

"""What a page shows: fragments put in the places of others, as its browser does
(static/js/connection/connection.js)."""

import re
from collections.abc import Iterator

from tests.open_page import VOID, Node, Reader

TAG = re.compile(r"<(/?)([a-z0-9]+)((?:\s[^>]*)?)>")
SLOT = re.compile(r'<div class="slot" id="(s\d+)" data-h="(\d+)"')
ID, N, SEQ, ROUND = (re.compile(rf'\b{name}="([^"]+)"') for name in ("id", "data-n", "data-seq", "data-round"))

HELD = 'data-phase="held"'


def fragments(html: str) -> Iterator[tuple[str, str, str]]:
    """Yield id, start tag and text of the elements at the top of this."""
    depth, start, attrs = 0, 0, ""
    for tag in TAG.finditer(html):
        if depth == 0 and not tag[1]:
            start, attrs = tag.start(), tag[3]
        if tag[1]:
            depth -= 1
        elif tag[2] not in VOID and not tag[3].endswith("/"):
            depth += 1
        if depth == 0:
            found = ID.search(attrs)
            yield found[1] if found else "", attrs, html[start : tag.end()]


def first(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return int(found[1]) if found else 0


class Shown:
    """What a page shows: fragments in the places of others, but for those that were overtaken (table.js, `older`). Of a
    page `by_turns` all but the board and the own cards may be (nine_to_nothing.js)."""

    def __init__(self, *, by_turns: bool = False) -> None:
        self.parts: dict[str, str] = {}
        self._by_turns, self._slots, self._drawn_at = by_turns, dict[str, int](), dict[str, int]()
        self.n = self.seq = self.round = self.board_n = 0
        self.was_overtaken = False

    def place(self, html: str, n: int | None) -> None:
        for id, attrs, text in fragments(html):
            if id == "board":
                number, drawn_at = first(ROUND, attrs), first(N, attrs)
                if number == self.round and drawn_at < self.n:
                    self.was_overtaken = True
                    continue
                note = self.parts.get("note")
                self.parts = {"note": note} if note else {}
                self._drawn_at.clear()
                self.round, self.board_n, self.seq = number, drawn_at, first(SEQ, text)
            elif id == "top":
                if first(SEQ, attrs) < self.seq:
                    continue
                self.seq = first(SEQ, attrs)
            elif n is not None and n < self._newest(id, text):
                continue
            slots = {slot: int(changes) for slot, changes in SLOT.findall(text)} if self._by_turns else {}
            if id != "board" and any(changes < self._slots.get(slot, 0) for slot, changes in slots.items()):
                continue
            self._slots |= slots
            if id != "board":
                self.parts.pop(id, None)
            self.parts[id] = text
            self._drawn_at[id] = n or 0
            self.n = first(N, attrs) or self.n
        if n is not None:
            self.n = n

    def _newest(self, id: str, text: str) -> int:
        """Return from which n on a fragment has not been overtaken."""
        may_be_late = id == "over" or (self._by_turns and not SLOT.match(text))
        return max(self.board_n, self._drawn_at.get(id, 0)) if may_be_late else 0

    def page(self) -> str:
        """Return the page as it stands in the browser, without what only says when it was drawn, and without the
        acts that lie under *Eyes up!*: none may be done then, and the board comes anew when play goes on."""
        root = Node("root", {})
        for text in sorted(self.parts.values(), key=lambda text: 'id="board"' not in text[:20]):
            for fresh in Reader(text).root.inside:
                if not root.replace(fresh) and fresh.attrs.get("id") in ("board", "note"):
                    root.inside.append(fresh)
        if HELD in (self.parts.get("over") or self.parts.get("board", "")):
            for acts in ("piles", "check", "actions"):
                root.replace(Node("div", {"id": acts}))
        return DRAWN_AT.sub("", str(root))


DRAWN_AT = re.compile(
    r" data-(?:h|n|paused-until|elapsed)=\d+|<input [^>]*name=page[^>]*>\n|<span [^>]*class=bubble>\d+\n"
    r"|(?<=<span data-time=None>)\d+:\d+|(?<=<progress aria-hidden=true )max=\d+ value=\d+"
    r"|(?<=<g class=ghost )transform=[^>]*>(?:<animatetransform [^>]*>\n?)?"
    r"|(?<=<span class=pace>)(?:Level with|\d+ cards? (?:ahead of|behind)) your best"
)
"""When it was drawn, and what flies by and is gone: the wait after a wrong card, the number that somebody called, the
time that runs, where one's best run is by now, and by how many cards it leads at the time of the last line of the log:
that goes on with each line, a drawn card's too, and the page is told of it with the next one that is laid."""

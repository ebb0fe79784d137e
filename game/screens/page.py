"""The page of a table in any game: the context of game/table.html."""

from typing import Any

from game.screens import table_view
from game.screens.table_view import TableView

SOON, LATER = 3, 5
"""Seconds after which a page without scripts reloads: before GO, and while others play."""


def page_context(table: TableView, *, board: str, note: str, by_forms: bool, chooses: bool) -> dict[str, Any]:
    """Return the context of a table's page.

    `by_forms`: cards are sent as forms instead of over the socket. `chooses`: the player may be choosing a card now.
    """
    before_go = table.phase in ("countdown", "standstill")
    own = table.options.get("own", {}).get(str(table.seat), {})
    return {
        "code": table.code,
        "table": table.table,
        "seat": table.seat,
        "board": board,
        "note": note,
        "by_forms": by_forms,
        "faces": table_view.drawings(table),
        "look_again": SOON if before_go else None if table.phase == "playing" and chooses else LATER,
        "wait_for_go": before_go,
        "away": table.options.get("away", "computer"),
        "home": table.options.get("home", ""),
        "guest": table.options.get("guest", False),
        "own": " ".join(name for name in ("big", "calm") if own.get(name)),
    }

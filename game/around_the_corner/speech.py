"""Texts that a table of Around the Corner reads aloud on request, and the sentences of its how-to-play pictures."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from game.around_the_corner.explained import examples
from game.rules.around_the_corner import Options, Sums
from game.screens import speech
from game.screens.table_view import TableView

PHRASES: speech.Phrases = {
    "put_a_card": _("Look at the top card. Put a card on it that fits."),
    **examples.phrases(),
    "plus": pgettext_lazy("aloud", "plus"),
    "minus": pgettext_lazy("aloud", "minus"),
    "be_first": _("Tap a card that fits. Be first!"),
    "until_none_is_left": _("Tap a card that fits, until none is left."),
    "draw_if_nothing_fits": _("Draw a card if nothing fits."),
    "any_number": _("Your very last card may be any number."),
    "try_misfit": _("See what happens: tap a card that does not fit."),
    "first_counts": _("Another card was first. Yours comes back."),
    "told_turns": _("You play one after the other."),
    "standstill": _("Nobody can play. Turning up a card."),
    "finished_first": _("You finished first!"),
    "best_time": _("Against your own best time"),
    "clock_stands": _("The clock stands. Your cards are hidden."),
}
SIGNS = {"+": "plus", "±": "plus_or_minus"}
"""The recordings of the sign before a step."""


def read_aloud(table: TableView) -> tuple[str, ...]:
    """Return what this seat's screen reads aloud, as names of recordings."""
    if table.phase in ("standstill", "paused"):
        return ("standstill",) if table.phase == "standstill" else ("clock_stands",)
    solo = ("best_time",) if table.view.options.mode == "solo" else ()
    ended = "round_over" if solo else speech.won(table, "finished_first")
    return speech.screen(table, rules=(*solo, *rules_of(table.view.options)), playing=_playing(table), ended=ended)


def rules_of(options: Options) -> tuple[str, ...]:
    """Return the sentences that explain a session with these options: what to do, the directions, the end of the
    numbers."""
    return "put_a_card", *(example.recording for example in examples.examples(options))


def _playing(table: TableView) -> tuple[str, ...]:
    view = table.view
    top = top_card(view.top_card.number, view.top_card.step, view.options.sums) if view.top_card else ()
    return (*speech.whose_turn(table), *top, *_to_do(table), "in_hand", *speech.number(sum(map(bool, view.hand))))


def _to_do(table: TableView) -> tuple[str, ...]:
    view = table.view
    if view.last_card:
        return ("any_number",)
    match view.options.mode:
        case "race":
            return ("be_first",)
        case "solo" | "sun":
            return ("until_none_is_left",)
    return ("put_a_card", "draw_if_nothing_fits") if view.turn == table.seat else ()


def top_card(number: int, step: int, sums: Sums) -> tuple[str, ...]:
    """Return the recordings of a top card: its number and its step."""
    return ("top_card", *speech.number(number), SIGNS[sums.sign], *speech.number(step))

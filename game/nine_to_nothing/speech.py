"""Texts that a table of Nine to Nothing reads aloud on request, and the sentences of its how-to-play pictures."""

from django.utils.translation import gettext_lazy as _

from game.rules.nine_to_nothing import FIVE
from game.screens import speech
from game.screens.table_view import TableView

PHRASES: speech.Phrases = {
    "draw_a_card": _("Draw a card."),
    "lay_cards": _("Lay two or more cards that make your number: first 9, then 8, down to 0."),
    "lay_cards_of_five": _("Lay two or more cards that make your number: first 5, then 4, down to 0."),
    "throw_and_pass_on": _("Throw one card away. Then it is the next one's turn."),
    "same_cards": _("All have the same cards and the same number."),
    "longest_wins": _("The longest sum wins. A sign change is two points."),
    "which_card": _("Which card is missing?"),
    "a_card_a_point": _("Every card is a point. A sign change is two."),
    "check_others": _("Check the sums of the others!"),
    "draw_first": _("Draw first."),
    "make": _("Make this number:"),
    "two_cards": _("Pick two cards or more."),
    "throw_away": _("Throw one card away."),
    "end_your_turn": _("Then end your turn."),
    "is_zero_right": _("Is the 0 right? Check it, or press OK."),
    "laid_zero": _("You laid 0! The others may check it."),
    "done": _("You are done. Wait for the others."),
    "most_points": _("You have the most points!"),
    "longest_sum": _("You have the longest sum!"),
}


def read_aloud(table: TableView) -> tuple[str, ...]:
    """Return what this seat's screen reads aloud, as names of recordings."""
    same = table.view.options.same_hand
    rules = ("same_cards", "two_cards", "longest_wins") if same else rules_of(table.view.options.highest)
    ended = speech.won(table, "longest_sum" if same else "most_points")
    return speech.screen(table, rules=rules, playing=_same_hand(table) if same else _by_turns(table), ended=ended)


def rules_of(highest: int) -> tuple[str, str, str]:
    """Return the sentences that explain a turn."""
    return "draw_a_card", "lay_cards_of_five" if highest == FIVE else "lay_cards", "throw_and_pass_on"


def _same_hand(table: TableView) -> tuple[str, ...]:
    same = table.view.same
    if same is None or same.mine_done:
        return ("done",) if same else ()
    return ("make", *speech.number(same.target), "two_cards", "longest_wins")


def _by_turns(table: TableView) -> tuple[str, ...]:
    """Return the recordings of the sentence in `words.to_do`."""
    view = table.view
    if view.stage == "closing" and "ok" in view.may:
        return ("is_zero_right",)
    if view.turn != table.seat:
        return ("others_turn",)
    match view.stage:
        case "draw":
            return ("your_turn", "draw_first")
        case "penalty":
            return ("throw_away",)
        case "closing":
            return ("laid_zero",)
    target = speech.number(view.target) if view.target is not None else ()
    return ("your_turn", "make", *target, "two_cards", "end_your_turn" if "done" in view.may else "throw_and_pass_on")

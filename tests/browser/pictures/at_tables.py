"""A table in every state that a child can meet: drawn as the server draws it, without a server."""

import json

from django.utils import timezone
from django.utils.translation import get_language

from classroom.album.stickers import TERMS
from classroom.homework.around_the_corner.boxes import Answered
from classroom.homework.around_the_corner.picture import picture_after
from game import catalogue
from game.around_the_corner import screens, words
from game.clock import now_ms
from game.log.tally import Earlier, SeatTally
from game.rules.around_the_corner.facts import FACTS
from game.screens.table_view import TableView
from tests.browser.driving import fake_server
from tests.browser.driving.drawn import page_from, page_of
from tests.browser.driving.drawn_views import (
    SOON,
    by_turns,
    corner,
    finished,
    nine,
    nine_over,
    one_left,
    same_hand,
    solo,
    solo_over,
)
from tests.browser.pictures.shown import Pictures, Shown

CORNER, NINE = catalogue.of("around_the_corner"), catalogue.of("nine_to_nothing")
FACES = ("fox orange", "octopus pink", "frog green", "moon violet")
BEFORE = Earlier(SeatTally(12, 3, 9, 2, 8), 8)
SUMS_FOUND = "classroom/homework/around_the_corner/_sums_found.html"
STICKER = "classroom/album/_found_sticker.html"
FILLED = "() => document.querySelectorAll('[data-found]').forEach((part, n) => { part.innerHTML = %s[n]; })"
WRONG = """() => {
  server.answers.move = ({ aid }) => ({ t: "no", aid, n: server.n, why: "wrong", ms: 600000, html: %s, say: "%s" });
  document.querySelector("#hand button.card").click();
}"""


def pictures() -> Pictures:
    found = {f"table-{name}": Shown("table", page_of(_faced(view), CORNER)) for name, view in _corners().items()}
    found |= {f"table-{name}": Shown("table", page_of(_faced(view), NINE)) for name, view in _nines().items()}
    found |= {
        f"table-{name}-found": _with_what_was_found(found[f"table-{name}"]) for name in ("won", "solo-over", "stopped")
    }
    return {
        **found,
        "table-wrong": _wrong(corner(3)),
        "table-wrong-hints": _wrong(corner(3, options={"hints": True})),
        "table-wrong-solo": _wrong(solo(hints=True)),
    }


def _corners() -> dict[str, TableView]:
    return {
        "race": corner(4),
        "race-full": fake_server.playing(),
        "race-begins": corner(3, 0),
        "race-hints": corner(3, options={"hints": True}),
        "one-left": one_left(),
        "waiting": fake_server.waiting(),
        "countdown": fake_server.counting_down(SOON),
        "standstill": fake_server.at_a_standstill(SOON),
        "eyes-up": corner(3, phase="held"),
        "message": corner(3, said=(3, 1)),
        "away": corner(4, 6, away=frozenset({1}), computer=frozenset({2})),
        "won": finished(1)._replace(tally=SeatTally(18, 1, 17, 9, 12), earlier=BEFORE, try_next="9 − 2 = 7"),
        "finished": finished(0)._replace(
            tally=SeatTally(14, 4, 10, 6, 6), earlier=BEFORE, try_next="8 − 3 = 5", ready=frozenset({1, 2})
        ),
        "stopped": fake_server.over(),
        "turns": by_turns(4),
        "turns-begins": by_turns(4, 0)._replace(phase="countdown", go_at=SOON),
        "turns-clock": by_turns(3, turn_clock=30_000),
        "turns-hints": by_turns(3, hints=True),
        "others-turn": corner(3, 6, seat=0, options={"mode": "turns"}),
        "sun": corner(4, 6, options={"mode": "sun"}),
        "solo": solo(),
        "solo-hints": solo(hints=True),
        "solo-over": solo_over(),
    }


def _nines() -> dict[str, TableView]:
    return {
        "nine": nine(2),
        "nine-four": nine(4, checking="classmates"),
        "nine-waiting": nine(4, turns=0)._replace(phase="waiting"),
        "nine-countdown": nine(4, turns=0)._replace(phase="countdown", go_at=SOON),
        "nine-begins": nine(2, turns=0),
        "nine-over": nine_over(),
        "same-hand": nine(3, turns=0, mode="same_hand"),
        "same-hand-done": same_hand(),
        "same-hand-over": same_hand(over=True),
    }


def _with_what_was_found(over: Shown) -> Shown:
    """A round that is over, with the sticker that it brought, and its player's sums, one of them found today."""
    long_ago, now = (Answered(FACTS[0], True, True, at) for at in (0, now_ms()))
    known = [Answered(fact, True, True, 0) for fact in FACTS[1:24]]
    picture = picture_after([*known, *known, long_ago, now], timezone.localdate())
    sums = page_from(SUMS_FOUND, {"picture": picture, "character": "fox", "colour": "orange"})
    best = TERMS[1].stickers[-1]
    sticker = page_from(STICKER, {"sticker": best, "deed": best.to_do(timezone.localdate())})
    return over._replace(act=FILLED % json.dumps([sticker, sums]))


def _wrong(view: TableView) -> Shown:
    """A race whose player has tapped the first card, which does not fit."""
    card = next(card for card in view.view.hand if card)
    says = words.wrong(view.view, card.id).partition("\n")[0]
    return Shown("table", page_of(_faced(view), CORNER), WRONG % (json.dumps(screens.why_wrong(view, card.id)), says))


def _faced(view: TableView) -> TableView:
    return view._replace(faces=FACES[: len(view.names)], language=get_language() or view.language)

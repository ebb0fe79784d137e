"""Play with one key, or by resting: a seat's buttons are lit one after another, and its key presses the one that is
lit.

The light moves without a stop, so a player who knows what to press waits for it for a random time. Its expectation is
computed here from the time each button is lit and the number of buttons, so no browser can influence it. Added to it is
this child's delay between light and press, measured by twenty presses (classroom.preferences.views) and never more
than the presses in the race itself take. Together they are the motor time that a race subtracts (rules 1.12).

A player who points and cannot click rests on a button until it is pressed: that time is subtracted, less a click's own,
together with the extra time of draws, for which the others do not wait.
"""

from collections import deque
from collections.abc import Mapping
from statistics import median
from typing import Any, NamedTuple, Protocol

SETTING, PRESS = "scan", "press"
"""Names of a seat's step, and of its delay between light and press, in ms, among the per-seat settings of a round
(option `own`)."""
REST = "dwell"
"""Name of the ms that a pointer rests on a button until it is pressed (static/js/dwell.js), in the same settings."""
SLOWER = (SETTING, REST)
"""Settings of a child whose times show how it presses, not how it calculates."""
CLICK_MS = 100
"""Time of a click, which is also part of the time of players who point."""
CLICKED_DRAW_MS = 400
"""Time of a draw by a quick player who clicks."""
DRAWS: Mapping[int, float] = {2: 0.63, 3: 0.4, 4: 0.22}
"""Draws per placed card, by number of players: at each of them a resting player takes longer, and the others do not
wait. Fitted (`make prove-resting`)."""
LINE, BLOCK = 5, 3
"""More than LINE buttons are lit in blocks of BLOCK first; the key opens a block (static/js/scan.js)."""
USUAL_PRESS_MS = 350
"""Delay between light and press of a child whose presses were not measured."""
TAP_MS = 200
"""Time of a finger to its card, which is also part of the time of players who point."""
DRAW_LIGHT, DRAW_PRESS = 0.3, 0.8
"""Extra time per card for its share of the draws, in steps of the light and in presses: draws use the light, too, and
the others do not wait for them. Both are fitted (`make prove-one-key`)."""
LUCK: Mapping[int, float] = {3: 0.45, 4: 0.67}
"""Deduction from the motor time in steps, at a table of three and of four: of equally quick players the luckiest is
first, and the light varies more than a finger does. Both are fitted (`make prove-one-key`)."""
LONGEST_MS = 5000
"""Upper limit of a motor time, since the others' cards wait that long."""


FEW, NEWEST = 5, 20
"""Presses in a race from which its own speed is used; number of newest presses that count."""


class Motor(Protocol):
    """Model of the time that a slower way of pressing adds to a card."""

    def takes(self) -> int:
        """Return the motor time in ms: the average time of a card beyond a finger's or a click's."""

    def seen_in_play(self, press: int) -> "Motor":
        """Return the model for a child whose presses in play take at most `press` ms."""

    def of_press(self, lit: int | None) -> "Motor":
        """Return the model for a single press, for which the page reports the ms since the light, or of resting; None
        if it reports nothing."""


class Resting(NamedTuple):
    """A pointer that rests on a button for `rest` ms, at a table of so many players."""

    rest: int
    players: int

    def takes(self) -> int:
        draws = DRAWS.get(self.players, 0) * max(0, self.rest - CLICKED_DRAW_MS)
        return max(0, min(LONGEST_MS, round(self.rest - CLICK_MS + draws)))

    def seen_in_play(self, press: int) -> "Resting":
        return self._replace(rest=min(self.rest, press))

    def of_press(self, lit: int | None) -> "Resting":
        """Return the model with this press's time: resting takes the same time each time, and a quicker press was a
        click."""
        return self.seen_in_play(lit or 0)


class Light(NamedTuple):
    """A light that stays on each of the `things` for `step` ms, a child who presses `press` ms after it came, and the
    number of players."""

    step: int
    press: int
    things: int
    players: int

    def takes(self) -> int:
        blocks, opens = -(-self.things // BLOCK), self.things > LINE
        takes = self._comes(blocks) + self._opened() if opens else self._comes(self.things)
        takes += (DRAW_LIGHT - LUCK.get(self.players, 0)) * self.step + DRAW_PRESS * self.press - TAP_MS
        return max(0, min(LONGEST_MS, round(takes)))

    def seen_in_play(self, press: int) -> "Light":
        return self._replace(press=min(self.press, press))

    def of_press(self, lit: int | None) -> "Light":
        """Return the model unchanged: only the average counts, since a single press says little."""
        return self

    def _comes(self, things: int) -> float:
        """Return the average time in ms until one of that many buttons is pressed, from a random position of the light:
        at once if it is lit long enough still, otherwise when the light comes round again."""
        dark = (things - 1) * self.step + self.press
        return self.press + dark * dark / (2 * things * self.step)

    def _opened(self) -> float:
        """Return the average time in ms for a button in a block, whose first one is lit when it opens."""
        return self.press + self.step * (BLOCK - 1) / 2


class Presses:
    """The newest delays between light and press, or times of resting, of a seat in its race, as reported by its page. A
    child who was measured as slow, and is quick now, gains nothing by it."""

    def __init__(self) -> None:
        self._lit = deque[int](maxlen=NEWEST)

    def said(self, lit: int | None) -> None:
        """Take in the reported time of one press (ms); None if the page reports none, which counts as 0."""
        self._lit.append(lit or 0)

    def takes(self, motor: Motor) -> int:
        """Return the motor time in ms that counts in the race."""
        if len(self._lit) < FEW:
            return motor.takes()
        return motor.seen_in_play(int(median(self._lit))).takes()


def is_on(options: Mapping[str, Any], seat: int) -> bool:
    """Return whether that seat plays with one key or by resting; False for a round without these settings."""
    own = options.get("own", {}).get(str(seat), {})
    return any(own.get(name) for name in SLOWER)

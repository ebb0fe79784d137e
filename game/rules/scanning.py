"""One key for everything, or resting: what a seat can press is lit one after another, and its key presses what is lit.

The light goes on without a stop, so whoever knows what to press waits for it as long as chance wills. That wait is
reckoned here, from how long a thing is lit and how many there are, and so it is nobody's to say; beside it stands how
long after the light this child presses, which twenty presses have measured (classroom.preferences.switch), and never
more than its presses in the race itself take. Together they are the motor time that a race takes off (rules 1.12).

Whoever points and cannot click rests on a thing until it is pressed: that time is taken off, less a click's own, and
what it takes longer to draw, for which nobody waits.
"""

from collections import deque
from collections.abc import Mapping
from statistics import median
from typing import Any, NamedTuple, Protocol

SETTING, PRESS = "scan", "press"
"""The names of a seat's step, and of how long after the light it presses, among the settings that a round keeps for
single seats (option `own`). Both are ms."""
REST = "dwell"
"""The name there of how many ms a pointer rests on a thing until it is pressed (static/js/dwell.js)."""
SLOWER = (SETTING, REST)
"""Settings of a child whose times say how it presses, and not how it reckons."""
CLICK_MS = 100
"""What a click takes: whoever points has that in its own time, too."""
CLICKED_DRAW_MS = 400
"""What a draw takes a quick player who clicks."""
DRAWS: Mapping[int, float] = {2: 0.63, 3: 0.4, 4: 0.22}
"""How many draws a player makes for each card that is placed at a table of so many: over each of them one who rests
takes longer, and nobody waits. Fitted (`make prove-resting`)."""
LINE, BLOCK = 5, 3
"""More things than LINE are lit in blocks of BLOCK first; the key opens a block (static/js/scan.js)."""
USUAL_PRESS_MS = 350
"""How long after the light a child presses of whom it has not been measured."""
TAP_MS = 200
"""What a finger takes to its card: whoever points has that in its own time, too."""
DRAW_LIGHT, DRAW_PRESS = 0.3, 0.8
"""What a card's share of the draws takes, in steps of the light and in presses: draws go by the light, too, and nobody
waits for them. Both are fitted (`make prove-one-key`)."""
LUCK: Mapping[int, float] = {3: 0.45, 4: 0.67}
"""By so many steps the motor time is less at a table of three and of four: of several who are as quick the luckiest is
first, and the light brings more luck than a finger does. Both are fitted (`make prove-one-key`)."""
LONGEST_MS = 5000
"""No motor time counts for more: so long the others' cards would wait for it."""


FEW, NEWEST = 5, 20
"""From so many presses in a race on they say how quick a child is, too; so many newest ones count."""


class Motor(Protocol):
    """What decides how long a card takes one who presses in a slower way."""

    def takes(self) -> int:
        """Return the motor time in ms: what a card takes on the average, beyond a finger's or a click's."""

    def seen_in_play(self, press: int) -> "Motor":
        """Return the same for a child whose presses in play have been seen to take no longer than that."""

    def of_press(self, lit: int | None) -> "Motor":
        """Return what holds for one press, of which its page says that it came so many ms after the light, or that it
        rested for so long; None where it does not say so."""


class Resting(NamedTuple):
    """A pointer that rests on a thing for so many ms, at a table of so many players."""

    rest: int
    players: int

    def takes(self) -> int:
        draws = DRAWS.get(self.players, 0) * max(0, self.rest - CLICKED_DRAW_MS)
        return max(0, min(LONGEST_MS, round(self.rest - CLICK_MS + draws)))

    def seen_in_play(self, press: int) -> "Resting":
        return self._replace(rest=min(self.rest, press))

    def of_press(self, lit: int | None) -> "Resting":
        """It takes the same each time: what was pressed sooner was clicked."""
        return self.seen_in_play(lit or 0)


class Light(NamedTuple):
    """A light that stays on each of the `things` for `step` ms, a child who presses `press` ms after it came, and how
    many players sit there."""

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
        """One press says little: what counts is how long they take on the average."""
        return self

    def _comes(self, things: int) -> float:
        """Return how long it takes on the average until one of so many is pressed, wherever the light is: at once where
        it is lit for long enough still, and else when the light has come round."""
        dark = (things - 1) * self.step + self.press
        return self.press + dark * dark / (2 * things * self.step)

    def _opened(self) -> float:
        """Return the same for a thing of a block, whose first one is lit as it opens."""
        return self.press + self.step * (BLOCK - 1) / 2


class Presses:
    """How long after the light a seat presses in its race, or for how long it rests, as its page says. Whoever was slow
    when it was measured, and is quick now, gains nothing by it."""

    def __init__(self) -> None:
        self._lit = deque[int](maxlen=NEWEST)

    def said(self, lit: int | None) -> None:
        """A card was pressed so many ms after it was lit, or rested on; None where its page does not say so."""
        self._lit.append(lit or 0)

    def takes(self, motor: Motor) -> int:
        """Return the motor time that counts, in ms."""
        if len(self._lit) < FEW:
            return motor.takes()
        return motor.seen_in_play(int(median(self._lit))).takes()


def is_on(options: Mapping[str, Any], seat: int) -> bool:
    """Return whether that seat of a round plays with one key, or by resting; a round without the settings is one where
    nobody does."""
    own = options.get("own", {}).get(str(seat), {})
    return any(own.get(name) for name in SLOWER)

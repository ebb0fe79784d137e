"""Around the Corner in a class session: a race, by turns, every child alone, or each table together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _

from classroom.sessions.games.around_the_corner.modes import MODES
from classroom.sessions.games.contract import AWAY, LessonNotes, RatedAnswer, SessionGame, Way
from game.models import Attempt
from game.rules import scanning
from game.rules.around_the_corner import simulation
from game.rules.around_the_corner.computer import PaceWithSlips, Slips
from game.rules.around_the_corner.position import SUMS, SUN
from game.rules.computer import Pace

LATEST = 6_000
"""Answers that are read: half a year of a class, in a tenth of a second."""
_RIGHT, _WRONG, _LOST = Attempt.Ending.RIGHT, Attempt.Ending.WRONG, Attempt.Ending.OTHER
_COLUMNS = ("player", "top_number", "top_step", *SUMS, "ending", "milliseconds", "started_at")
FIRST_STEPS_DAYS = 3
"""Days on which the demo class plays with ±1 and ±2 only, before all steps."""
COUNTS_THE_START = Slips(one_short=60, without_corner=1, same=2, one_over=1)
"""The slips of a child who counts the number it starts from: 5 + 2 is "5, 6"."""


class AroundTheCornerSession(SessionGame):
    """Children put down cards; the fewest cards left win a round."""

    about = _("A number plus or minus a step, from 1 to 10")
    lesson = LessonNotes(
        learns=(
            _("plus and minus 1, 2 and 3 that come at once"),
            _("both directions: 6 + 2 and 6 − 2"),
            _("going past ten, as on a clock"),
            _("looking first, then laying"),
        ),
        takes=(
            (_("10 min"), _("the first lesson: trying it out, and one round")),
            (_("3–5 min"), _("a race")),
            (_("5–9 min"), _("a round by turns")),
        ),
        ages=(
            ("6–7", _("by turns, numbers 1–5, ±1 and ±2")),
            ("7–8", _("by turns, then a race with ±1 and ±2")),
            ("8–10", _("a race with all three steps")),
            ("10+", _("a race, or alone for one’s best time")),
        ),
    )
    calls_numbers = True
    homework = True
    simulate = staticmethod(simulation.simulate)
    solo = {"mode": "solo"}
    fold = _("Cards away")
    sizes = (2, 3, 4)
    modes = MODES
    ways = (
        Way("race", _("Quick race"), _("Everybody at once. Lively."), {"mode": "race"}),
        Way("turns", _("Calm turns"), _("One by one, with the number circle"), {"mode": "turns"}),
        Way("solo", _("Solo best time"), _("Each child alone"), {"mode": "solo"}),
        Way("sun", _("Against the sun"), _("All together"), {"mode": "sun"}),
    )
    alone = {"mode": "solo", "computers": "none", "away": "wait"}

    def mode(self, options: Mapping[str, Any]) -> str:
        return str(options.get("mode", "race"))

    def is_alone(self, options: Mapping[str, Any]) -> bool:
        return self.mode(options) == "solo"

    def is_under_the_sun(self, options: Mapping[str, Any]) -> bool:
        return self.mode(options) == SUN and options.get(SUN) != 0

    def of_table(self, options: Mapping[str, Any], needs: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the table's options: in a race, the table of a child whom racing frightens plays together against the
        sun."""
        is_frightening = self.mode(options) == "race" and any(own.get(SUN) for own in needs)
        return {**options, "mode": SUN} if is_frightening else options

    def demo(self, day: int, days: int) -> Mapping[str, Any] | None:
        """Return a race for every day, with only ±1 and ±2 on the first ones."""
        steps = [1, 2] if day < FIRST_STEPS_DAYS else [1, 2, 3]
        return {"mode": "race", "corner": True, "steps": steps, "wrong_pause": 1500, **AWAY}

    def misled(self, pace: Pace) -> Pace:
        return PaceWithSlips(**asdict(pace), slips=COUNTS_THE_START)

    def rated_answers(self, players: Sequence[int]) -> Iterator[RatedAnswer]:
        """Yield the latest first answers of these players, oldest first, without those given by one key or by dwelling.
        One query."""
        given = Attempt.objects.filter(player__in=players, retry=False, ending__in=(_RIGHT, _WRONG, _LOST))
        for slower in scanning.SLOWER:
            given = given.exclude(own__contains=slower)
        timed = given.exclude(milliseconds=None).order_by("-started_at", "-pk")
        for player, *top_card, ending, milliseconds, at in list(timed.values_list(*_COLUMNS)[:LATEST])[::-1]:
            yield RatedAnswer(player, tuple(top_card), ending == _RIGHT, ending == _LOST, milliseconds, at)

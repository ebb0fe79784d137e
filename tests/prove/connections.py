"""Printed seconds of children whose connections take 0 to 400 ms there and back, with jitter: a race in virtual time,
its log, the exposures read out of it, and the number that pages print; beside the same with every true time in its
place."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from classroom.measures.mixture import Floats
from classroom.reports.around_the_corner.findings.ability import abilities
from classroom.reports.around_the_corner.sources.answers import RECORD, Answers
from game.around_the_corner.answer_sheets import PackedAnswer, attempts, packed
from game.around_the_corner.evidence import OTHER, Exposure
from game.around_the_corner.exposures import exposures
from game.log.reader import MeasuredEntry, RoundLog
from game.rules import Event, Move, Refused
from game.rules import around_the_corner as rules
from game.rules.around_the_corner import simulation
from game.rules.computer import Pace
from game.rules.contract import GO
from game.rules.simulation import Entry
from tests.prove.rows import Row, mean

CONNECTIONS = (0, 60, 200, 400)
"""Ms there and back, by seat."""
JITTER_MS = 40
"""Mean of what each way takes longer, from one frame to the next; nothing overtakes what was sent before."""
FRAME_MS = (4, 30)
CLOCK = (2.0, 8.0)
"""By how much a page is late with the time of a paint: mean and standard deviation (`make prove-clock`)."""
PACE = Pace(median=1.6)
START = 1_763_640_000_000
MOST = 0.01


class LinedPlayer(simulation._Player):
    """A player whose page is not quite right about its own paints. `shown`: when each truly was on the screen."""

    def __init__(self, *seated: Any) -> None:
        super().__init__(*seated)
        self.shown: dict[tuple[str, int], int] = {}
        self.late: dict[tuple[str, int], int] = {}

    def paint(self, what: str, number: int, at: int) -> None:
        super().paint(what, number, at)
        self.shown[what, number] = at
        self.late[what, number] = late = round(self.dice.gauss(*CLOCK))
        self.unsaid[-1][2] += late

    def measured(self, tapped: int) -> dict[str, Any]:
        said = super().measured(tapped)
        top = self.on_screen(tapped)
        said["rtop"] -= self.late["t", top]
        if "rprev" in said:
            said["rprev"] -= self.late["t", top - 1]
        if "rhand" in said:
            said["rhand"] -= self.late["h", max(number for what, number in self.late if what == "h")]
        return {name: max(0, ms) if name[0] == "r" else ms for name, ms in said.items()} | {
            "rtt": CONNECTIONS[self.seat]
        }


class LinedRound(simulation._Round):
    """A round whose players are near and far. `tapped`: when the finger truly came down, by place in the log."""

    player = LinedPlayer  # type: ignore[assignment]

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"{seed} lines")
        self.heard, self.said, self.arrives = ([0.0] * len(CONNECTIONS) for _ in range(3))
        self.tapped: dict[int, int] = {}
        self.place = self.down = 0
        super().__init__(rules, {}, [PACE] * len(CONNECTIONS), seed, START)

    def _way(self, seat: int) -> float:
        return CONNECTIONS[seat] / 2 + self.chance.expovariate(1 / JITTER_MS) * (CONNECTIONS[seat] > 0)

    def _takes(self, event: Event, measured: dict[str, Any]) -> Iterator[Entry]:
        for entry in self.reports(event):
            self.place += 1
            yield entry
        self.place += 1
        self.tapped[self.place] = self.down
        yield event, measured
        before, self.position = self.position, rules.apply(self.position, event)
        for player in self.players:
            self.heard[player.seat] = max(self.heard[player.seat], event.at + self._way(player.seat))
            seen_at = round(self.heard[player.seat] + self.chance.uniform(*FRAME_MS))
            self.paints(player, before, event, seen_at)
            if event.kind == GO or player.seat == event.seat or self.is_news(player, before, event, seen_at):
                self._thinks(player, seen_at)

    def _thinks(self, player: Any, now: int) -> None:
        self._plans(player, 0.0, now)
        if player.tap:
            self.arrives[player.seat] = max(self.said[player.seat], player.tap[0] + self._way(player.seat))

    def _next(self) -> Iterator[Entry]:
        """What arrives first is judged first; what is refused is thought about anew."""
        coming = [(round(self.arrives[player.seat]), player.seat) for player in self.players if player.tap]
        if due := self._clock_before(min(coming)[0] if coming else None):
            self.now = due.at
            yield from self._takes(due, {})
            return
        arrived, seat = min(coming)
        self.now, player = max(self.now, arrived), self.players[seat]
        self.said[seat] = self.arrives[seat]
        self.down, move = player.tap or (0, Move("draw", seat))
        sent, measured = self.sent(player, move._replace(at=self.now), self.down)
        try:
            event = rules.judge(self.position, sent)
        except Refused:
            self._thinks(player, self.now + CONNECTIONS[seat])
            return
        yield from self._takes(event, measured)


def row(count: int, seeds: range) -> Row:
    """Let each of `count` students at each connection play as many rounds; hold the seconds that are printed of those
    on a connection against what would be printed with their true times."""
    found = [_rounds(seeds[place::count]) for place in range(count)]
    read, true = (_seconds([one[which] for one in found]) for which in (0, 1))
    figures = (
        mean(f"{ms} ms", read[:, seat] / true[:, seat] - 1, (-MOST, MOST)) for seat, ms in enumerate(CONNECTIONS)
    )
    return Row("printed seconds by connection", tuple(figures))


def _rounds(seeds: range) -> tuple[list[list[bytes]], list[list[bytes]]]:
    """Return the packed answers of these rounds by seat: as their logs say, and with the true times."""
    read: list[list[bytes]] = [[] for _ in CONNECTIONS]
    true: list[list[bytes]] = [[] for _ in CONNECTIONS]
    for seed in seeds:
        played = LinedRound(seed)
        entries = [MeasuredEntry(*entry) for entry in played.run()]
        log = RoundLog({"mode": "race"}, len(CONNECTIONS), seed, frozenset(range(len(CONNECTIONS))), entries)
        for exposure in exposures(log):
            if not exposure.retry:
                read[exposure.seat].append(_packed(log, exposure))
                true[exposure.seat].append(_packed(log, _truly(played, exposure)))
    return read, true


def _packed(log: RoundLog, exposure: Exposure) -> bytes:
    (attempt,) = attempts(log, [exposure])
    return packed(PackedAnswer(*(getattr(attempt, name) for name in PackedAnswer._fields)))


def _truly(played: LinedRound, exposure: Exposure) -> Exposure:
    """Return an exposure that was timed, or whose time was not believed, with the time that it took."""
    player: Any = played.players[exposure.seat]
    shown = player.shown
    ended = shown.get(("t", exposure.top + 1)) if exposure.ending == OTHER else played.tapped[exposure.line]
    if not (exposure.timed or exposure.clock_off) or ended is None:
        return exposure
    began = max(shown["t", exposure.top], shown.get(("h", exposure.brought_by or 0), 0))
    return replace(exposure, milliseconds=max(0, ended - began), timed=True)


def _seconds(groups: list[list[list[bytes]]]) -> Floats:
    """Return the median seconds that the pages print of the students of each group and seat (G, seats)."""
    sheets = [b"".join(seat) for group in groups for seat in group]
    lengths = [len(sheet) // RECORD.itemsize for sheet in sheets]
    places = np.arange(len(sheets))
    records = np.frombuffer(b"".join(sheets), RECORD)
    student = np.repeat(places, lengths)
    began = np.full(len(sheets), START)
    answers = Answers("race", tuple(range(1, len(sheets) + 1)), records, student, student, places, began, "")
    printed = [ability.seconds.value if ability.seconds else np.nan for ability in abilities(answers)]
    return np.array(printed).reshape(len(groups), len(CONNECTIONS))

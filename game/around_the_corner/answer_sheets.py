"""Attempts, a row for each exposure of a round; and answer sheets, a player's first answers at one table packed for the
reports, eight bytes each, in order of time.

A sheet is derived from attempts alone: `write` makes a table's sheets anew from them, so that projecting a round twice,
or all rounds again, gives the same sheets. They exclude retries (measurement 0.1) and answers with a number picture or
after a hint, since a report counts what is known without help. Reading them needs no attempts: reports.answers turns a
year of a class into arrays in a few milliseconds.
"""

import struct
from collections.abc import Iterable
from dataclasses import fields
from itertools import groupby
from typing import NamedTuple

from game.around_the_corner.evidence import Exposure
from game.log.browser_clock import FASTEST_MS
from game.log.reader import RoundLog
from game.models import AnswerSheet, Attempt
from game.rules import scanning
from game.rules.around_the_corner import Options
from game.rules.around_the_corner.cards import FIVE, NUMBER
from game.rules.around_the_corner.position import SUMS

LAYOUT = (("ms", "H"), ("ending", "B"), ("flags", "B"), ("top", "B"), ("ways", "B"), ("played", "B"), ("by", "B"))
"""Fields of a record, little-endian, with their codes in `struct`: milliseconds (at most LONGEST_MS), ending, flags,
top card, ways, number played (0 for none), kind of tap."""

RECORD = struct.Struct("<" + "".join(code for _name, code in LAYOUT))

LONGEST_MS = 65_535
ENDINGS = "CWDOX"
"""Letters of the endings, by their index in a record: right, wrong, drew, lost, void (models.Attempt.Ending)."""
TIMED, LATE, OWN_TOP, CORNER, GOES_ROUND, LOW, ONLY_PLUS, SERVED = 1, 2, 4, 8, 16, 32, 64, 128
"""Flags. CORNER: the rounds were played round the corner; GOES_ROUND: a card in the hand goes round it here; LOW: with
the numbers 1 to 5; ONLY_PLUS: with steps that only go up; SERVED: the milliseconds are the server's interval, from the
top card to the answer's arrival, as the browser's clock does not tell when the card was tapped."""
PLUS, MINUS, PLAYED_PLUS, PLAYED_MINUS = 1, 2, 4, 8
"""Ways: the sums that the hand offered, and the one that a right card made. 0: nothing in the hand fitted."""
MODALITIES = ("", "touch", "mouse", "pen", "key", "click", scanning.SETTING)

_KEPT = tuple(field.name for field in fields(Exposure) if field.name not in {"brought_by", "untimed"})
_ORDER = ("player", "mode", "started_at", "top")
_OFFERED = {"": 0, "+": PLUS, "-": MINUS, "both": PLUS | MINUS}
_MADE = {"": 0, "+": PLAYED_PLUS, "-": PLAYED_MINUS}


class PackedAnswer(NamedTuple):
    """Columns of an attempt."""

    milliseconds: int | None
    ending: str
    timed: bool
    clock_off: bool
    hidden_ms: int
    late: bool
    own_top: bool
    corner: bool
    highest: int
    only_plus: bool
    stratum: str
    top_number: int
    top_step: int
    directions: str
    sign: str
    played: int | None
    modality: str


def packed(answer: PackedAnswer) -> bytes:
    flags = answer.timed * TIMED | answer.late * LATE | answer.own_top * OWN_TOP | answer.corner * CORNER
    flags |= (answer.highest == FIVE) * LOW | answer.only_plus * ONLY_PLUS
    flags |= (not answer.timed and _is_served(answer)) * SERVED
    return RECORD.pack(
        min(answer.milliseconds or 0, LONGEST_MS),
        ENDINGS.index(answer.ending),
        flags | ("corner" in answer.stratum) * GOES_ROUND,
        3 * (answer.top_number - 1) + answer.top_step - 1,
        _OFFERED[answer.directions] | _MADE[answer.sign],
        NUMBER[answer.played] if answer.played else 0,
        MODALITIES.index(answer.modality) if answer.modality in MODALITIES else 0,
    )


def _is_served(answer: PackedAnswer) -> bool:
    tapped_unknown = answer.clock_off or answer.modality == "click"
    return tapped_unknown and answer.ending in "CW" and not answer.hidden_ms and (answer.milliseconds or 0) > FASTEST_MS


def attempts(log: RoundLog, found: Iterable[Exposure]) -> list[Attempt]:
    """Return a row for each exposure, with the options of the round."""
    return [_attempt(log, exposure) for exposure in found]


def _attempt(log: RoundLog, exposure: Exposure) -> Attempt:
    columns = {name: getattr(exposure, name) for name in _KEPT}
    chosen = Options.from_json({name: log.options[name] for name in SUMS if name in log.options})
    columns |= chosen.sums._asdict()
    own = " ".join(sorted(log.options.get("own", {}).get(str(exposure.seat), {})))
    return Attempt(mode=log.options.get("mode", "race"), own=own, **columns)


def write(table_id: int) -> None:
    """Make the sheets of a table anew from its attempts, in the transaction that changed them."""
    first = Attempt.objects.filter(round__table=table_id, retry=False, pictured=False).order_by(*_ORDER)
    rows = first.values_list("player", "mode", "started_at", *PackedAnswer._fields)
    AnswerSheet.objects.filter(table=table_id).delete()
    AnswerSheet.objects.bulk_create(
        sheet(table_id, player, mode, list(group)) for (player, mode), group in groupby(rows, key=lambda row: row[:2])
    )


def sheet(table_id: int, player: int, mode: str, rows: list[tuple]) -> AnswerSheet:
    """Return the sheet of these rows (player, mode, started_at, then a PackedAnswer), given in order of time."""
    answers = b"".join(packed(PackedAnswer(*row[3:])) for row in rows)
    return AnswerSheet(table_id=table_id, player=player, mode=mode, began_at=rows[0][2], answers=answers)

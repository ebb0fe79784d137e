"""Recorded rounds: one text file per option set, whose diff shows what a change of the rules changes.

    python -m tests.rules.recordings        makes the missing ones (delete a file to make it anew)

A line is the move and, after `=`, what it came to; the table's own doings have `table` for a seat:

    time seat kind card top since = outcome face
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.rules import around_the_corner as rules
from game.rules.contract import Event, Move, Refused
from tests.rules.pictures import face, picture
from tests.rules.rounds import OPTION_SETS, Step, judged, wander

FOLDER = Path(__file__).parent / "recordings"
COMMAND = "python -m tests.rules.recordings"
SEED = 2016
EVERY = 40  # lines between two pictures
LINE = re.compile(r"^ *(\d+) (table|-?\d+) (\S+) +(\S+) (\S+) (\S+) +=", re.MULTILINE)


def path_of(name: str) -> Path:
    return FOLDER / f"around-the-corner-{name}.txt"


def recorded(name: str) -> str:
    """Return the text of a round played at random."""
    options, seats, leaving = OPTION_SETS[name]
    return _text(name, wander(options, seats, leaving, SEED))


def replayed(name: str, text: str) -> str:
    """Return what the moves of a recording come to now."""
    return _text(name, _again(name, LINE.findall(text)))


def _again(name: str, lines: Iterable[tuple[str, ...]]) -> Iterator[Step]:
    options, seats, _ = OPTION_SETS[name]
    position = rules.deal(options, seats, SEED)
    for at, seat, kind, *numbers in lines:
        move, outcome = None, _by_itself(position, int(at))
        if seat != "table":
            card, top, since = (None if number == "." else int(number) for number in numbers)
            move = Move(kind, int(seat), card, top, int(at), since)
            outcome = judged(position, move)
        after = rules.apply(position, outcome) if isinstance(outcome, Event) else position
        yield Step(position, move, outcome, after)
        position = after


def _by_itself(position: rules.Position, at: int) -> Event | Refused:
    if position.phase == "playing":
        return rules.due(position, at) or Refused("nothing_due")
    return rules.resume(position, at)


def _text(name: str, steps: Iterable[Step]) -> str:
    options, seats, _ = OPTION_SETS[name]
    position = rules.deal(options, seats, SEED)
    lines = [f"around_the_corner {name}: {seats} seats, seed {SEED}, {dict(options)}", picture(position)]
    for number, step in enumerate(steps, 1):
        lines.append(_line(step))
        position = step.after
        if number % EVERY == 0 or position.phase in ("standstill", "over"):
            lines.append(picture(position))
    end = rules.result(position)
    lines.append(f"places {end.places} left {end.left}" if end else "not over")
    return "\n".join(lines) + "\n"


def _line(step: Step) -> str:
    outcome, move = step.outcome, step.move
    if isinstance(outcome, Refused):
        said = f"refused {outcome.reason}"
    else:
        said = f"{outcome.kind} {face(outcome.card) if outcome.card else ''}".rstrip()
    if move is None:
        at = outcome.at if isinstance(outcome, Event) else 0
        return f"{at:>6} table acts . . . = {said}"
    numbers = " ".join("." if number is None else str(number) for number in (move.card, move.top, move.since_top))
    return f"{move.at:>6} {move.seat} {move.kind} {numbers} = {said}"


def make_missing() -> list[Path]:
    """Record every option set that has no file yet; return the new files."""
    FOLDER.mkdir(exist_ok=True)
    missing = [name for name in OPTION_SETS if not path_of(name).exists()]
    for name in missing:
        path_of(name).write_text(recorded(name), encoding="utf-8")
    return [path_of(name) for name in missing]


if __name__ == "__main__":
    sys.stdout.writelines(f"recorded {made.name}\n" for made in make_missing())

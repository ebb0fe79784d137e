"""Recorded rounds: one text file per game and option set, whose diff shows what a change of the rules changes.

    python -m tests.rules.recordings        makes the missing ones (delete a file to make it anew)

Rounds by earlier rules are recorded where they came out otherwise than they do now, in a folder `version_n`; all others
come out as in the recording of the present rules, which both versions share.

A line is the move and, after `=`, what it came to; the table's own doings have `table` for a seat, a lay its cards:

    time seat kind card top since [cards] = outcome face
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from game.rules import EARLIER
from game.rules.contract import Event, Game, Move, Refused
from tests.rules.contract import Played
from tests.rules.played import PLAYED
from tests.rules.wandering import Step, judged

FOLDER = Path(__file__).parent / "recordings"
COMMAND = "python -m tests.rules.recordings"
SEED = 2016
EVERY = 40  # lines between two pictures
LINE = re.compile(r"^ *(\d+) (table|-?\d+) (\S+) +(\S+) (\S+) (\S+) +(?:\[([-\d ]*)\] )?=", re.MULTILINE)


class Tape(NamedTuple):
    """A round that is recorded: its game, how it is written, and what is played."""

    game: Game
    name: str
    options: Mapping[str, Any]
    seats: int
    wander: Callable[[], Iterator[Step]]
    face: Callable[[int], str]
    picture: Callable[[Any], str]

    def __str__(self) -> str:
        return f"{self.game.NAME}-{self.game.VERSION}-{self.name}"

    @property
    def path(self) -> Path:
        folder = FOLDER / self.game.NAME
        earlier = folder / f"version_{self.game.VERSION}" / f"{self.name}.txt"
        return earlier if earlier.exists() else folder / f"{self.name}.txt"


def tapes_of(played: Played) -> Iterator[Tape]:
    """Yield a tape for every set of options, by the present rules and by each of the earlier ones."""
    for name, (options, seats, leaving) in played.rounds.OPTION_SETS.items():
        wander = partial(played.rounds.wander, options, seats, leaving, SEED)
        for game in (played.rules, *(game for game in EARLIER if game.NAME == played.rules.NAME)):
            yield Tape(game, name, options, seats, wander, played.pictures.face, played.pictures.picture)


TAPES = tuple(tape for played in PLAYED for tape in tapes_of(played))


def recorded(tape: Tape) -> str:
    """Return the text of a round played at random."""
    return _text(tape, tape.wander())


def replayed(tape: Tape, text: str) -> str:
    """Return what the moves of a recording come to now."""
    return _text(tape, _again(tape, LINE.findall(text)))


def _again(tape: Tape, lines: Iterable[tuple[str, ...]]) -> Iterator[Step]:
    rules, position = tape.game, tape.game.deal(tape.options, tape.seats, SEED)
    for at, seat, kind, *numbers, cards in lines:
        move, outcome = None, _by_itself(rules, position, int(at))
        if seat != "table":
            card, top, since = (None if number == "." else int(number) for number in numbers)
            move = Move(kind, int(seat), card, top, int(at), since, tuple(map(int, cards.split())))
            outcome = judged(rules, position, move)
        after = rules.apply(position, outcome) if isinstance(outcome, Event) else position
        yield Step(position, move, outcome, after)
        position = after


def _by_itself(rules: Game, position: Any, at: int) -> Event | Refused:
    if position.phase == "playing":
        return rules.due(position, at) or Refused("nothing_due")
    return rules.resume(position, at)


def _text(tape: Tape, steps: Iterable[Step]) -> str:
    position = tape.game.deal(tape.options, tape.seats, SEED)
    head = f"{tape.game.NAME} {tape.name}: {tape.seats} seats, seed {SEED}, {dict(tape.options)}"
    lines = [head, tape.picture(position)]
    for number, step in enumerate(steps, 1):
        lines.append(_line(tape, step))
        position = step.after
        if number % EVERY == 0 or position.phase in ("standstill", "over"):
            lines.append(tape.picture(position))
    end = tape.game.result(position)
    points = f" points {end.points}" if end and end.points else ""
    lines.append(f"places {end.places} left {end.left}{points}" if end else "not over")
    return "\n".join(lines) + "\n"


def _line(tape: Tape, step: Step) -> str:
    outcome, move = step.outcome, step.move
    if isinstance(outcome, Refused):
        said = f"refused {outcome.reason}"
    else:
        cards = (outcome.card,) if outcome.card else outcome.cards
        said = f"{outcome.kind} {' '.join(map(tape.face, cards))}".rstrip()
    if move is None:
        at = outcome.at if isinstance(outcome, Event) else 0
        return f"{at:>6} table acts . . . = {said}"
    numbers = " ".join("." if number is None else str(number) for number in (move.card, move.top, move.since_top))
    laid = f" [{' '.join(map(str, move.cards))}]" if move.cards else ""
    return f"{move.at:>6} {move.seat} {move.kind} {numbers}{laid} = {said}"


def make_missing() -> list[Path]:
    """Record every round that has no file yet; return the new files."""
    missing = [tape for tape in TAPES if not tape.path.exists() and tape.game not in EARLIER]
    for tape in missing:
        tape.path.parent.mkdir(parents=True, exist_ok=True)
        tape.path.write_text(recorded(tape), encoding="utf-8")
    return [tape.path for tape in missing]


if __name__ == "__main__":
    sys.stdout.writelines(f"recorded {made.name}\n" for made in make_missing())

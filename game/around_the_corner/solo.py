"""Solo against one's own best time (rules 1.6): the best run by set of options, the pace, the clock's choice.

All of it is derived from the log: a time is from the first GO to the last card, without the pauses, and without the
handicap that earlier rules knew in solo, too; the best of a set of options (PlayedWith) is the shortest. What the clock
shows is each player's choice and remembered, as the newest `clock` line of any of their rounds:

    0   no clock, no bar, no pace
    1   the bar runs for as long as the best time; before there is one, for PER_CARD_MS a card
    2   for twice as long; 10: ten times (WCAG 2.2.1 names that figure)

Nothing ends with the bar: solo has no limit but the player's own wish.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from game.log import table_state
from game.models import Event, Round
from game.rules import VERSION
from game.rules.around_the_corner import Sums, View, events, version_1
from game.rules.around_the_corner.position import ON_CARDS, Options
from game.rules.contract import GO, HELD, PAUSED, RESUMED

PER_CARD_MS = 5_000
_TIMED = (GO, PAUSED, HELD, RESUMED, events.FINISHED, events.PLAYED)


@dataclass(frozen=True, slots=True)
class SoloRun:
    """A round that was played to its last card: its time, and when each card was played, in ms."""

    milliseconds: int
    laid: tuple[int, ...]


class PlayedWith(NamedTuple):
    """The options that make two solo rounds comparable: the cards, and what fits on them."""

    sums: Sums
    steps: tuple[int, ...]


class BestRun(NamedTuple):
    """Runs of a player with one set of options: the first time and the best one, in ms, the number of runs, and the
    `round` of the best one."""

    played_with: PlayedWith
    first: int
    best: int
    runs: int
    round: int


class Record(NamedTuple):
    """Record of a player before a round: the best run with these options, and the chosen clock."""

    best: SoloRun | None
    clock: int


@dataclass(frozen=True, slots=True)
class SoloStanding:
    """A solo round as its player sees it now. `elapsed` is in ms, up to the last visible event.

    `started_at` is the clock's start in server ms since 1970, shifted by the pauses; None while it stands. `ahead` is
    in cards against the best run at the same time; None without one. `ghost` are the times (ms) of the best run's
    cards.
    """

    clock: int
    best: int | None
    frame: int
    elapsed: int
    started_at: int | None
    ahead: int | None
    time: int | None
    is_best: bool
    ghost: tuple[int, ...] = ()


def cards_in(options: Options) -> int:
    """Return the number of a solo player's cards: all but the first of the pile."""
    return len(options.deck) - 1


def record(player: int, options: Mapping[str, Any], *, before: int) -> Record:
    """Return the player's record with these options in rounds with an id below `before`. Three queries."""
    wanted = _key(options)
    mine = _solo_rounds_of(player)
    older = mine.filter(pk__lt=before).values_list("pk", "options")
    known = {pk: past for pk, past in older if _key(past) == wanted}
    runs = _runs_of(known).values()
    chosen = Event.objects.filter(round__in=mine, kind=table_state.CLOCK).order_by("pk").last()
    clock = 1 if chosen is None or chosen.card is None else chosen.card
    return Record(min(runs, key=lambda run: run.milliseconds, default=None), clock)


def record_at(player: int | None, options: Mapping[str, Any], *, before: int) -> Record | None:
    """Return the record of a solo table's player, with the clock that the teacher preset for them (option `own`)."""
    if options.get("mode") != "solo" or player is None:
        return None
    known = record(player, options, before=before)
    preset = options.get("own", {}).get("0", {}).get("clock")
    return known if preset is None else known._replace(clock=preset)


def bests_of(player: int) -> list[BestRun]:
    """Return the player's best run for each set of options with a finished run. Two queries."""
    options = dict(_solo_rounds_of(player).values_list("pk", "options"))
    times: dict[tuple[str, PlayedWith], list[tuple[int, int]]] = defaultdict(list)
    for pk, run in sorted(_runs_of(options).items()):
        times[_key(options[pk])].append((run.milliseconds, pk))
    return [BestRun(cards, own[0][0], *_best(own)) for (_mode, cards), own in sorted(times.items())]


def _best(own: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the best time of these runs, their number, and the round of the best one, the first of equals."""
    best, played = min(own)
    return best, len(own), played


def _solo_rounds_of(player: int) -> QuerySet[Round]:
    return Round.objects.filter(seats=1, table__seats__player=player, table__game="around_the_corner")


def _runs_of(rounds: Mapping[int, Mapping[str, Any]]) -> dict[int, SoloRun]:
    """Return the runs among these rounds (with their options): those that were played to the end."""
    logs: dict[int, list[tuple[str, int]]] = defaultdict(list)
    lines = Event.objects.filter(round__in=list(rounds), kind__in=_TIMED).order_by("round", "n")
    for pk, kind, at in lines.values_list("round", "kind", "at"):
        logs[pk].append((kind, at))
    return {pk: run for pk, log in logs.items() if (run := run_of(log, _handicap(rounds[pk])))}


def _handicap(options: Mapping[str, Any]) -> int:
    """Return the delay after GO (ms) of the player, by the rules that dealt the round."""
    return 0 if options.get(VERSION, 1) > version_1.VERSION else Options.from_json(options).of(0).delay


def run_of(log: Iterable[tuple[str, int]], handicap: int = 0) -> SoloRun | None:
    """Return the run in these entries (kind, ms), None if its last card was not played."""
    go_at = stopped_at = None
    pauses, laid = 0, []
    for kind, at in log:
        if kind == GO:
            go_at, stopped_at = (at + handicap if go_at is None else go_at), None
        elif kind in (PAUSED, HELD):
            stopped_at = at if stopped_at is None else stopped_at
        elif kind == RESUMED and stopped_at is not None:
            pauses, stopped_at = pauses + at - stopped_at, None
        elif go_at is not None:
            laid.append(at - go_at - pauses)
            if kind == events.FINISHED:
                return SoloRun(laid[-1], tuple(laid))
    return None


def ahead(best: SoloRun, laid: int, elapsed: int) -> int:
    """Return the lead over the best run in cards at this time of the clock, below 0 if behind."""
    return laid - bisect_right(best.laid, elapsed)


def standing(known: Record, view: View, clock: int | None, at: int) -> SoloStanding:
    """Return the state of the round at `at`, the time of the last event (ms since 1970)."""
    chosen = known.clock if clock is None else clock
    best, cards = known.best, cards_in(view.options)
    until = view.over_at or view.stopped_at or at
    elapsed = 0 if view.go_at is None else max(0, until - view.go_at - view.pauses)
    runs = view.go_at is not None and view.phase in ("playing", "standstill")
    time = elapsed if view.phase == "over" and view.seats[0].left == 0 else None
    laid = cards - view.seats[0].left
    return SoloStanding(
        clock=chosen,
        best=best.milliseconds if best else None,
        frame=(best.milliseconds if best else cards * PER_CARD_MS) * chosen,
        elapsed=elapsed,
        started_at=(view.go_at or 0) + view.pauses if runs else None,
        ahead=ahead(best, laid, elapsed) if best and laid and view.phase != "over" else None,
        time=time,
        is_best=time is not None and (best is None or time < best.milliseconds),
        ghost=best.laid if best and view.phase != "over" else (),
    )


def _key(options: Mapping[str, Any]) -> tuple[str, PlayedWith]:
    chosen = Options.from_json({name: options[name] for name in ("mode", *ON_CARDS) if name in options})
    return chosen.mode, PlayedWith(chosen.sums, chosen.steps)

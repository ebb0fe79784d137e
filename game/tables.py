"""Creating tables and rounds: the rows behind them. Live play is in `live.table`, the log in `log.journal`."""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from threading import Lock
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from game import rules
from game.codes import table_code
from game.log import prepared
from game.log.prepared import Prepared
from game.models import Event, Round, Seat, Table

_OPEN = f"SELECT options FROM {Table._meta.db_table} WHERE id = %s AND closed_at IS NULL"
_LOCKED = " FOR UPDATE" if connection.vendor == "postgresql" else ""
_DEAL = f"""
INSERT INTO {Round._meta.db_table} (table_id, number, seed, seats, options, dealt_at)
SELECT id, %s, %s, %s, %s, %s FROM {Table._meta.db_table} WHERE id = %s AND closed_at IS NULL{_LOCKED}
ON CONFLICT DO NOTHING
"""
_DEALT = f"SELECT id FROM {Round._meta.db_table} WHERE table_id = %s AND number = %s"
_FINISHED = f"UPDATE {Round._meta.db_table} SET finished_at = %s WHERE finished_at IS NULL AND id IN"
"""Plain SQL, since every round of a school runs it at its end, and Django would take thirty times as long to build the
statement as the database takes to run it."""
_over: set[int] = set()
_finishing = Lock()
newest_round = Prepared(lambda table: Round.objects.filter(table=table).order_by("-number")[:1])


@Prepared
def _reached(*codes: str) -> QuerySet[Round, Any]:
    newest = Round.objects.filter(table=OuterRef("table")).order_by("-number").values("number")[:1]
    last = Event.objects.filter(round=OuterRef("pk")).order_by("-n").values("n")[:1]
    rounds = Round.objects.filter(table__code__in=codes, number=Subquery(newest)).order_by()
    return rounds.values_list("table__code", "number", Subquery(last), "table__closed_at")


class Version(NamedTuple):
    """Version of a table: the number of its round, the place of the round's last entry, and whether it is closed."""

    code: str
    number: int
    n: int
    closed: bool = False


def versions(codes: Sequence[str]) -> list[Version]:
    """Return the versions of these tables in the database. One query."""
    rows = _reached.rows(*codes)
    return [Version(code, number, n or 0, closed_at is not None) for code, number, n, closed_at in rows]


@transaction.atomic
def lay_table(
    *,
    game: str,
    number: int,
    options: Mapping[str, Any],
    players: Sequence[tuple[int, str]],
    computers: Sequence[tuple[str, str]] = (),
    faces: Mapping[int, str] = MappingProxyType({}),
    seed: int | None = None,
    first_round: int = 1,
    deal: Round | None = None,
    languages: Mapping[int, str] | None = None,
    place: int | None = None,
) -> Table:
    """Create a table and deal its first round, which has the number `first_round` if it replaces another table.

    `players` are (player, name) pairs, seated in the order given; then come the computers, as (level, name). `faces`
    are the pictures beside the players' names (see screens.table_view). Tables of one `seed` get the same deal in every
    round; without it each deal is random. `deal` is an older round, whose cards are dealt again in the first one.
    `languages` are those of the players' screens. With several workers `place` is the number of its session, or of the
    player who is alone (`codes.table_code`).
    """
    code = table_code(place if settings.WORKERS > 1 else None)
    table = Table.objects.create(code=code, game=game, number=number, options=dict(options), seed=seed)
    spoken = languages or {}
    seats = [Seat(player=pk, name=name, face=faces.get(pk, ""), language=spoken.get(pk, "")) for pk, name in players]
    seats += [Seat(computer=level, name=name) for level, name in computers]
    _sit_down(table, seats)
    deal_round(table, number=first_round, seats=len(seats), deal=deal)
    return table


def _sit_down(table: Table, seats: Sequence[Seat]) -> None:
    for chair, seat in enumerate(seats):
        seat.table, seat.number = table, chair
    Seat.objects.bulk_create(seats)


def deal_round(table: Table, *, number: int, seats: int, deal: Round | None = None) -> Round:
    """Deal the next round; its only randomness is the seed, which is kept secret until the round is over."""
    if deal:
        kept = {"dealer": deal.options.get("dealer", 0) % seats, rules.VERSION: deal.options.get(rules.VERSION, 1)}
        dealt = Round(table=table, number=number, seats=seats, options={**table.options, **kept}, seed=deal.seed)
    else:
        dealt = _next_round(table, number=number, seats=seats)
    dealt.save(force_insert=True)
    return dealt


def deal_next(table: Table, *, number: int, seats: int) -> tuple[Round | None, bool]:
    """Deal this round unless another process has, and return it, and whether it was dealt now; None if the table was
    closed meanwhile. It is one statement, so a deal here and the end of the table elsewhere are strictly ordered, and
    no card waits for more than its row."""
    if (options := _options_of(table)) is None:
        return None, False
    table.options = options
    dealt = _next_round(table, number=number, seats=seats)
    at = connection.ops.adapt_datetimefield_value(dealt.dealt_at)
    if prepared.run(_DEAL, [number, dealt.seed, seats, json.dumps(dealt.options), at, table.pk]):
        (dealt.pk,) = prepared.first(_DEALT, [table.pk, number])
        return dealt, True
    return (None, False) if _options_of(table) is None else (table.rounds.get(number=number), False)


def _options_of(table: Table) -> dict[str, Any] | None:
    """Return the stored options of a table; None if it is closed."""
    row = prepared.first(_OPEN, [table.pk])
    return dict(json.loads(row[0])) if row else None


def _next_round(table: Table, *, number: int, seats: int) -> Round:
    seed = new_seed() if table.seed is None else seed_of_round(table.seed, number)
    options = options_of_round(table, number=number, seats=seats)
    return Round(table=table, number=number, seats=seats, options=options, seed=seed)


@transaction.atomic
def keep_own(player: int, own: Mapping[str, Any]) -> None:
    """Store this player's own settings (option `own`) at every open table, from the next deal on."""
    present = Table.objects.select_for_update(of=("self",)).filter(seats__player=player, closed_at=None)
    sat = list(present.annotate(seat=F("seats__number")))
    for table in sat:
        table.options = _with_own(table.options, str(vars(table)["seat"]), own)
    Table.objects.bulk_update(sat, ["options"])


def _with_own(options: Mapping[str, Any], seat: str, own: Mapping[str, Any]) -> dict[str, Any]:
    others = {number: kept for number, kept in options.get("own", {}).items() if number != seat}
    everybodys = others | ({seat: dict(own)} if own else {})
    rest = {name: value for name, value in options.items() if name != "own"}
    return rest | ({"own": everybodys} if everybodys else {})


def options_of_round(table: Table, *, number: int, seats: int) -> dict[str, Any]:
    """Return the table's options, the version of the rules, and the dealer, who changes every round (rules 1.4)."""
    return {**table.options, "dealer": (number - 1) % seats, rules.VERSION: rules.game(table.game).VERSION}


def new_seed() -> int:
    return secrets.randbits(62)


def seed_of_round(seed: int, number: int) -> int:
    """Return the seed of that round at every table laid with this `seed`; a deal reveals nothing about the next one."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 2


def mark_over(round_id: int) -> None:
    """Mark this round to be written as over together with others: when all rounds of a school end, players who go on
    wait for a few disk flushes, not for a hundred."""
    _over.add(round_id)


def finish_round(round_id: int) -> None:
    """Write that this round is over, with all others that are marked; do nothing if another call has written it."""
    with _finishing:
        if round_id not in _over:
            return
        rounds, now = sorted(_over), connection.ops.adapt_datetimefield_value(timezone.now())
        try:
            prepared.run(f"{_FINISHED} ({', '.join(['%s'] * len(rounds))})", [now, *rounds])
        except Exception:
            _over.discard(round_id)  # the other callers retry by themselves
            raise
        _over.difference_update(rounds)


def closed_in_play() -> list[str]:
    """Return the codes of closed tables whose last round was not ended, as where a process ended between the two."""
    unfinished = Round.objects.filter(finished_at=None, projected_at=None).exclude(table__closed_at=None)
    return list(unfinished.order_by("table").values_list("table__code", flat=True).distinct())


def close_table(table: Table) -> None:
    """Close this table: no more rounds are dealt."""
    Table.objects.filter(pk=table.pk, closed_at=None).update(closed_at=timezone.now())

"""View of a position of Nine to Nothing: what a seat or an onlooker may see, and everybody once it is over."""

from collections.abc import Mapping
from functools import lru_cache

from game.rules.contract import Move, Result
from game.rules.nine_to_nothing.cards import card, in_order, terms
from game.rules.nine_to_nothing.judge import allowed, may_lay
from game.rules.nine_to_nothing.position import Lay, Position
from game.rules.nine_to_nothing.seen import BestLay, LayView, Longest, News, SameHand, SeatView, View
from game.rules.nine_to_nothing.solver import best_lay, can_lay
from game.rules.seats import places


def result(position: Position) -> Result | None:
    """Return places by points, shared by equals; folded seats share the last place. None while it is running."""
    if position.phase != "over":
        return None
    points = tuple(position.points(seat) for seat in range(position.seats))
    return Result(
        places(points, position.folded), tuple(len(position.held(seat)) for seat in range(position.seats)), points
    )


def view(position: Position, seat: int | None) -> View:
    """Return what that seat may see, as plain values that reveal no hidden card."""
    if seat is not None and not 0 <= seat < position.seats:
        raise IndexError(seat)
    end = result(position)
    own = () if seat is None or _is_face_down(position) else position.hands[seat]
    checks = {kind: _lays_for(kind, position, seat) for kind in ("check", "mistake")}
    return View(
        seat=seat,
        options=position.options,
        phase=position.phase,
        stage=position.stage,
        turn=position.turn,
        top=position.turns + position.lays,
        seats=tuple(_seat_view(position, s, end) for s in range(position.seats)),
        hand=tuple(card(held) if held else None for held in own),
        hand_changes=0 if seat is None else position.hand_changes[seat],
        target=None if seat is None else position.target(seat),
        need=0 if seat is None else position.need(seat),
        draw_pile=len(position.draw_pile),
        discard_pile=len(position.discard_pile),
        discard_top=card(position.discard_pile[-1]) if position.discard_pile and position.phase != "dealt" else None,
        open_lays=tuple(_lay_view(position, lay) for n in position.open_lays if (lay := position.open_lay(n))),
        may=frozenset() if seat is None else _may(position, seat, checks),
        checkable=checks["check"],
        mistakable=checks["mistake"],
        possible=None if seat is None else _possible(position, seat),
        best=None if seat is None else _best(position, seat),
        news=_news(position),
        closes_at=position.closes_at,
        dealer=position.dealer,
        paused_until=0,
        go_at=position.go_at,
        over_at=position.over_at,
        result=end,
        same=_same_hand(position, seat),
    )


def _is_face_down(position: Position) -> bool:  # the shared hand is visible from GO on, to all at once
    return position.options.same_hand and position.go_at is None


def _same_hand(position: Position, seat: int | None) -> SameHand | None:
    if position.goal is None:
        return None
    over, held = position.phase == "over", in_order(position.hands[0])
    own = position.laid[seat] if seat is not None else ()
    best = best_lay(held, position.goal)
    return SameHand(
        target=position.goal,
        hand=() if _is_face_down(position) else tuple(card(number) for number in held),
        having=sum(bool(laid) for laid in position.laid),
        done=len(position.done - position.folded),
        playing=len(position.active),
        mine_done=seat in position.done,
        own=_lay_view(position, own[-1]) if own else None,
        longest=_longest(position) if over else (),
        possible=BestLay(own[-1].points if own else 0, best.points, terms(best.cards)) if over else None,
        ends_at=position.closes_at,
    )


def _longest(position: Position) -> tuple[Longest, ...]:
    """Return the sums with most points, each once in whatever order its cards lie, the most frequent first."""
    lays = [laid[-1] for laid in position.laid if laid]
    most = max((lay.points for lay in lays), default=0)
    found: dict[tuple[tuple[int, bool], ...], tuple[Lay, int]] = {}
    for lay in (lay for lay in lays if lay.points == most):
        key = tuple(sorted((term.card.value, bool(term.change)) for term in terms(lay.cards)))
        first, count = found.get(key, (lay, 0))
        found[key] = first, count + 1
    in_turn = sorted(found.values(), key=lambda shared: -shared[1])
    return tuple(Longest(terms(lay.cards), lay.points, count) for lay, count in in_turn)


def _may(position: Position, seat: int, checks: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    """Return the kinds of moves open to this seat; out of its turn, the moves of a turn are not judged."""
    if position.phase != "playing" or seat in position.folded:
        return frozenset()
    moves = [Move(kind, seat) for kind in ("ok", "ask", "sort")]
    if position.turn in (seat, None):
        moves += [Move(kind, seat) for kind in ("draw", "take", "done")]
        moves += [Move("discard", seat, held) for held in position.held(seat)[:1]]
    kinds = {move.kind for move in moves if allowed(position, move)}
    kinds.update(kind for kind, lays in checks.items() if lays)
    return frozenset(kinds | {"lay"} if may_lay(position, seat) else kinds)


def _lays_for(kind: str, position: Position, seat: int | None) -> tuple[int, ...]:
    """Return the lays that this seat may check, or take back as its mistake."""
    lays = position.open_lays if seat is not None else ()
    return tuple(lay for lay in lays if allowed(position, Move(kind, seat or 0, top=lay)))


def _possible(position: Position, seat: int) -> bool | None:
    target = position.target(seat)
    if target is None or position.asked[seat] != position.hand_changes[seat]:
        return None
    return can_lay(position.hands[seat], target)


def _best(position: Position, seat: int) -> BestLay | None:
    """Return the comparison with the longest lay, or None while the lay may be checked: a wrong lay could seem longer
    than the longest, which would reveal that it is wrong."""
    laid = position.laid[seat]
    if position.options.same_hand or not position.options.best or not laid or laid[-1].number in position.open_lays:
        return None
    longest = best_lay(laid[-1].hand, laid[-1].target)
    return BestLay(laid[-1].points, longest.points, terms(longest.cards))


def _lay_view(position: Position, lay: Lay) -> LayView:
    return _seen_lay(lay, lay.number in position.open_lays, lay.number in position.checked)


@lru_cache(maxsize=4096)
def _seen_lay(lay: Lay, is_open: bool, checked: bool) -> LayView:
    return LayView(
        number=lay.number,
        seat=lay.seat,
        target=lay.target,
        terms=terms(lay.cards),
        total=lay.total,
        points=lay.points,
        open=is_open,
        checked=checked,
    )


def _news(position: Position) -> News | None:
    """Return the last event as visible to every seat: of its cards only their number."""
    told = position.told
    if told is None:
        return None
    lay = position.returned or position.lay(told.top)
    return News(
        kind=told.kind,
        seat=told.seat,
        lay=_lay_view(position, lay) if lay else None,
        card=card(told.card) if told.card else None,
        cards=len(told.cards),
    )


def _seat_view(position: Position, seat: int, end: Result | None) -> SeatView:
    shown = position.laid[seat] if not position.options.same_hand or end else ()
    laid = tuple(_lay_view(position, lay) for lay in shown)
    return SeatView(
        points=sum(lay.points for lay in laid if lay.stands),
        target=position.target(seat),
        laid=laid,
        hand=len(position.held(seat)),
        folded=seat in position.folded,
        okayed=seat in position.okayed,
        place=end.places[seat] if end else None,
    )

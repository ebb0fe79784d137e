"""What may be seen of a position of Nine to Nothing: by a seat, by an onlooker, and by everybody once it is over."""

from functools import lru_cache
from typing import NamedTuple

from game.rules.contract import Move, Result
from game.rules.nine_to_nothing.cards import Card, Term, card, in_order, terms
from game.rules.nine_to_nothing.judge import allowed, may_lay
from game.rules.nine_to_nothing.position import Lay, Options, Position
from game.rules.nine_to_nothing.solver import best_lay, can_lay


class LayView(NamedTuple):
    """A lay on the table, for everybody: what it claims to make, and its terms (value, and the sign change if any).

    `open`: it may still be checked; `checked`: somebody did, and it was right. `total` is what it makes and `points`
    what it counts; a screen shows `target` as the sum of a lay on the table, and `total` only of one that came back.
    """

    number: int
    seat: int
    target: int
    terms: tuple[Term, ...]
    total: int
    points: int
    open: bool
    checked: bool

    @property
    def stands(self) -> bool:
        """Whether it counts: it was found right, or nobody may check it any more."""
        return self.checked or not self.open


class BestLay(NamedTuple):
    """How the seat's last lay compares with the longest that its hand allowed (rules.md 2.6)."""

    made: int
    possible: int
    terms: tuple[Term, ...]


class News(NamedTuple):
    """The last thing that everybody saw: an event's kind, who did it, and what it was about.

    kind: drew and took (`cards` of them), laid (`lay`), discarded (`card`), caught and took_back (`lay` came back),
    checked (`lay` was right), okayed, done, skipped (`card` where one was owed), folded. Of caught and checked `seat`
    is the one who checked.
    """

    kind: str
    seat: int | None
    lay: LayView | None = None
    card: Card | None = None
    cards: int = 0


class SeatView(NamedTuple):
    """What everybody sees of a seat. `target` None: 0 is laid. `place` once the round is over. `hand` counts the cards.

    `points` are of the lays that stand: one that may still be checked is a claim. `okayed` while a lay of 0 waits.
    """

    points: int
    target: int | None
    laid: tuple[LayView, ...]
    hand: int
    folded: bool
    okayed: bool
    place: int | None

    @property
    def left(self) -> int:
        """The cards it still has, by the name that every game's view gives them (see contract.SeatView)."""
        return self.hand


class Longest(NamedTuple):
    """A sum of the hand that all had: its terms, its points, and by how many seats it was the last one."""

    terms: tuple[Term, ...]
    points: int
    seats: int


class SameHand(NamedTuple):
    """The hand that all have (rule 10). `hand` is empty before GO; `ends_at` is server ms since 1970.

    `having` counts the seats with a right sum, `done` those that lay no more, of `playing`. `own` is the seat's own
    sum. Once it is over: `longest` the sums with most points, `possible` one with the most that the hand allowed.
    """

    target: int
    hand: tuple[Card, ...]
    having: int
    done: int
    playing: int
    mine_done: bool
    own: LayView | None
    longest: tuple[Longest, ...]
    possible: BestLay | None
    ends_at: int | None


class View(NamedTuple):
    """The table as one seat may see it (`seat` None: an onlooker).

    `may` names the moves that this seat has now, for its buttons: draw, take (from the discard pile), lay, discard,
    done (end a turn whose discard was made already), check, mistake, ok, ask, sort. `checkable` and `mistakable` are
    the numbers of the lays that `check` and `mistake` may name (as `top`).
    `stage` of the turn: draw, lay, penalty (the seat whose turn it is must discard), closing (see `closes_at`, server
    ms since 1970). `need` is how many cards a draw brings. `top` counts turns and lays: whatever is new to everybody.
    `possible` answers *Is it possible?* for the present hand, None unless it was asked. `best` is None for others.
    `hand` are slots, None an empty one.
    """

    seat: int | None
    options: Options
    phase: str
    stage: str
    turn: int | None
    top: int
    seats: tuple[SeatView, ...]
    hand: tuple[Card | None, ...]
    hand_changes: int
    target: int | None
    need: int
    draw_pile: int
    discard_pile: int
    discard_top: Card | None
    open_lays: tuple[LayView, ...]
    may: frozenset[str]
    checkable: tuple[int, ...]
    mistakable: tuple[int, ...]
    possible: bool | None
    best: BestLay | None
    news: News | None
    closes_at: int | None
    dealer: int
    paused_until: int
    go_at: int | None
    over_at: int | None
    result: Result | None
    same: SameHand | None


def result(position: Position) -> Result | None:
    """Return places by points, equals sharing; None while the round runs."""
    if position.phase != "over":
        return None
    points = tuple(position.points(seat) for seat in range(position.seats))
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return Result(places, tuple(len(position.held(seat)) for seat in range(position.seats)), points)


def view(position: Position, seat: int | None) -> View:
    """Return what that seat may see, in plain values from which no hidden card can be reached."""
    if seat is not None and not 0 <= seat < position.seats:
        raise IndexError(seat)
    places = result(position)
    own = () if seat is None or _is_face_down(position) else position.hands[seat]
    return View(
        seat=seat,
        options=position.options,
        phase=position.phase,
        stage=position.stage,
        turn=position.turn,
        top=position.turns + position.lays,
        seats=tuple(_seat_view(position, s, places) for s in range(position.seats)),
        hand=tuple(card(held) if held else None for held in own),
        hand_changes=0 if seat is None else position.hand_changes[seat],
        target=None if seat is None else position.target(seat),
        need=0 if seat is None else position.need(seat),
        draw_pile=len(position.draw_pile),
        discard_pile=len(position.discard_pile),
        discard_top=card(position.discard_pile[-1]) if position.discard_pile else None,
        open_lays=tuple(_lay_view(position, lay) for n in position.open_lays if (lay := position.open_lay(n))),
        may=frozenset() if seat is None else _may(position, seat),
        checkable=_lays_for("check", position, seat),
        mistakable=_lays_for("mistake", position, seat),
        possible=None if seat is None else _possible(position, seat),
        best=None if seat is None else _best(position, seat),
        news=_news(position),
        closes_at=position.closes_at,
        dealer=position.dealer,
        paused_until=0,
        go_at=position.go_at,
        over_at=position.over_at,
        result=places,
        same=_same_hand(position, seat),
    )


def _is_face_down(position: Position) -> bool:  # a hand that all have is seen by all at once: at GO
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
    """Return the sums with most points, each once however its cards lie, the commonest first."""
    lays = [laid[-1] for laid in position.laid if laid]
    most = max((lay.points for lay in lays), default=0)
    found: dict[tuple[tuple[int, bool], ...], tuple[Lay, int]] = {}
    for lay in (lay for lay in lays if lay.points == most):
        key = tuple(sorted((term.card.value, bool(term.change)) for term in terms(lay.cards)))
        first, count = found.get(key, (lay, 0))
        found[key] = first, count + 1
    in_turn = sorted(found.values(), key=lambda shared: -shared[1])
    return tuple(Longest(terms(lay.cards), lay.points, count) for lay, count in in_turn)


def _may(position: Position, seat: int) -> frozenset[str]:
    moves = [Move(kind, seat) for kind in ("draw", "take", "done", "ok", "ask", "sort")]
    moves += [Move("discard", seat, held) for held in position.held(seat)[:1]]
    kinds = {move.kind for move in moves if allowed(position, move)}
    kinds.update(kind for kind in ("check", "mistake") if _lays_for(kind, position, seat))
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
    """Nothing while the lay may still be checked: that it beats the longest would say that it is wrong."""
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
    """Cards drawn are told by their number: nobody else may see them."""
    told = position.told
    if told is None:
        return None
    lay = position.returned or position.lay(told.top)
    return News(
        kind=told.kind,
        seat=told.seat,
        lay=_lay_view(position, lay) if lay else None,
        card=card(told.card) if told.card else None,
        cards=len(told.cards) if told.kind in ("drew", "took") else 0,
    )


def _seat_view(position: Position, seat: int, places: Result | None) -> SeatView:
    shown = position.laid[seat] if not position.options.same_hand or places else ()
    laid = tuple(_lay_view(position, lay) for lay in shown)
    return SeatView(
        points=sum(lay.points for lay in laid if lay.stands),
        target=position.target(seat),
        laid=laid,
        hand=len(position.held(seat)),
        folded=seat in position.folded,
        okayed=seat in position.okayed,
        place=places.places[seat] if places else None,
    )

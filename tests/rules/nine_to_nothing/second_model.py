"""A second model of Nine to Nothing, written from docs/rules alone: a table with hands and piles, played by hand.

Nothing of the engine's rules is used. It knows the values of the cards (0 is a sign change) and the order of the pack,
and answers every move with the kind of what it comes to, or REFUSED. It changes in place. Chance comes from outside:
where discards are shuffled in, it is told the new order and says whether these are the cards.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from operator import mul
from typing import Any

from game.rules.contract import Move

REFUSED = "refused"
KINDS = frozenset(["draw", "take", "lay", "discard", "done", "check", "mistake", "ok", "ask", "skip", "fold"])
LAID_NOTHING = 20


def made_by(values: Iterable[int]) -> int | None:
    """Return what cards make in the order in which they lie, None where a sign change lies on no number card."""
    sums: list[int] = []
    flippable = False
    for value in values:
        if value == 0 and not flippable:
            return None
        if value == 0:
            sums[-1] = -sums[-1]
        else:
            sums.append(value)
        flippable = value != 0
    return sum(sums)


def most_points(values: list[int], target: int) -> int:
    """Try every way to leave out, lay or flip each number card."""
    numbers, changes, best = [value for value in values if value], values.count(0), 0
    for ways in product((0, 1, -1), repeat=len(numbers)):
        flips, laid = ways.count(-1), len(ways) - ways.count(0)
        points = laid + 2 * flips
        may_lie = flips <= changes and laid + flips >= 2
        if may_lie and points > best and sum(map(mul, ways, numbers)) == target:
            best = points
    return best


class Lay:
    """Cards on the table with what they are said to make."""

    def __init__(self, number: int, seat: int, target: int, cards: list[int]) -> None:
        self.number, self.seat, self.target, self.cards = number, seat, target, cards
        self.found_right = False


class Table:
    """`step` of the turn: draw, lay, penalty (only a discard is left), closing (0 waits for its checks)."""

    def __init__(
        self, options: Mapping[str, Any], seats: int, pack: list[int], values: Mapping[int, int], first_target: int = 9
    ) -> None:
        self.values, self.seats = values, range(seats)
        self.checked_by_classmates = options.get("checking", "referee") == "classmates"
        self.window, self.may_ask = options.get("check_window", 10_000), options.get("ask", True)
        self.hands: list[list[int]] = [[] for _ in self.seats]
        self.turn: int | None = (options.get("dealer", 0) + 1) % seats
        pack = list(pack)
        for n in range(7 * seats):
            self.hands[(self.turn + n) % seats].append(pack.pop(0))
        self.discards, self.draws = [pack.pop(0)], pack[::-1]
        self.first_target = first_target
        self.laid: list[list[Lay]] = [[] for _ in self.seats]
        self.lays = 0
        self.step, self.thrown = "draw", False
        self.checkable: list[Lay] = []
        self.has_checked: set[int] = set()
        self.content: set[int] = set()
        self.closes_at: int | None = None
        self.gone: set[int] = set()
        self.idle = 0
        self.phase = "dealt"

    # What the table does

    def acts(self, at: int) -> str:
        if self.phase == "dealt":
            self.phase = "playing" if self.active() else "over"
            return "go" if self.active() else "stopped"
        if not self.active():
            return self._ends("stopped")
        if self.step == "closing":
            others = set(self.active()) - {self.turn}
            return self._ends("finished") if others <= self.content or at >= (self.closes_at or 0) else ""
        empty = not any(self.hands[seat] for seat in self.active()) and len(self.draws) + len(self.discards) <= 1
        return self._ends("exhausted") if empty or self.idle >= LAID_NOTHING * len(self.active()) else ""

    def _ends(self, kind: str) -> str:
        self.phase, self.turn = "over", None
        return kind

    def active(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.gone]

    # What a player does

    def takes(self, move: Move, order: Iterable[int] = ()) -> str:
        """Return the kind of what the move comes to. `order`: the draw pile that chance makes where it is shuffled."""
        if self.phase == "over":
            return REFUSED
        if move.kind == "stop":
            return self._ends("stopped")
        if move.seat not in self.seats or move.seat in self.gone or move.kind not in KINDS:
            return REFUSED
        if move.kind == "draw":
            return self._draw(move, list(order))
        answer: Callable[[Move], str] = getattr(self, f"_{move.kind}")
        return answer(move)

    def wanted(self, seat: int) -> int:
        return max(1, 7 - len(self.hands[seat]))

    def target(self, seat: int) -> int:
        return self.first_target - len(self.laid[seat])

    def _draw(self, move: Move, order: list[int]) -> str:
        if self.turn != move.seat or self.step != "draw":
            return REFUSED
        count = self.wanted(move.seat)
        if len(self.draws) < count and len(self.discards) > 1:
            together = self.draws + self.discards[:-1]
            assert sorted(order) == sorted(together)
            self.draws, self.discards = order, self.discards[-1:]
        cards = [self.draws.pop() for _ in range(min(count, len(self.draws)))]
        return self._has_drawn(move.seat, cards, "drew")

    def _take(self, move: Move) -> str:
        count = self.wanted(move.seat)
        if self.turn != move.seat or self.step != "draw" or len(self.discards) < count:
            return REFUSED
        return self._has_drawn(move.seat, [self.discards.pop() for _ in range(count)], "took")

    def _has_drawn(self, seat: int, cards: list[int], kind: str) -> str:
        """The time to check what was laid before is over."""
        self.hands[seat] += cards
        self.checkable, self.has_checked, self.thrown, self.step = [], set(), False, "lay"
        if not self.hands[seat]:
            self._turn_is_over()
        return kind

    def _lay(self, move: Move) -> str:
        hand, cards = self.hands[move.seat], list(move.cards)
        if self.turn != move.seat or self.step != "lay" or len(cards) < 2:
            return REFUSED
        if len(set(cards)) < len(cards) or not set(cards) <= set(hand):
            return REFUSED
        made = made_by(self.values[card] for card in cards)
        if made is None:
            return REFUSED
        if not self.checked_by_classmates and made != self.target(move.seat):
            return "wrong"
        self._puts_down(move, cards)
        return "laid"

    def _puts_down(self, move: Move, cards: list[int]) -> None:
        self.lays += 1
        lay = Lay(self.lays, move.seat, self.target(move.seat), cards)
        self.laid[move.seat].append(lay)
        self.hands[move.seat] = [card for card in self.hands[move.seat] if card not in cards]
        self.idle = 0
        if self.checked_by_classmates:
            self.checkable.append(lay)
        if lay.target == 0:
            self.step = "closing"
            self.closes_at = move.at + (self.window if self.checked_by_classmates else 0)
        elif not self.hands[move.seat]:
            self._turn_is_over()

    def _discard(self, move: Move) -> str:
        owed = self.step == "penalty" or (self.step == "lay" and not self.thrown)
        one = bool(move.card) and move.card in self.hands[move.seat] and not move.cards
        if self.turn != move.seat or not owed or not one:
            return REFUSED
        self._throws(move.seat, move.card or 0)
        return "discarded"

    def _throws(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.thrown = True
        self._turn_is_over()

    def _done(self, move: Move) -> str:
        if self.turn != move.seat or self.step not in ("lay", "penalty") or not self.thrown:
            return REFUSED
        self._turn_is_over()
        return "done"

    def _open(self, move: Move) -> Lay | None:
        return next((lay for lay in self.checkable if lay.number == move.top), None)

    def _check(self, move: Move) -> str:
        lay = self._open(move)
        if lay is None or lay.seat == move.seat or lay.found_right or move.seat in self.has_checked:
            return REFUSED
        if made_by(self.values[card] for card in lay.cards) == lay.target:
            lay.found_right = True
            self.has_checked.add(move.seat)
            if self.step == "closing" and lay.target == 0:
                self.content.add(move.seat)
            return "checked"
        self._comes_back(lay)
        nothing_owed = self.thrown or lay.seat in self.gone
        if not nothing_owed:
            self.turn, self.step = lay.seat, "penalty"
        elif self.turn == lay.seat:
            self._turn_is_over()
        return "caught"

    def _mistake(self, move: Move) -> str:
        lay = self._open(move)
        if lay is None or lay.seat != move.seat or lay.found_right or self.step == "penalty":
            return REFUSED
        self._comes_back(lay)
        self.turn, self.step = lay.seat, "lay"
        return "took_back"

    def _comes_back(self, lay: Lay) -> None:
        """Lays made after it in the same turn come back with it."""
        back = [other for other in self.laid[lay.seat] if other.number >= lay.number]
        for other in back:
            self.hands[lay.seat] += other.cards
            self.laid[lay.seat].remove(other)
        self.checkable = [other for other in self.checkable if other.number < lay.number]
        self.content, self.closes_at = set(), None

    def _ok(self, move: Move) -> str:
        if self.step != "closing" or self.turn == move.seat or move.seat in self.content:
            return REFUSED
        self.content.add(move.seat)
        return "okayed"

    def _ask(self, move: Move) -> str:
        return "asked" if self.may_ask and self.target(move.seat) >= 0 else REFUSED

    def _skip(self, move: Move) -> str:
        if self.turn != move.seat or self.step == "closing":
            return REFUSED
        hand = self.hands[move.seat]
        if hand and (self.step == "penalty" or (self.step == "lay" and not self.thrown)):
            self._throws(move.seat, self.least_missed(move.seat))
        else:
            self._turn_is_over()
        return "skipped"

    def least_missed(self, seat: int) -> int:
        """Return the card that a computer throws away: without it most points are left; then the largest number."""
        hand = self.hands[seat]
        numbers = [card for card in hand if self.values[card]]

        def left_without(card: int) -> tuple[int, int, int]:
            others = [self.values[other] for other in hand if other != card]
            return most_points(others, max(self.target(seat), 0)), abs(self.values[card]), card

        return max(numbers, key=left_without) if numbers else max(hand)

    def _fold(self, move: Move) -> str:
        self.gone.add(move.seat)
        if self.turn == move.seat and self.step != "closing":
            self._turn_is_over()
        return "folded"

    def _turn_is_over(self) -> None:
        count, seat = len(self.seats), self.turn or 0
        to_the_left = [(seat + n) % count for n in range(1, count + 1)]
        self.turn = next((other for other in to_the_left if other not in self.gone), seat)
        self.step, self.idle = "draw", self.idle + 1

    # What it comes to

    def points(self) -> list[int]:
        laid = [[self.values[card] for lay in lays for card in lay.cards] for lays in self.laid]
        return [len(values) + values.count(0) for values in laid]

    def places(self) -> list[int]:
        ranks = [-1 if seat in self.gone else points for seat, points in enumerate(self.points())]
        return [1 + sum(other > own for other in ranks) for own in ranks]

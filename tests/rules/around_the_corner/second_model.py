"""A second model of Around the Corner, written from docs/rules alone: a table with piles of cards, played by hand.

Nothing of the engine's rules is used. It knows the faces of the cards and the order of the pack, and answers every move
with the kind of what it comes to, or REFUSED. It changes in place, and counts along the numbers instead of adding.
"""

from collections.abc import Callable, Mapping
from typing import Any

from game.rules.contract import Move

REFUSED = "refused"
ROW = list(range(1, 11))
EYE_MS = 600
Face = tuple[int, int]


def composition() -> list[Face]:
    """Return the (number, step) of all cards as rules 1.1 counts them: two of each, and one more of some."""
    more = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8), 3: (1, 2, 3, 9, 10)}
    return [(n, k) for k in more for n in ROW for _ in range(3 if n in more[k] else 2)]


def low_composition() -> list[Face]:
    """Return the (number, step) of the cards from 1 to 5: four of each, and one or two more of some, 73 in all."""
    more = {1: (1, 2, 3, 4), 2: (1, 2, 3, 5), 3: (1, 2, 3, 4, 5)}
    return [(n, k) for k in more for n in ROW[:5] for _ in range(5 if n in more[k] else 4)]


def fits(number: int, on: Face, corner: bool, highest: int = 10, only_plus: bool = False) -> bool:
    """Count k steps up and k steps down along the row of numbers; round the corner the row goes on."""
    shown, step = on
    numbers = ROW[:highest]
    for row in (numbers,) if only_plus else (numbers, numbers[::-1]):
        way = row[row.index(shown) + 1 :] + (row if corner else [])
        if step <= len(way) and way[step - 1] == number:
            return True
    return False


class Table:
    """Piles are lists, bottom first; a hand is a list of slots, None an empty one."""

    def __init__(self, options: Mapping[str, Any], seats: int, pack: list[int], faces: Mapping[int, Face]) -> None:
        self.faces, self.mode = faces, options.get("mode", "race")
        self.only_plus, self.highest = options.get("only_plus", False), options.get("highest", 10)
        self.corner = options.get("corner", True) or self.only_plus
        self.pause = options.get("wrong_pause", 1500)
        self.clock = options.get("turn_clock", 0)
        self.handicaps = [options.get("own", {}).get(f"{seat}", {}).get("delay", 0) for seat in range(seats)]
        first, *rest = pack
        self.pile, self.top, self.before = [first], 1, 0
        self.hands: list[list[int | None]] = [[] for _ in range(seats)]
        self.draw_piles: list[list[int]] = [[] for _ in range(seats)]
        left_of_dealer = (options.get("dealer", 0) + 1) % seats
        clockwise = [*range(left_of_dealer, seats), *range(left_of_dealer)]
        while len(rest) >= seats:
            for seat in clockwise:
                self.draw_piles[seat].append(rest.pop(0))
        for card in rest:
            self.pile.insert(0, card)
        self.turn = left_of_dealer if self.mode == "turns" else None
        self.turn_began = 0
        self.waits, self.gave_up = [0] * seats, set[int]()
        self.phase, self.turned, self.ended = "dealt", 0, ""
        clocks = [1 if own.get("clock") is None else own["clock"] for own in options.get("own", {}).values()]
        self.light = 0 if 0 in clocks else options.get("sun", 300_000) * max([1, *clocks])
        self.sunlit, self.seen_at = 0, 0  # ms of play so far, and until when they are counted

    # What the table does

    def acts(self, at: int) -> str:
        """Return the kind of what is due now, in play or at the end of a countdown; nothing if nothing is."""
        if self.phase != "playing":
            return self._goes_on(at)
        if self.is_stuck():
            self.sunlit += at - self.seen_at
            return self._turns_up() if self._somebody_is_left() else self._ends("stopped")
        if self.clock and self.turn is not None and at >= self.turn_began + self.clock:
            self._gives_the_turn_on(at)
            return "time_up"
        if self.mode == "sun" and self.light and self.sunlit + at - self.seen_at >= self.light:
            return self._ends("sunset")
        return ""

    def _goes_on(self, at: int) -> str:
        if not self.is_stuck():
            if self.phase == "dealt" and self.mode == "race":
                self.waits = [at + ms if ms else 0 for ms in self.handicaps]
            self.phase, self.turned, self.turn_began = "playing", 0, at
            self.seen_at = at
            return "go"
        if not self._somebody_is_left():
            return self._ends("stopped")
        return self._ends("exhausted") if self.turned >= len(self.pile) else self._turns_up()

    def _turns_up(self) -> str:
        self._lay(self.pile.pop(0))
        self.phase, self.turned = "standstill", self.turned + 1
        return "standstill"

    def _ends(self, kind: str) -> str:
        self.phase, self.ended, self.turn = "over", kind, None
        return kind

    # What a player does

    def takes(self, move: Move) -> str:
        """Return the kind of what the move comes to."""
        if self.phase == "over":
            return REFUSED
        if move.kind == "stop":
            return self._ends("stopped")
        if move.seat not in range(len(self.hands)) or move.seat in self.gave_up:
            return REFUSED
        answer: Callable[[Move], str] | None = getattr(self, f"_{move.kind}", None)
        return answer(move) if answer and move.kind in ("play", "draw", "pass", "sort", "fold", "skip") else REFUSED

    def _is_free(self, move: Move) -> bool:
        theirs = self.turn is None or self.turn == move.seat
        return self.phase == "playing" and theirs and move.at >= self.waits[move.seat]

    def _play(self, move: Move) -> str:
        hand = self.hands[move.seat]
        if not self._is_free(move) or not move.card or move.card not in hand:
            return REFUSED
        if move.top is None or move.top < 1 or move.top > self.top:
            return REFUSED
        kind = self._comes_to(move)
        if kind in ("played", "finished", "emptied"):
            hand[hand.index(move.card)] = None
            if kind == "emptied":
                self.pile.insert(0, move.card)
            else:
                self._lay(move.card)
            self._gives_the_turn_on(move.at)
        if kind == "finished":
            self._ends(kind)
        if kind == "wrong" and self.mode != "turns":
            self.waits[move.seat] = max(self.waits[move.seat], move.at + self.pause if self.pause else 0)
        return kind

    def _comes_to(self, move: Move) -> str:
        if self._left(move.seat) == 1:
            others = (self._left(seat) for seat in range(len(self.hands)) if seat != move.seat)
            return "emptied" if self.mode == "sun" and any(others) else "finished"
        number = self.faces[move.card or 0][0]
        if self._fits(number, self.pile[-1]) and (move.top == self.top or self.mode == "sun"):
            return "played"
        if move.top != self.top:
            return "beaten"
        soon = self.mode != "turns" and move.since_top is not None and move.since_top < EYE_MS
        late = soon and self.before and self._fits(number, self.before)
        return "beaten" if late else "wrong"

    def _draw(self, move: Move) -> str:
        if not self._is_free(move) or not self.draw_piles[move.seat]:
            return REFUSED
        hand = self.hands[move.seat]
        if None not in hand:
            hand.append(None)
        hand[hand.index(None)] = self.draw_piles[move.seat].pop()
        return "drew"

    def _pass(self, move: Move) -> str:
        stuck = not self.draw_piles[move.seat] and not self._may_play(move.seat)
        if self.mode != "turns" or not self._is_free(move) or not stuck:
            return REFUSED
        self._gives_the_turn_on(move.at)
        return "passed"

    def _skip(self, move: Move) -> str:
        if not self._is_free(move):
            return REFUSED
        if self.turn is not None:
            self._gives_the_turn_on(move.at)
        return "skipped"

    def _sort(self, move: Move) -> str:
        hand = self.hands[move.seat]
        in_order: list[int | None] = [*sorted(filter(None, hand), key=lambda card: (*self.faces[card], card))]
        if self.phase != "playing" or hand == in_order:
            return REFUSED
        self.hands[move.seat] = in_order
        return "sorted"

    def _fold(self, move: Move) -> str:
        given = [*filter(None, self.hands[move.seat]), *reversed(self.draw_piles[move.seat])]
        for card in given:
            self.pile.insert(0, card)
        self.hands[move.seat], self.draw_piles[move.seat] = [], []
        self.gave_up.add(move.seat)
        if self.turn == move.seat:
            self._gives_the_turn_on(move.at)
        return "folded"

    # What lies there

    def _lay(self, card: int) -> None:
        self.before = self.pile[-1] if self.pile else card
        self.pile.append(card)
        self.top += 1

    def _gives_the_turn_on(self, at: int) -> None:
        if self.turn is None:
            return
        seats = len(self.hands)
        others = [(self.turn + n) % seats for n in range(1, seats + 1)]
        self.turn = next((seat for seat in others if seat not in self.gave_up), self.turn)
        self.turn_began = at

    def _left(self, seat: int) -> int:
        return len(self.draw_piles[seat]) + sum(card is not None for card in self.hands[seat])

    def _may_play(self, seat: int) -> bool:
        held = [card for card in self.hands[seat] if card]
        last = self._left(seat) == 1 and len(held) == 1
        return last or any(self._fits(self.faces[card][0], self.pile[-1]) for card in held)

    def _fits(self, number: int, on: int) -> bool:
        return fits(number, self.faces[on], self.corner, self.highest, self.only_plus)

    def is_stuck(self) -> bool:
        """Nothing is left to draw, and nobody may play."""
        return not any(self.draw_piles) and not any(self._may_play(seat) for seat in range(len(self.hands)))

    def _somebody_is_left(self) -> bool:
        return any(self._left(seat) for seat in range(len(self.hands)))

    def places(self) -> list[int]:
        """Fewest cards left win, equals share; those who gave up share the place after all others. Against the sun
        nobody has a place."""
        if self.mode == "sun":
            return []
        left = {seat: self._left(seat) for seat in range(len(self.hands)) if seat not in self.gave_up}
        after = 1 + len(left)
        return [1 + sum(n < left[s] for n in left.values()) if s in left else after for s in range(len(self.hands))]

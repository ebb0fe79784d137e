"""A deck to make pictures from."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any


class Deck:
    """Deals the cards of a picture by their faces; `gap` is the word for an empty place."""

    def __init__(self, cards: Iterable[Any], face: Callable[[int], str], gap: str) -> None:
        self.gap = gap
        self.copies: dict[str, list[int]] = defaultdict(list)
        for card in cards:
            self.copies[face(card.id)].append(card.id)

    def take(self, faces: list[str]) -> tuple[int, ...]:
        return tuple(0 if word == self.gap else self.copies[word].pop(0) for word in faces)

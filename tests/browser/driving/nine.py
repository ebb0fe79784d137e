"""How children play Nine to Nothing in a browser: from the cards on their own screens."""

import re
from itertools import combinations

from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.people import FINGER_MS, Child
from tests.browser.over_http.people import NINE


class Player(Child):
    """A child at a table of Nine to Nothing."""

    def values(self) -> dict[str, int]:
        """The cards on screen: wire id to value, 0 for a sign change."""
        read = "cards => Object.fromEntries(cards.map(card => [card.id, Number(card.dataset.v)]))"
        return dict(self.cards.evaluate_all(read))

    def picked(self) -> list[str]:
        return list(self.page.locator("#hand [aria-pressed=true]").evaluate_all("cards => cards.map(card => card.id)"))

    def target(self) -> int:
        found = re.search(r"\d", self.page.locator("#goal").inner_text())
        assert found
        return int(found[0])

    def sum_for(self, target: int) -> list[str]:
        """The fewest number cards that make the target; none where there is no such sum."""
        numbers = {card: value for card, value in self.values().items() if value}
        for size in range(2, len(numbers) + 1):
            for cards in combinations(numbers, size):
                if sum(numbers[card] for card in cards) == target:
                    return list(cards)
        return []

    def wrong_sum(self) -> list[str]:
        """Two number cards that do not make the target."""
        numbers = {card: value for card, value in self.values().items() if value}
        return next(list(pair) for pair in combinations(numbers, 2) if sum(map(numbers.get, pair)) != self.target())  # type: ignore[arg-type]

    def picks(self, cards: list[str]) -> None:
        for card in cards:
            self.taps(card)
            expect(self.page.locator(f"#{card}")).to_have_attribute("aria-pressed", "true")

    def presses_on_table(self, button: str) -> None:
        self.page.wait_for_timeout(FINGER_MS)
        self.page.locator(f"#{button}").click(force=True)  # what cannot be done now is answered, not dead

    def does(self, button: str) -> None:
        self.page.wait_for_timeout(FINGER_MS)
        self.uses(self.page.locator(f"#{button}"))

    def draws(self) -> None:
        self.does("draw")
        expect(self.page.locator("#turn")).to_have_attribute("data-stage", "lay")

    def lays(self, cards: list[str]) -> None:
        self.picks(cards)
        self.does("lay")

    def throws_one_away(self) -> None:
        """A number where there is one: the card that was drawn lies where the last one was thrown from, and may be a
        sign change, of which a hand that throws none away is full in the end."""
        values = self.values()
        self.picks([next((card for card, value in values.items() if value), next(iter(values)))])
        self.does("discard")
        expect(self.page.locator("#turn")).not_to_contain_text("Your turn")

    @property
    def seat(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-seat") or 0)


def at_nine(people: People, *who: tuple[type[Player], ViewportSize], **chosen: str) -> list[Player]:
    """Children at a table of Nine to Nothing, after GO."""
    return people.in_a_race(*who, settings=NINE.but(**chosen))[1]

"""What is proven of *first by reaction* (rules 1.10), each figure with arrival as its control."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from game.rules.computer import Pace
from tests.prove.fairness.children import HONEST, QUICK, SLOW, Browser, Net, late_now_and_then
from tests.prove.fairness.race import Tally, races

PACES: Mapping[str, Pace] = {"slow": SLOW, "quick": QUICK}
TABLES: Sequence[Sequence[int]] = ((5, 300), (5, 60, 300), (5, 60, 150, 300), (5, 60, 150, 450))
WIFI: Mapping[str, Net] = {
    "good": Net(10, late_now_and_then(6, 0.02, 60)),
    "busy": Net(15, late_now_and_then(12, 0.12, 250)),
    "poor": Net(60, late_now_and_then(30, 0.15, 250)),
}
WRONG, AT_QUICK_TABLES = {"good": 0.3, "busy": 1.0, "poor": 2.5}, 1.75
"""At most so many of 100 contested cards may go to a child although another was quicker by more than a frame; where all
are quick, cards are so many times as close."""
OWN = 60
"""The round trip of everybody at a cheat's table."""
CHEATS: Mapping[str, Browser] = {
    "says 150 ms less, always": Browser(says=lambda since, _: since - 150),
    "says 200 ms, always": Browser(says=lambda since, _: 200),
    "answers pings 250 ms late, says what is true": Browser(pong=lambda _: 250),
    "holds its cards back by 150 ms, and says it was the connection": Browser(sends=150),
    "taps whatever it holds, at once": Browser(pace=Pace(median=0.05, error_rate=0.75, draw=0.4)),
    "says 250 ms less on every fifth card": Browser(says=lambda since, n: since - 250 * (n % 5 == 0)),
    "answers one ping of nine 250 ms late, says 250 ms less": Browser(
        says=lambda since, _: since - 250, pong=lambda n: 250 * (n % 9 == 0)
    ),
    "has a clock that runs a tenth slow": Browser(says=lambda since, _: since * 0.9),
}
A_BROWSER_OF_ITS_OWN = Browser(says=lambda since, _: since - 250, pong=lambda _: 250)
"""It acts in all as if its connection were slow: nobody can tell it from one that is. No browser lets a page do
that."""
MOST_GAINED = 2.0
SURELY = 1.6
"""Some twenty shares are judged: all of them are within so many times their 95 % ranges in 19 runs of 20."""


class Row(NamedTuple):
    """A line of the table, and whether what it says is as it has to be; None where it is only said."""

    text: str
    passed: bool | None

    def __str__(self) -> str:
        return f"{self.text:<100} {'' if self.passed is None else 'ok' if self.passed else 'FAILS'}"


def error(share: float, cards: int) -> float:
    """Return half the 95 % range of a share of so many cards, in points."""
    return 196 * math.sqrt(share * (1 - share) / cards)


def connections(table: Sequence[int], pace: str, rounds: range) -> Row:
    """Equal children on these connections: their shares of the cards by arrival and by reaction, and by reaction where
    a draw takes no time of its connection. That one is judged: it is the question who was first, and nothing else."""
    nets = [Net(round_trip, late_now_and_then(round_trip / 20, 0, 0)) for round_trip in table]
    arrival, reaction = (races(nets, PACES[pace], rounds, by_reaction=way) for way in (False, True))
    judged = races(nets, PACES[pace], rounds, free_draws=True)
    fair, allowed = 100 / len(table), error(1 / len(table), judged.cards)
    up_to_300 = [seat for seat, round_trip in enumerate(table) if round_trip <= 300]
    shares = "  ".join(
        f"{round_trip} ms: " + " → ".join(f"{tally.share(seat):.1f}" for tally in (arrival, reaction, judged))
        for seat, round_trip in enumerate(table)
    )
    passed = all(abs(judged.share(seat) - fair) <= SURELY * allowed for seat in up_to_300) if 450 not in table else None
    lost = 100 * reaction.wrong_at_all / reaction.contested
    return Row(f"{pace}  {shares}  (fair {fair:.1f} ± {allowed:.1f}; {lost:.2f} % wrong; {holds(reaction)})", passed)


def wifi(name: str, pace: str, rounds: range) -> Row:
    """Equal children on the same Wi-Fi: contested cards that went to a slower one."""
    arrival, reaction = (races([WIFI[name]] * 4, PACES[pace], rounds, by_reaction=way) for way in (False, True))
    was, now = (100 * tally.wrong / tally.contested for tally in (arrival, reaction))
    at_all = [100 * tally.wrong_at_all / tally.contested for tally in (arrival, reaction)]
    most = WRONG[name] * (AT_QUICK_TABLES if pace == "quick" else 1)
    noise = error(most / 100, reaction.contested)
    late = 100 * reaction.late / reaction.contested
    sizes = f"of any size {at_all[0]:.2f} → {at_all[1]:.2f}, {late:.2f} after the hold"
    text = f"{name} Wi-Fi, {pace}: {was:.2f} → {now:.2f} % wrong ({sizes})"
    return Row(f"{text}; {holds(reaction)}", now <= most + noise)


def holds(tally: Tally) -> str:
    return "holds p50/p95/p99 " + "/".join(f"{tally.hold(percent):.0f}" for percent in (50, 95, 99)) + " ms"


def equal(round_trip: int, rounds: range) -> Row:
    """On equal, steady connections nobody waits, and every card goes to whom arrival gives it."""
    nets = [Net(round_trip)] * 4
    arrival, reaction = (races(nets, SLOW, rounds, by_reaction=way) for way in (False, True))
    same = arrival.won == reaction.won
    longest = max(reaction.holds)
    return Row(f"4 × {round_trip} ms: longest hold {longest:.0f} ms, the same cards: {same}", same and longest <= 4)


def gained(browser: Browser, rounds: range) -> tuple[float, float]:
    """Return by how many points more cards a cheat gets by reaction than it does by arrival, where what it says counts
    for nothing, and half the 95 % range of that."""
    nets, browsers = [Net(OWN, late_now_and_then(3, 0, 0))] * 4, [browser, HONEST, HONEST, HONEST]
    by_arrival, tally = (races(nets, SLOW, rounds, browsers=browsers, by_reaction=way) for way in (False, True))
    return tally.share(0) - by_arrival.share(0), math.sqrt(2) * error(0.25, tally.cards)


def cheats(rounds: range) -> Iterator[Row]:
    for what, browser in CHEATS.items():
        points, noise = gained(browser, rounds)
        yield Row(f"{what}: {points:+.1f} ± {noise:.1f} points", points < MOST_GAINED)
    points, noise = gained(A_BROWSER_OF_ITS_OWN, rounds)
    yield Row(
        f"a browser of one's own that acts in all as on a slow connection: {points:+.1f} ± {noise:.1f} points", None
    )

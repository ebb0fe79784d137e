"""What is proven of a child who presses in a slower way (rules 1.12): that it wins as often as its equal, with the race
in which nothing is taken off as the control. A row prints the share of the rounds that it wins, and of the cards.
"""

import math
from functools import cache

from game.rules import around_the_corner as rules
from tests.prove.fairness.children import HONEST, Browser, Net, Rest, Scan
from tests.prove.fairness.race import Race, Tally
from tests.prove.fairness.rows import PACES, Row

LEGEND = "rounds won without → with what is taken off; fair is 50, 33 and 25 of 100"
ROUNDS = 240
LINE = Net(30)
LOWEST, HIGHEST = 0.8, 1.2
"""Of what is fair: 40 to 60 of 100 rounds of two, 20 to 30 of four."""


@cache  # several rows hold theirs against the same child
def won(
    slower: Scan | Rest, pace: str, rounds: range, *, players: int = 2, handicap: bool = True
) -> tuple[float, Tally]:
    """Return of 100 rounds how many the child wins that presses so, and what the races came to."""
    browsers = [Browser(slower=slower, handicap=handicap)] + [HONEST] * (players - 1)
    tally, first = Tally(), 0
    for seed in rounds:
        race = Race([LINE] * players, browsers, PACES[pace], seed, tally, by_reaction=True, free_draws=False)
        race.run()
        result = rules.result(race.position)
        first += result is not None and result.places[0] == 1
    return 100 * first / len(rounds), tally


def noise(rounds: range) -> float:
    """Return half the 95 % range of a share of the rounds near one half, in points."""
    return 98 / math.sqrt(len(rounds))


def row(how: str, slower: Scan | Rest, pace: str, rounds: range, *, players: int = 2, judged: bool = True) -> Row:
    control, _tally = won(slower, pace, rounds[: len(rounds) // 4], players=players, handicap=False)
    share, tally = won(slower, pace, rounds, players=players)
    holds = "/".join(f"{tally.hold(percent) / 1000:.1f}" for percent in (50, 95, 99.9))
    text = (
        f"{players}, {pace}, {how}: {control:.0f} → {share:.0f} of 100 rounds ± {noise(rounds):.0f}, "
        f"{tally.share(0):.1f} of 100 cards; the others wait {holds} s (p50/p95/p99.9)"
    )
    margin = noise(rounds) / 2
    is_fair = LOWEST * 100 / players - margin <= share <= HIGHEST * 100 / players + margin
    return Row(text, is_fair if judged else None)


def gained(what: str, cheat: Scan | Rest, honest: Scan | Rest, rounds: range) -> Row:
    """Whoever is measured, or said, to be slower than it is wins no more than whoever is not."""
    more = won(cheat, "slow", rounds)[0] - won(honest, "slow", rounds)[0]
    return Row(f"{what}: {more:+.0f} of 100 rounds", more <= math.sqrt(2) * noise(rounds))

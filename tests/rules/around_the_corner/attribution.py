"""Soft attribution of mistakes to causes, the second way to what `patterns` finds (measurement 4); no page shows it."""

from collections.abc import Iterable, Sequence

from game.rules.around_the_corner.diagnosis import Code, Mistake

RANDOM = "RANDOM"
_SPREAD, _SETTLED, _AT_MOST_ROUNDS = 0.5, 1e-12, 10_000


def attribution(mistakes: Sequence[Mistake]) -> dict[str, float]:
    """Return each cause's share of the mistakes, RANDOM among them, for ranking only; the shares sum to 1.

    Expectation and maximisation with a Dirichlet prior of ½: a cause plays any of the cards in hand that carry its
    code, RANDOM any unfitting one.
    """
    no_causes = {Code.CORRECT, Code.OTHER}
    if all(mistake.sums.corner for mistake in mistakes):
        no_causes.add(Code.WRAP_NOT_ALLOWED)
    if not any(mistake.sums.only_plus for mistake in mistakes):
        no_causes.add(Code.TOOK_AWAY)
    causes = [code for code in Code if code not in no_causes]
    likely = [_emissions(mistake, causes) for mistake in mistakes]
    shares: dict[str, float] = dict.fromkeys((*causes, RANDOM), 1 / (len(causes) + 1))
    for _ in range(_AT_MOST_ROUNDS):
        before, shares = shares, _maximised(shares, likely)
        if max(abs(shares[cause] - before[cause]) for cause in shares) < _SETTLED:
            break
    return shares


def _emissions(mistake: Mistake, causes: Iterable[Code]) -> dict[str, float]:
    """Return how likely each cause plays that number: any card that carries its code; RANDOM, any unfitting card."""
    held, chances = mistake.unfitting, mistake.chances
    blind = held.count(mistake.played) / len(held)
    return {RANDOM: blind} | {code: blind / chances[code] if code in mistake.codes else 0.0 for code in causes}


def _maximised(shares: dict[str, float], likely: list[dict[str, float]]) -> dict[str, float]:
    counts = dict.fromkeys(shares, _SPREAD)
    for emissions in likely:
        total = sum(shares[cause] * emissions[cause] for cause in shares)
        for cause in shares:
            counts[cause] += shares[cause] * emissions[cause] / total
    everything = sum(counts.values())
    return {cause: count / everything for cause, count in counts.items()}

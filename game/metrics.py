"""Metrics of this process in Prometheus' format; no label names a person, a place or a class.

They are counted per commit or per request where these happen, so that counting costs nothing extra per card.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

prometheus_client.disable_created_metrics()
REGISTRY = CollectorRegistry()


class Histogram(Collector):
    """A histogram that only one thread observes: it takes no lock, and a twentieth of the time of
    prometheus_client's."""

    def __init__(self, name: str, documentation: str, *, buckets: Sequence[float]) -> None:
        self._name, self._documentation, self._bounds = name, documentation, buckets
        self._counts, self._sum = [0] * (len(buckets) + 1), 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*map(str, map(float, self._bounds)), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._documentation, buckets=buckets, sum_value=self._sum)


class Total(Collector):
    """A counter that only one thread increments; like Histogram without prometheus_client's locks."""

    def __init__(self, name: str, documentation: str) -> None:
        self._name, self._documentation, self._total = name, documentation, 0
        REGISTRY.register(self)

    def inc(self, amount: int) -> None:
        self._total += amount

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._documentation, value=self._total)


_MILLISECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_ENTRIES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

SOCKETS = Gauge("cardinal_sockets", "Open sockets of pages", registry=REGISTRY)
TABLES = Gauge("cardinal_tables_in_play", "Tables whose round is running", registry=REGISTRY)
BACKLOG = Gauge("cardinal_backlog_rounds", "Finished rounds that wait for their reports", registry=REGISTRY)
BACKUP_AGE = Gauge("cardinal_backup_age_seconds", "Age of the last backup; NaN where there is none", registry=REGISTRY)
MOVES = Total("cardinal_moves", "Entries of round logs that were saved")
TOLD = Total("cardinal_messages_told", "Messages to other workers")
HEARD = Total("cardinal_messages_heard", "Messages of other workers")
COMMIT = Histogram("cardinal_commit_seconds", "Time to save a batch", buckets=_MILLISECONDS)
BATCH = Histogram("cardinal_lines_per_commit", "Entries of a batch", buckets=_ENTRIES)
LOST = Counter("cardinal_lost_places", "Entries whose place in the log somebody else had", registry=REGISTRY)
REJUDGED = Counter("cardinal_rejudged_acts", "Acts judged anew because their place was lost", registry=REGISTRY)
DROPPED = Counter("cardinal_dropped_sockets", "Sockets dropped because they read too slowly", registry=REGISTRY)
LAG = Histogram("cardinal_loop_lag_seconds", "Lateness of the event loop", buckets=_MILLISECONDS)
ANSWERS = Counter("cardinal_http_answers", "Answers by class of status", ["status"], registry=REGISTRY)

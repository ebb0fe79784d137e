"""Numbers of this process for a monitoring system, in Prometheus' terms; no label says who, where or in which class.

They are counted where it happens, a commit or a request at a time: nothing is counted a second time for a card.
"""

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

prometheus_client.disable_created_metrics()
REGISTRY = CollectorRegistry()

_MILLISECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_LINES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

SOCKETS = Gauge("cardinal_sockets", "Open sockets of pages", registry=REGISTRY)
TABLES = Gauge("cardinal_tables_in_play", "Tables whose round is running", registry=REGISTRY)
BACKLOG = Gauge("cardinal_backlog_rounds", "Finished rounds that wait for their reports", registry=REGISTRY)
BACKUP_AGE = Gauge("cardinal_backup_age_seconds", "Age of the last backup; NaN where there is none", registry=REGISTRY)
MOVES = Counter("cardinal_moves", "Lines of round logs that were saved", registry=REGISTRY)
COMMIT = Histogram("cardinal_commit_seconds", "Time to save a batch", buckets=_MILLISECONDS, registry=REGISTRY)
BATCH = Histogram("cardinal_lines_per_commit", "Lines of a batch", buckets=_LINES, registry=REGISTRY)
LOST = Counter("cardinal_lost_places", "Lines whose place in the log somebody else had", registry=REGISTRY)
REJUDGED = Counter("cardinal_rejudged_acts", "Acts judged anew because their place was lost", registry=REGISTRY)
DROPPED = Counter("cardinal_dropped_sockets", "Sockets dropped because they read too slowly", registry=REGISTRY)
LAG = Histogram("cardinal_loop_lag_seconds", "Lateness of the event loop", buckets=_MILLISECONDS, registry=REGISTRY)
ANSWERS = Counter("cardinal_http_answers", "Answers by class of status", ["status"], registry=REGISTRY)

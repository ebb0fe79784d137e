"""Rate limit of the log: lines that repeat, or that anybody can provoke, neither fill the disk nor hide other lines."""

import logging
import time
from traceback import extract_tb

MOST, WINDOW = 5, 60.0
"""Lines from one source within this many seconds; the next line afterwards says how many were left out."""
MOST_PLACES = 1000


class RepeatedLines(logging.Filter):
    """Passes the first lines of each source: the place of the logging call, or of the raise for an exception."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[object, ...], tuple[float, int]] = {}
        """For each place the beginning of its window, and how many lines came since."""

    def filter(self, record: logging.LogRecord) -> bool:
        now, place = time.monotonic(), _place(record)
        begun, count = self._said.get(place, (now, 0))
        if now - begun >= WINDOW:
            if count > MOST:
                record.msg, record.args = f"{record.getMessage()} (left out since: {count - MOST})", ()
            begun, count = now, 0
        if len(self._said) >= MOST_PLACES:
            self._said.clear()
        self._said[place] = begun, count + 1
        return count < MOST


def _place(record: logging.LogRecord) -> tuple[object, ...]:
    """Return the source of a record. uvicorn logs all errors of an application in one place, so there the error
    counts."""
    kind, _error, traceback = record.exc_info or (None, None, None)
    raised = extract_tb(traceback, limit=-1) if traceback else []
    return record.pathname, record.lineno, kind, *((frame.filename, frame.lineno) for frame in raised)

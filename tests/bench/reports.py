"""`make bench-reports`: server time of the reports over a school year of a class, and over a tenth of it, as JSON.

Each page is asked for in one process through Django's client, as a teacher, with the settings of `make run`. `ms` is
the median of several answers, `processor_ms` the least that one used of the processor (what else runs only adds to it),
`cold_processor_ms` the same where nothing is kept, in a process that has answered before. `after_a_lesson` is what a
teacher meets: the fit is made when the session ends, in the thread that projects (`prepared`), and the class page is
opened then (`first_page`); `first_of_a_day` is what pages take that are opened first on the days after. The demands: a
kept page below 50 ms of the processor, the first one after a lesson below 100, all below 200 and below 1.2 times the
time with a tenth of the data.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

COLD = 5
"""So many first times of a page are with nothing kept (report_pages.COLD, which cannot be imported without Django)."""
ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench-reports", description="Time the reports over a school year.")
    parser.add_argument("--attempts", type=int, default=1_200_000)
    parser.add_argument("--keep", type=Path, help="fill this folder as CARDINAL_DATA and keep it, to look at the pages")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measured = timed(str(asked.keep or folder), asked.attempts)
    prepared, first = (round(min(times), 1) for times in zip(*measured["after_a_lesson"], strict=True))
    found = {
        "filled_in_s": measured["seconds"],
        "pages": compared(measured["tenth"], measured["year"]),
        "after_a_lesson": {"prepared_processor_ms": prepared, "first_page_processor_ms": first},
        "first_of_a_day_processor_ms": {page: round(min(ms), 1) for page, ms in measured["first_of_a_day"].items()},
    }
    print(json.dumps(found, indent=2))
    return 0


def timed(folder: str, attempts: int) -> dict[str, Any]:
    """Fill a database of its own in a process of its own, and time the pages."""
    command = [sys.executable, "-m", "tests.bench.report_pages", str(attempts)]
    known = {**os.environ, "CARDINAL_DATA": folder, "DJANGO_SETTINGS_MODULE": "classroom.settings"}
    done = subprocess.run(command, cwd=ROOT, env=known, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def compared(tenth: dict[str, list[list[float]]], year: dict[str, list[list[float]]]) -> dict[str, Any]:
    return {page: _page(Times(tenth[page]), Times(times)) for page, times in year.items()}


class Times:
    """Times of a page in ms: the least `cold` and the least kept `used` of the processor, and kept by the `wall`."""

    def __init__(self, times: list[list[float]]) -> None:
        self.cold = min(used for _wall, used in times[:COLD])
        self.wall = statistics.median(wall for wall, _used in times[COLD:])
        self.used = min(used for _wall, used in times[COLD:])


def _page(tenth: Times, year: Times) -> dict[str, float]:
    return {
        "ms": round(year.wall, 1),
        "processor_ms": round(year.used, 1),
        "cold_processor_ms": round(year.cold, 1),
        "ratio_to_a_tenth": round(year.used / tenth.used, 2),
        "cold_ratio_to_a_tenth": round(year.cold / tenth.cold, 2),
    }


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.second_try CODE`: tests of the last run that failed are asked once more, alone, and named.

Browsers, servers and threads keep real time, and a machine has moments. But a test that needs a second try is a test to
be mended: all of them are listed, and more than MOST of them fail the run. Nothing to try again (the run broke off) is
no pass.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FAILED = Path(".pytest_cache/v/cache/lastfailed")
MOST = 2


def main() -> int:
    tests = sorted(json.loads(FAILED.read_text())) if FAILED.exists() else []
    if sys.argv[1:] != [str(int(pytest.ExitCode.TESTS_FAILED))] or not tests:
        print("The tests broke off: nothing can be tried again.")
        return 1
    print(f"Failed beside others ({len(tests)}; at most {MOST} are tried again, alone):", *tests, sep="\n  ")
    if len(tests) > MOST:
        return 1
    alone = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests], check=False)
    if alone.returncode == 0:
        print("Passed at the second try:", *tests, sep="\n  ")
    return alone.returncode


if __name__ == "__main__":
    sys.exit(main())

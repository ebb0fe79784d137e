"""Runs a Python program that does not outlive whoever started it, however that one ends: it holds the other end of our
standard input, and when that is gone we are. What it deals is the same in every run."""

import os
import runpy
import sys
import threading

from tests import served


def _follow() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_follow, daemon=True).start()
    served.follow()
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")

"""`python -m tests.simulate --seed N --lessons M`: play so many lessons, the first of this seed; prints what was found.

Each failure names its seed: `--seed N --lessons 1 --story` plays it again, to the byte, and tells what everybody heard.
"""

import argparse
import lzma
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

MEMORY = Path("/dev/shm")
RELEASED = Path(__file__).parents[1] / "migrations" / "released"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lessons", type=int, default=1000)
    parser.add_argument("--workers", type=int, choices=(1, 2), help="otherwise each lesson has its own number")
    parser.add_argument("--release", help="begin in the data of this released version, brought up to date")
    parser.add_argument("--static", type=Path, help="static files that are collected already")
    parser.add_argument("--story", action="store_true", help="print what was said and heard in a lesson that failed")
    parser.add_argument("--planted", nargs="*", metavar="FAULT", help="plant these (see planted.PLANTED), or all")
    parser.add_argument("--most", type=int, default=2000, help="lessons within which a planted fault is to be found")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardinal-simulate-", dir=MEMORY if MEMORY.is_dir() else None) as data:
        os.environ |= {"CARDINAL_DATA": data, "DJANGO_SETTINGS_MODULE": "classroom.settings"}
        import django  # noqa: PLC0415 -- reads the environment

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415 -- needs Django

        from classroom.server.http import static_files  # noqa: PLC0415 -- needs Django
        from tests.migrations.stored_data import unpacked  # noqa: PLC0415 -- needs Django

        if asked.static:
            Path(data, "static").symlink_to(asked.static.resolve())
        else:
            static_files.collect()
        if asked.release:
            script = (RELEASED / f"{asked.release}.sql.xz").read_bytes()
            unpacked(Path(data) / "cardinal.sqlite3", lzma.decompress(script).decode())
        call_command("migrate", verbosity=0)
        from tests.simulate.stage import Stage  # noqa: PLC0415 -- needs Django

        stage = Stage()
        with stage.nobody_waits():
            return _play(asked, stage) if asked.planted is None else _plant(asked, stage)


def _play(asked: argparse.Namespace, stage: Any) -> int:
    from tests.simulate.lesson import played, warm_up  # noqa: PLC0415 -- needs Django

    began, failed, moves, seconds = time.process_time(), 0, 0, 0.0
    warm_up(stage)
    for seed in range(asked.seed, asked.seed + asked.lessons):
        result = played(stage, seed, asked.workers or 1 + seed % 2)
        moves, seconds, failed = moves + result.moves, seconds + result.seconds, failed + bool(result.found)
        if result.found or asked.lessons == 1:
            print(result, flush=True)
            if asked.story:
                sys.stdout.writelines(result.story)
    took = time.process_time() - began
    print(f"{asked.lessons} lessons, {failed} failed; {moves} moves, {seconds / 3600:.1f} hours, {took:.1f} s of work")
    return 1 if failed else 0


def _plant(asked: argparse.Namespace, stage: Any) -> int:
    """Plant one fault after another; say after how many lessons each was found, and return 1 where one was not."""
    from tests.simulate.lesson import warm_up  # noqa: PLC0415 -- needs Django
    from tests.simulate.planted import PLANTED, found  # noqa: PLC0415 -- needs Django

    warm_up(stage)
    names, missed = asked.planted or list(PLANTED), 0
    for name in names:
        seen = found(stage, name, asked.most)
        missed += seen is None
        said = f"after {seen.lessons}: {seen.what}" if seen else f"not in {asked.most} lessons"
        print(f"{name}: {said}", flush=True)
    print(f"{len(names)} planted, {missed} not found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

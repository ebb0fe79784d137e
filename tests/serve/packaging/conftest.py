"""The wheel of the tracked files, as a school installs it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.kept import of_the_run, once

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> zipfile.ZipFile:
    """Built once in a run, without fetching anything."""
    folder = once(of_the_run(tmp_path_factory, worker_id) / "wheel", _build)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def _build(folder: Path) -> None:
    tree = folder / "tree"
    for name in tracked():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*build, "."], cwd=tree, check=True)


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.splitlines() if not name.startswith("tests/") and (ROOT / name).exists()]

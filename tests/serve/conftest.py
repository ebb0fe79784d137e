"""What several of these files ask for: data as after a first start, and a box whose files are printed."""

from pathlib import Path

import pytest

from tests.browser.driving.server import Server
from tests.browser.prepared import prepared, prepared_school

__all__ = ["prepared", "prepared_school"]


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("CARDINAL_HOST", "play.school.example")
    (tmp_path / "data").mkdir()
    return Server(tmp_path / "data")


def printed(box: Server, *what: str) -> str:
    return box.manages("deploy", *what)

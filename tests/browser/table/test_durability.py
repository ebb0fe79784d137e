"""Pull the plug again and again while four tables play: every acknowledged move is there once, the log is sound."""

import time
from pathlib import Path

import pytest

from tests.browser.driving.patience import patiently
from tests.browser.driving.server import Server
from tests.browser.figures import FIGURES
from tests.browser.over_http.history import StoredEntry, faults, read
from tests.browser.over_http.people import RACE, HttpTeacher
from tests.browser.over_http.robots import Ack, Robot
from tests.browser.prepared import copied

pytestmark = pytest.mark.long

RUNS, KILLS = 2, 9
PLAYS_BETWEEN, ACKS_BETWEEN = 0.7, 25
"""Between two kills there are so many seconds of play, counted from the moment the server answers again, and so many
acknowledged moves: a busy machine takes longer for them."""
NAMES = [f"Robot {number:02}" for number in range(1, 13)]


@pytest.fixture(scope="module", params=range(RUNS), ids=lambda run: f"run-{run + 1}")
def played(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> tuple[list[StoredEntry], list[Ack]]:
    """The log and what was acknowledged, after that many kills."""
    server = Server(copied(prepared, tmp_path_factory.mktemp("killed")))
    server.start()
    robots = _class_at_its_tables(server)
    patiently(
        lambda: all(robot.phase == "playing" for robot in robots),
        "GO at all tables",
        *robots,
    )
    for _ in range(KILLS):
        _play_on(robots)
        server.kill()
        server.start()
    _play_on(robots)
    for robot in robots:
        robot.stops()
    server.stop()
    assert "Traceback" not in server.log(), server.log()
    acks = [ack for robot in robots for ack in robot.acks]
    log = read(Path(server.data))
    again = sum(1 for ack in acks if not ack.n)
    FIGURES.append(
        f"{KILLS} kills: {len(acks)} acknowledged moves, {again} of them sent twice; {len(log)} entries in the log"
    )
    assert all(robot.cuts >= KILLS for robot in robots)
    return log, acks


def _play_on(robots: list[Robot]) -> None:
    enough = sum(len(robot.acks) for robot in robots) + ACKS_BETWEEN
    time.sleep(PLAYS_BETWEEN)
    patiently(
        lambda: sum(len(robot.acks) for robot in robots) >= enough,
        f"{ACKS_BETWEEN} moves",
        *robots,
    )


def _class_at_its_tables(server: Server) -> list[Robot]:
    teacher = HttpTeacher(server.url, "killer@school.example", NAMES)
    code = teacher.opens_a_session(RACE.but(table_size="3", wrong_pause="0", away="wait"))
    robots = [Robot(server.url, code, name) for name in NAMES]
    teacher.starts()
    for robot in robots:
        robot.sits_down()
    return robots


def test_no_acknowledged_move_is_lost_and_no_rule_broken(played: tuple[list[StoredEntry], list[Ack]]) -> None:
    log, acks = played
    assert faults(log, acks) == []
    assert len(acks) >= ACKS_BETWEEN * KILLS
    assert {entry.kind for entry in log} >= {"played", "drew", "wrong", "beaten", "go"}


def test_the_log_has_at_most_one_unacknowledged_move_for_each_robot_and_kill(
    played: tuple[list[StoredEntry], list[Ack]],
) -> None:
    log, acks = played
    known = {ack[:3] for ack in acks}
    unheard = [entry for entry in log if entry.aid and (entry.table, entry.seat, entry.aid) not in known]
    assert len(unheard) <= len(NAMES) * (KILLS + 1)


# A checker is trusted once it has seen a fault: plant one of each kind.


def _a_play(log: list[StoredEntry], acks: list[Ack]) -> StoredEntry:
    known = {ack[:3] for ack in acks}
    return next(entry for entry in log if entry.kind == "played" and (entry.table, entry.seat, entry.aid) in known)


def test_the_checker_sees_an_acknowledged_move_that_was_lost(played: tuple[list[StoredEntry], list[Ack]]) -> None:
    log, acks = played
    lost = _a_play(log, acks)
    found = faults([entry for entry in log if entry is not lost], acks)
    assert any("acknowledged but 0 times" in fault for fault in found)
    assert any("places are not dense" in fault for fault in found)


def test_the_checker_sees_a_move_that_was_done_twice(played: tuple[list[StoredEntry], list[Ack]]) -> None:
    log, acks = played
    twice = _a_play(log, acks)
    at = log.index(twice)
    found = faults([*log[: at + 1], twice, *log[at + 1 :]], acks)
    assert any("acknowledged but 2 times" in fault for fault in found)
    assert any("was played on 2 times" in fault for fault in found)
    assert any("a card came on top that could not" in fault for fault in found)


def test_the_checker_sees_a_move_at_another_place(played: tuple[list[StoredEntry], list[Ack]]) -> None:
    log, acks = played
    known = next(ack for ack in acks if ack.n)
    assert any("at another place" in fault for fault in faults(log, [known._replace(n=known.n + 1)]))

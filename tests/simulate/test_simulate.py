"""The promises, held by lessons in which everything that can go wrong does, each decided by its seed."""

import subprocess
import sys

import pytest
from django.conf import settings

from classroom.sessions.games import catalogue
from tests.simulate import planted
from tests.simulate.__main__ import RELEASED
from tests.simulate.lesson import played
from tests.simulate.ways import varied, way_of

pytestmark = pytest.mark.sqlite

AT_A_TIME = 25


@pytest.mark.long
@pytest.mark.parametrize("start", range(1, 301, AT_A_TIME))
def test_every_promise_is_kept_in_every_lesson(stage, start):
    lessons = [played(stage, seed, workers=1 + seed % 2) for seed in range(start, start + AT_A_TIME)]
    assert [str(lesson) for lesson in lessons if lesson.found] == []
    assert sum(lesson.moves for lesson in lessons) > 10 * AT_A_TIME


@pytest.mark.parametrize("game", catalogue.all_games(), ids=lambda game: game.name)
def test_every_value_of_every_option_is_played_in_the_first_thousand_lessons(game):
    """Left out are who sits together, which has lessons of its own, and the times of a hand: one fills a lesson."""
    ways = [way.options for way in map(way_of, range(1, 1001)) if way.game == game.name]
    missing = {
        (name, each.value)
        for name, option in game.form.OPTIONS.items()
        if name not in varied.NOT_DRAWN - {"mode"} | {"hand_limit"}
        for each in option.values
        if not any(each.value in listed(options[name]) for options in ways if name in options)
    }
    assert missing == set()


def listed(value):
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize(("seed", "other", "workers"), [(3, 103, 1), (2000330, 2000329, 1), (5, 105, 2), (6, 106, 2)])
def test_a_seed_decides_everything_whatever_was_played_before(stage, seed, other, workers):
    """A lesson (2000330) may not know what children needed in the one before."""
    first, between, again = (played(stage, each, workers) for each in (seed, other, seed))
    assert first.digest == again.digest != between.digest


def test_what_the_teacher_said_stands_on_every_screen_wherever_it_was_said(stage):
    """Of two workers the one that is told of it by the other shows it, too."""
    assert str(played(stage, 65, workers=2)).startswith("lesson 65: all kept")


def test_a_card_that_was_beaten_at_the_end_counts_in_the_run_on_its_own_page(stage):
    """A page that is told that the round is over is told of its new run, too."""
    assert str(played(stage, 400727, workers=2)).startswith("lesson 400727: all kept")


def test_a_card_that_was_beaten_at_the_end_counts_among_what_the_page_says_of_the_round(stage):
    """With two workers, the panel over the table names the new run."""
    assert str(played(stage, 191, workers=2)).startswith("lesson 191: all kept")


def test_a_refusal_does_not_stand_for_what_a_page_missed(stage):
    """An older board comes after the answer to *Is it possible?*; the n of the next refusal is newer than what the page
    shows."""
    assert str(played(stage, 3020470, workers=1)).startswith("lesson 3020470: all kept")


def test_a_board_that_was_overtaken_takes_nothing_back(stage):
    """By turns a card is laid, and a board from before comes after the answer."""
    assert str(played(stage, 3021781, workers=2)).startswith("lesson 3021781: all kept")


def test_go_takes_the_count_off_also_after_an_answer_that_came_first(stage):
    """A panel is compared with when it was drawn, not with the newest n that was heard."""
    assert str(played(stage, 3034960, workers=1)).startswith("lesson 3034960: all kept")


@pytest.mark.long
@pytest.mark.parametrize("version", sorted(path.name.removesuffix(".sql.xz") for path in RELEASED.glob("*.sql.xz")))
def test_lessons_begin_in_data_of_every_released_version(version):
    collected = ["--static", f"{settings.STATIC_ROOT}"]
    command = [sys.executable, "-m", "tests.simulate", "--release", version, "--lessons", "4", *collected]
    done = subprocess.run(command, cwd=RELEASED.parents[2], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1][:19]) == (0, "4 lessons, 0 failed"), done.stdout


@pytest.mark.parametrize("name", planted.QUICK)
def test_a_planted_fault_is_found(stage, name):
    assert planted.found(stage, name, most=25)


def test_twenty_faults_are_named():
    assert len(planted.PLANTED) >= 20
    assert set(planted.QUICK) <= planted.PLANTED.keys()

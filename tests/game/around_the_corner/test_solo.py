"""Solo: the clock, the pause, the best time, and what is remembered. All of it out of the log."""

from typing import Any

import pytest
from channels.db import database_sync_to_async

from game.around_the_corner import screens, solo, solo_screens
from game.live import registry
from game.models import Attempt, Event, Round
from game.projection.project import project
from game.rules import VERSION as RULES
from game.rules import Move, Refused
from game.rules.around_the_corner import VERSION, apply, deal, judge, version_1, view
from game.rules.contract import Event as Happened
from tests.game.conftest import Screen, until
from tests.rules.around_the_corner.pictures import play


def started(seed: int = 1, **options):
    return apply(deal({"mode": "solo", **options}, 1, seed), Happened("go", at=1_000))


def time_of(over) -> int:
    return over.over_at - over.go_at - over.pauses


def test_a_pause_hides_the_cards_and_stops_the_clock():
    before = play(started(), Move("draw", 0, at=2_000))
    paused = play(before, Move("pause", 0, at=3_000))
    seen = view(paused, 0)
    assert (seen.phase, seen.hand_hidden, seen.top_card) == ("paused", True, None)
    resumed = play(paused, Move("resume", 0, at=63_000))
    assert (resumed.phase, resumed.pauses, resumed.hands) == ("playing", 60_000, before.hands)
    over = apply(resumed, Happened("finished", 0, before.hands[0][0], at=70_000))
    assert time_of(over) == 70_000 - 1_000 - 60_000


@pytest.mark.parametrize("kind", ["draw", "play", "sort", "pause"])
def test_nothing_can_be_done_while_the_clock_stands(kind):
    before = play(started(), Move("draw", 0, at=2_000))
    paused = play(before, Move("pause", 0, at=3_000))
    with pytest.raises(Refused, match="clock_stopped"):
        judge(paused, Move(kind, 0, before.hands[0][0], 1, at=4_000))


def test_a_wait_after_a_wrong_card_is_not_waited_out_in_a_pause():
    before = apply(started(), Happened("wrong", 0, 1, at=2_000))
    paused = play(before, Move("pause", 0, at=2_500))
    assert play(paused, Move("resume", 0, at=9_500)).paused_until == (2_000 + 1_500 + 7_000,)


@pytest.mark.parametrize("mode", ["race", "turns"])
def test_only_solo_can_be_paused_by_a_player(mode):
    position = apply(deal({"mode": mode}, 2, 1), Happened("go", at=1))
    for kind in ("pause", "resume"):
        with pytest.raises(Refused, match="unknown_move"):
            judge(position, Move(kind, position.turn or 0, at=2))


def test_a_run_is_timed_without_its_pauses():
    log = [("go", 1000), ("played", 3000), ("paused", 4000), ("resumed", 90_000), ("played", 91_000)]
    assert solo.run_of(log) is None
    assert solo.run_of([*log, ("go", 92_000), ("finished", 95_000)]) == solo.SoloRun(8_000, (2_000, 4_000, 8_000))


def test_the_pace_is_measured_against_the_best_run_at_the_same_time():
    best = solo.SoloRun(9_000, (1_000, 2_000, 4_000, 9_000))
    found = [solo.ahead(best, laid, elapsed) for laid, elapsed in ((1, 500), (2, 3_000), (1, 4_000), (4, 8_999))]
    assert found == [1, 0, -2, 1]


async def alone(lay, **options):
    """Come to a table of one and hear GO."""
    table = await lay("Ana", mode="solo", steps=[1], **options)
    ana = Screen(table, 0)
    await ana.arrives()
    await ana.says("ready")
    await until(lambda: table.round.phase == "playing")
    return table, ana


async def plays_to_the_end(table, ana) -> None:
    await ana.draws(24 - 1 if table.round.position.draw_piles[0] else 0)
    while table.round.phase != "over":
        await until(lambda: table.round.phase in ("playing", "over"))
        if fitting := (ana.hand() if len(ana.hand()) == 1 else ana.fitting()):
            await ana.taps(fitting[0])


async def test_one_student_starts_alone_and_ends_with_a_time(lay):
    table, ana = await alone(lay)
    await plays_to_the_end(table, ana)
    shown = table.view(0).extra
    assert shown.time == time_of(table.round.position)
    assert "All cards placed!" in screens.board(table.view(0))


async def test_the_best_time_is_kept_by_set_of_options_and_shown_before_the_next_round(lay):
    table, ana = await alone(lay)
    await plays_to_the_end(table, ana)
    time = time_of(table.round.position)
    await ana.says("ready")
    await until(lambda: table.round.number == 2 and table.round.phase == "playing")
    assert table.view(0).extra.best == time
    assert f"Your best: {time // 60_000}:{time // 1000 % 60:02}" in screens.board(table.view(0))
    records = [
        await database_sync_to_async(solo.record)(101, options, before=10**9)
        for options in ({"mode": "solo", "steps": [1]}, {"mode": "solo", "steps": [1], "corner": False})
    ]
    assert [record.best is not None for record in records] == [True, False]
    assert records[0].best.milliseconds == time
    assert len(records[0].best.laid) == 23


async def test_a_best_time_of_earlier_rules_is_without_the_handicap_that_it_held(lay):
    """By these rules a handicap does nothing in solo; by those of version 1 the child had to wait for it."""
    table, ana = await alone(lay, own={"0": {"delay": 0}})
    await plays_to_the_end(table, ana)
    time = time_of(table.round.position)
    mine = {"mode": "solo", "steps": [1]}
    rounds = Round.objects.filter(pk=table.round.id)
    for version, held in ((version_1.VERSION, 2), (VERSION, 0)):
        await rounds.aupdate(options=table.round.options | {"own": {"0": {"delay": 2}}, RULES: version})
        known = await database_sync_to_async(solo.record)(101, mine, before=10**9)
        assert (known.best.milliseconds, known.best.laid[-1]) == (time - held, time - held)


@pytest.mark.parametrize("settings", [{}, {"own": {"0": {"wrong_pause": 3000}}}], ids=["as all", "of one's own"])
async def test_the_pace_line_comes_with_the_answer_to_a_card(lay, settings):
    """Also to a child with settings of its own: the answer alone moves the line."""
    table, ana = await alone(lay, **settings)
    await plays_to_the_end(table, ana)
    await ana.says("ready")
    await until(lambda: table.round.number == 2 and table.round.phase == "playing")
    while not ana.fitting():
        await ana.draws()
    answer = await ana.taps(ana.fitting()[0])
    assert 'id="clock"' in answer.html
    assert "your best" in answer.html
    assert answer.html.split('<div id="clock"')[1] in screens.board(table.view(0)), "a push equals a fresh page"


async def test_pause_and_go_on_are_in_the_log_and_end_an_exposure(lay):
    table, ana = await alone(lay)
    while not ana.fitting():
        await ana.draws()
    await ana.says("pause")
    hidden = screens.board(table.view(0))
    assert (table.round.phase, ana.labels_told() & set(), "data-n=" in hidden.split('id="hand"')[1]) == (
        "paused",
        set(),
        False,
    )
    assert (await ana.says("draw")).why == "clock_stopped"
    await ana.says("resume")
    await ana.taps(ana.fitting()[0])
    await registry.stop(table.code)
    kinds = [kind async for kind in Event.objects.filter(round_id=table.round.id).values_list("kind", flat=True)]
    assert [kind for kind in kinds if kind in ("paused", "resumed", "played")] == ["paused", "resumed", "played"]
    await database_sync_to_async(project)(table.round.id)
    rows = [row async for row in Attempt.objects.filter(round_id=table.round.id).values_list("ending", "mode")]
    assert rows[0] == ("X", "solo")
    assert ("C", "solo") in rows


async def test_who_leaves_stops_the_clock(lay, monkeypatch):
    monkeypatch.setattr("game.live.presence.GONE", 0.01)
    table, ana = await alone(lay)
    ana.goes()
    await until(lambda: table.round.phase == "paused")
    await ana.arrives()
    assert (await ana.says("resume")).ok
    assert not table.is_computer(0)


async def test_the_clock_is_chosen_before_and_remembered_at_the_next_table(lay):
    table = await lay("Ana", mode="solo")
    ana = Screen(table, 0)
    await ana.arrives()
    assert table.view(0).extra.clock == 1
    assert (await ana.says("clock10")).ok
    assert table.view(0).extra.frame == 72 * 5_000 * 10
    assert (await ana.says("clock0")).ok
    assert "data-time" not in screens.board(table.view(0))
    again = await lay("Ana", mode="solo", corner=False)
    assert again.view(0).extra.clock == 0


async def test_the_clock_is_not_changed_in_mid_play_and_not_at_a_race(lay, race):
    table, ana = await alone(lay)
    assert (await ana.says("clock2")).why == "unknown_move"
    assert (await race[1].says("clock2")).why == "unknown_move"


async def test_a_solo_hand_has_room_for_all_cards(lay):
    table = await lay("Ana", mode="solo")
    ana = Screen(table, 0)
    await ana.arrives()
    await ana.says("ready")
    await until(lambda: table.round.phase == "playing")
    await ana.draws(72)
    html = screens.board(table.view(0))
    assert (len(ana.hand()), html.count('class="slot"')) == (72, 72)


def a_standing(**changed: Any) -> solo.SoloStanding:
    known = {"clock": 1, "best": 8000, "frame": 8000, "elapsed": 3000, "started_at": 1, "ahead": 0, "time": None}
    return solo.SoloStanding(**{**known, "is_best": False, "ghost": (2000, 4000, 6000, 8000), **changed})


def test_the_best_run_stands_on_the_pace_line_as_a_ghost_and_goes_on_by_itself():
    drawn = solo_screens.pace_line(a_standing(), 0, 4, "fox orange")
    assert 'transform="translate(76)"' in drawn
    assert 'values="76;146;216;286" keyTimes="0;0.200;0.600;1.000"' in drawn
    assert 'dur="5000ms"' in drawn
    assert drawn.count("#fox") == 2


def test_a_ghost_stands_while_the_clock_stands_and_there_is_none_without_a_best_run():
    assert "animate" not in solo_screens.pace_line(a_standing(started_at=None), 0, 4, "fox orange")
    arrived = solo_screens.pace_line(a_standing(elapsed=9000), 0, 4, "fox orange")
    assert 'transform="translate(286)"' in arrived
    assert "animate" not in arrived
    assert "ghost" not in solo_screens.pace_line(a_standing(ghost=()), 0, 4, "fox orange")

"""The replay of a finished round, and the list of rounds that leads to it."""

import json
import re

import pytest
from django.db.models import F
from django.urls import reverse

from classroom.reports.pages.timeline import Timeline, timeline_of
from classroom.sessions import counts, lifecycle, seating
from classroom.sessions.summary import rounds_of
from game.around_the_corner.replay import CornerReplay as Replay
from game.models import Event, Round
from game.rules import around_the_corner as rules
from game.rules.around_the_corner.simulation import simulate
from game.rules.computer import LEVELS
from game.screens.replay import StillRunning
from tests.conftest import words


def play(played: Round, start_at: int = 10**12) -> None:
    """Log a whole simulated round, as a lesson would."""
    lines = simulate(played.options, [LEVELS["quick"]] * played.seats, played.seed, start_at)
    Event.objects.bulk_create(
        Event(round=played, n=n, kind=e.kind, seat=e.seat, card=e.card, top=e.top, at=e.at, client=json.dumps(client))
        for n, (e, client) in enumerate(lines, start=1)
    )


@pytest.fixture
def played(their_table) -> Round:
    """A round of Amir and Bea that is over."""
    Round.objects.filter(table=their_table).update(seed=11)
    finished = Round.objects.get(table=their_table)
    play(finished)
    return finished


@pytest.fixture
def page(lesson, played) -> str:
    return reverse("round_replay", args=[lesson.pk, played.pk])


# The fold


def test_of_a_card_judged_by_reaction_the_teacher_sees_both_times(played):
    line = Event.objects.filter(round=played, kind="played").first()
    measured = json.loads(line.client)
    Event.objects.filter(pk=line.pk).update(client=json.dumps(measured | {"first": [920, 310, 150]}))
    replay = Replay(played)
    name = ["Amir", "Bea"][line.seat]
    assert replay.moment(line.n).times == f"{name} needed 0.92 s; the card arrived after 1.23 s."
    assert replay.moment(line.n, named=False).times == ""
    assert replay.moment(line.n - 1).times == ""


def test_before_the_first_entry_all_cards_are_dealt_and_none_drawn(played):
    moment = Replay(played).moment(0)
    assert [len(seat.hand) for seat in moment.seats] == [0, 0]
    assert [seat.draw_pile for seat in moment.seats] == [36, 36]
    assert (moment.step, moment.previous) == (0, None)


def test_stepping_from_start_to_end_tells_every_move_once_and_loses_no_card(played):
    replay = Replay(played)
    moment, said = replay.moment(0), []
    while moment.next is not None:
        moment = replay.moment(moment.next)
        said.append(moment.words)
        assert moment.pile + sum(len(seat.hand) + seat.draw_pile for seat in moment.seats) == 73
    assert moment.n == moment.last
    assert all(said)
    for kind, sentence in (("drew", " drew "), ("played", " played "), ("wrong", "does not fit")):
        assert sum(sentence in one for one in said) == played.events.filter(kind=kind).count()


def test_what_could_have_been_played_is_what_fits_with_its_sum(played):
    replay = Replay(played)
    moment = replay.moment(played.events.filter(kind="played").order_by("n")[10].n)
    plus, minus = rules.Sums(True).answers(moment.top.number, moment.top.step)
    assert any(seat.fitting for seat in moment.seats)
    for held in (held for seat in moment.seats for held in seat.hand):
        assert bool(held.sum) == (held.number in (plus, minus))
        assert not held.sum or held.sum.endswith(f" {held.number}")


def test_a_play_names_both_cards_and_the_sum(played):
    line = played.events.filter(kind="played").order_by("n").first()
    said = Replay(played).moment(line.n).words
    assert re.fullmatch(r"(Amir|Bea) played \d+ ±\d on \d+ ±\d: .+ \d+", said)


def test_an_entry_that_nobody_saw_shows_the_moment_before(played):
    seen = played.events.filter(kind="seen").order_by("n")[3]
    assert Replay(played).moment(seen.n).n < seen.n


def test_a_round_that_runs_has_no_replay(their_table, ana_client, lesson):
    running = their_table.rounds.get()
    with pytest.raises(StillRunning):
        Replay(running)
    answer = ana_client.get(reverse("round_replay", args=[lesson.pk, running.pk]))
    assert answer.status_code == 409
    assert "still being played" in words(answer)


# The page


def test_it_works_as_a_plain_form_and_plain_links(ana_client, page):
    start = ana_client.get(page).content.decode()
    assert 'type="range"' in start
    next_ = re.search(r'id="replay-next" href="([^"]+)"', start)
    assert next_
    moment = ana_client.get(page + next_[1].replace("&amp;", "&")).context["moment"]
    assert moment.step == 1


@pytest.mark.parametrize("n", ["", "-3", "x", "1e9", "9" * 40, "٣"])
def test_a_moment_that_is_none_is_the_deal(ana_client, page, n):
    assert ana_client.get(page, {"n": n}).context["moment"].n == 0


def test_a_moment_after_the_last_is_the_last(ana_client, page):
    moment = ana_client.get(page, {"n": "999999"}).context["moment"]
    assert moment.n == moment.last


def test_without_names_nobody_in_the_room_learns_who_played_what(ana_client, page, played):
    for line in played.events.filter(kind__in=("played", "wrong", "drew"))[:40]:
        answer = ana_client.get(page, {"n": line.n, "names": "off"})
        assert not re.search("Amir|Bea|4B", answer.content.decode())
        assert re.search("Seat [AB] (played|tried|drew)", words(answer))


def test_htmx_gets_the_moment_alone(ana_client, page):
    html = ana_client.get(page, {"n": 5}, headers={"HX-Request": "true"}).content.decode()
    assert html.startswith('<div id="_replay_moment"')


def test_a_round_of_another_session_is_not_there(ana_client, ben_client, page, played, class_4b, lesson):
    assert ben_client.get(page).status_code == 404
    lifecycle.end(session=lesson)
    other = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    assert ana_client.get(reverse("round_replay", args=[other.pk, played.pk])).status_code == 404


# The list


def test_the_end_page_and_the_report_lead_to_the_replay(ana_client, lesson, page):
    assert page in ana_client.get(reverse("session_report", args=[lesson.pk])).content.decode()
    lifecycle.end(session=lesson)
    assert page in ana_client.get(reverse("session", args=[lesson.pk])).content.decode()


def test_a_line_says_how_long_it_took_and_what_was_left(lesson, played):
    (line,) = rounds_of(lesson, counts.of_session(lesson))
    end = played.events.order_by("n").last()
    go = played.events.get(kind="go", n=1)
    assert line.milliseconds == end.at - go.at
    result = Replay(played).moment(end.n)
    assert [seat.score for seat in line.left] == [len(seat.hand) + seat.draw_pile for seat in result.seats]


def test_a_round_nobody_began_is_not_listed(lesson):
    assert rounds_of(lesson, counts.of_session(lesson)) == []


def test_with_one_deal_for_all_equal_rounds_stand_together(ana_client, class_4b):
    session = lifecycle.open_session(
        classroom=class_4b, game="around_the_corner", options={"same_deal": True}, table_size=2
    )
    for student in class_4b.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    for dealt in Round.objects.all():
        play(dealt)
    for table in seating.tables_of(session):
        play(Round.objects.create(table=table, number=2, seats=2, seed=5, options=table.options))
    assert [(line.number, line.table) for line in rounds_of(session, counts.of_session(session))] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    lifecycle.end(session=session)
    html = ana_client.get(reverse("session", args=[session.pk])).content.decode()
    assert "All tables had the same cards" in html


def test_the_list_names_who_sat_there_and_who_won(ana_client, lesson, played, bea):
    end = played.events.get(kind="finished")
    lifecycle.end(session=lesson)
    html = ana_client.get(reverse("session", args=[lesson.pk])).content.decode()
    winner = played.table.seats.get(number=end.seat)
    assert f"<strong>{winner.name} 0</strong>" in html
    (line,) = rounds_of(lesson, counts.of_session(lesson))
    assert {seat.name: seat.won for seat in line.left} == {"Amir": winner.name == "Amir", "Bea": winner.name == "Bea"}
    assert "Together" not in html[html.index('id="_rounds"') :]


# The timeline


def test_the_timeline_has_a_lane_for_each_child_with_every_card_at_its_time(played):
    timeline = timeline_of(Replay(played))
    marks = [mark for lane in timeline.lanes for mark in lane.marks]
    assert [lane.name for lane in timeline.lanes] == [seat.name for seat in played.table.seats.order_by("number")]
    for kind, logged in (("placed", ("played", "finished")), ("wrong", ("wrong",)), ("beaten", ("beaten",))):
        found = sorted(mark.n for mark in marks if mark.kind == kind)
        assert found == sorted(played.events.filter(kind__in=logged).values_list("n", flat=True))
    assert max(mark.at for mark in marks) == 100
    assert min(mark.at for mark in marks) > 0


def test_the_timeline_says_where_nobody_moved(played):
    late = played.events.order_by("n")[played.events.count() // 2]
    played.events.filter(n__gte=late.n).update(at=F("at") + 12_000)
    (still,) = [still for still in timeline_of(Replay(played)).stills if still.seconds >= 12]
    assert still.width > 0


def test_the_clock_of_a_round_that_was_left_open_for_a_week_has_room_below_the_lanes():
    assert len(Timeline(7 * 24 * 3_600_000, [], [], [], "cards").minutes) <= 21


def test_the_list_has_what_was_wrong_and_what_was_beaten_once_each_in_their_order(played):
    worth = [each for each in timeline_of(Replay(played)).worth if each.kind != "still"]
    logged = list(played.events.filter(kind__in=("wrong", "beaten")).order_by("n"))
    assert [(each.n, each.kind, each.seat) for each in worth] == [(line.n, line.kind, line.seat) for line in logged]
    assert all(re.fullmatch(r"(Amir|Bea): \d+ on \d+ ±\d", each.title) for each in worth)


def test_beside_a_wrong_card_stands_the_sum_that_would_have_fitted(played):
    wrong = next(each for each in timeline_of(Replay(played)).worth if each.kind == "wrong")
    top = wrong.title.split(" on ")[1].split()[0]
    assert re.fullmatch(rf"{top}\s[+−]\s\d\D*\d+ fits\.", wrong.words)


def test_a_beaten_card_is_told_on_the_card_that_it_was_meant_for_with_who_was_sooner_by_how_much(played):
    line = played.events.filter(kind="beaten").order_by("n").first()
    sooner = played.events.filter(kind="played", n__lt=line.n).order_by("n").last()
    played.events.filter(pk=line.pk).update(at=sooner.at + 300)
    beaten = next(each for each in timeline_of(Replay(played)).worth if each.kind == "beaten")
    assert beaten.words == f"Right, but {['Amir', 'Bea'][sooner.seat]} was 0.3 s sooner."
    top = Replay(played).moment(sooner.n - 1).on_top
    assert beaten.title.endswith(f" on {top}")


def test_at_the_table_lies_the_card_that_was_tried_in_vain_beside_who_tried_it(ana_client, page, played):
    line = played.events.filter(kind="wrong").order_by("n").first()
    moment = Replay(played).moment(line.n)
    assert moment.tried == rules.card(line.card)
    assert moment.by == line.seat
    assert Replay(played).moment(line.n - 1).tried is None
    assert "card-then tried" in ana_client.get(page, {"n": line.n}).content.decode()


def test_the_projector_sees_no_timeline(ana_client, page):
    assert "timeline" in ana_client.get(page).content.decode()
    assert 'id="timeline"' not in ana_client.get(f"{page}?names=off").content.decode()


def test_the_projector_sees_faces_and_nothing_that_was_tried_and_not_done(ana_client, page, played):
    played.table.seats.filter(number=0).update(face="fox orange")
    replay, seen, at = Replay(played), [], 0
    while (moment := replay.moment(at, named=False)).next is not None:
        at = moment.next
        seen.append(at)
    not_done = set(played.events.filter(kind__in=("wrong", "beaten")).values_list("n", flat=True))
    assert not_done
    assert set(replay.places[1:]) - set(seen) == not_done
    assert replay.moment(min(not_done), named=False).n < min(not_done) == replay.moment(min(not_done)).n
    unnamed = ana_client.get(f"{page}?names=off").content.decode()
    assert "#fox" in unnamed
    assert "Amir" not in unnamed


@pytest.mark.parametrize(("first", "told"), [("reaction", True), ("arrival", False)])
def test_the_report_of_a_session_says_what_connections_would_have_decided(ana_client, lesson, played, first, told):
    lesson.options |= {"first": first}
    lesson.save()
    lifecycle.end(session=lesson)
    line = Event.objects.filter(round=played, kind="played").first()
    for seat, claim in ((line.seat, [900, 300, 90]), (1 - line.seat, [950, 10, 250])):
        Event.objects.update_or_create(
            round=played, seat=seat, top=line.top, kind="played" if seat == line.seat else "beaten",
            defaults={"client": json.dumps({"first": claim})},
            create_defaults={"client": json.dumps({"first": claim}), "n": 9999, "at": line.at, "card": 1},
        )  # fmt: skip
    page = words(ana_client.get(reverse("session_report", args=[lesson.pk])))
    said = "1 of 1 contested cards were decided by the connection before it was taken into account; 0 after."
    assert (said in page) == told

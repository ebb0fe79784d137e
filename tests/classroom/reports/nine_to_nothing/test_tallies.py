"""What is counted of sums: first tries, times, targets and kinds, who saw a wrong one."""

from classroom.reports.nine_to_nothing import report as nine
from classroom.reports.nine_to_nothing import tally
from classroom.rosters import roster
from game.models import Claim
from tests.classroom.reports.attempts_given import text


def test_first_tries_are_counted_and_every_right_sum_makes_its_points(bea, give):
    give(6, 4, 5)
    give(2, 4, 4, ending="W", points=0, codes=["OFF_BY_ONE"])
    give(1, 4, 5, retry=True)
    give(3, ending="D", points=0, total=None)
    (report,) = nine.of_students([bea])
    tally = report.whole
    assert (tally.right, tally.wrong, tally.missed) == (6, 2, 3)
    assert (tally.accuracy.right, tally.accuracy.n) == (6, 8)
    assert (tally.made, tally.possible, tally.of_hundred_points) == (14, 35, 40)


def test_second_tries_and_misses_are_no_first_tries(bea, give):
    give(2, 4, 5)
    give(1, 4, 5, retry=True)
    give(1, ending="D", total=None)
    assert [row.ending for row in tally.first_tries(tally.sums(players=[bea.pk]))] == ["C", "C"]


def test_a_period_has_its_first_moment_and_not_that_after_its_last(bea, give):
    give(1, 4, 5, started_at=1000)
    for since, until, found in ((1000, None, 1), (1001, None, 0), (0, 1000, 0), (0, 1001, 1)):
        assert len(tally.sums(players=[bea.pk], since=since, until=until)) == found


def test_a_sum_with_a_number_picture_counts_nowhere(bea, give):
    give(1, 4, 5, pictured=True)
    assert tally.sums(players=[bea.pk]) == []
    assert not nine.sessions_of(bea)


def test_who_saw_a_wrong_sum_is_counted(bea, give):
    for times, noticed in ((1, "self"), (2, "classmate"), (3, "computer"), (4, "nobody")):
        give(times, 4, 4, ending="W", points=0, noticed=noticed)
    (report,) = nine.of_students([bea])
    assert (report.whole.own, report.whole.found, report.whole.unseen) == (1, 5, 4)
    assert report.by_classmates


def test_speed_is_the_middle_time_of_right_sums_and_says_nothing_below_ten(bea, give):
    give(9, 4, 5, milliseconds=4000, timed=True)
    assert nine.of_students([bea])[0].whole.speed.seconds is None
    give(1, 4, 5, milliseconds=8000, timed=True)
    give(5, 4, 5, milliseconds=90_000, timed=False)
    give(5, 4, 4, milliseconds=90_000, timed=True, ending="W")
    assert (nine.of_students([bea])[0].whole.speed.n, nine.of_students([bea])[0].whole.speed.seconds) == (10, 4)


def test_targets_kinds_and_numbers_of_cards_are_told_apart(bea, give):
    give(2, 4, 5)
    give(1, 9, -1, target=8, kind="minus")
    give(1, 6, 3, -1, -1, target=7, kind="minus", ending="W")
    give(1, 6, 3, -2, target=7, kind="change")
    (report,) = nine.of_students([bea])
    assert [(part.label, part.tally.right) for part in report.targets] == [("9", 2), ("8", 1), ("7", 1)]
    assert [(part.key, part.tally.right, part.tally.wrong) for part in report.kinds] == [
        ("kind_plus", 2, 0), ("kind_minus", 1, 1), ("kind_change", 1, 0)
    ]  # fmt: skip
    assert [part.tally.accuracy.n for part in report.sizes] == [3, 1, 1]


def test_checking_by_cardinal_and_by_classmates_are_never_added_together(ana_client, bea, give):
    give(3, 4, 5)
    give(2, 4, 5, checking="referee")
    assert [(one.checking, one.whole.right) for one in nine.of_students([bea])] == [("referee", 2), ("classmates", 3)]
    assert "3 of 3" in text(ana_client, "student_sums", bea.pk, query="since=")
    assert "2 of 2" in text(ana_client, "student_sums", bea.pk, query="since=&checking=referee")


def test_wrong_sums_stand_by_their_kind(bea, give):
    give(1, 4, 4, ending="W")
    give(1, 6, -2, 5, ending="W", target=8, kind="minus")
    assert [(f"{group.label}", len(group.sums)) for group in nine.of_students([bea])[0].wrong] == [
        ("Plus cards only", 1), ("With a minus card", 1)
    ]  # fmt: skip


def test_of_wrong_sums_the_most_frequent_is_first_then_that_for_the_larger_number(bea, give):
    give(1, 4, 4, ending="W")
    give(2, 4, 3, ending="W", target=8)
    give(1, 4, 2, ending="W", target=7)
    (group,) = nine.of_students([bea])[0].wrong
    assert [(wrong.written, wrong.target, wrong.times) for wrong in group.sums] == [
        ("4 + 3", 8, 2), ("4 + 4", 9, 1), ("4 + 2", 7, 1)
    ]  # fmt: skip


def test_who_is_forgotten_leaves_no_sums(nine_session, bea):
    assert Claim.objects.filter(player=bea.pk).exists()
    roster.forget_student(bea)
    assert not Claim.objects.filter(player=bea.pk).exists()

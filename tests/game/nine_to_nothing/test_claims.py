"""What counts as a claim: rounds of Nine to Nothing played move by move, and the claims read out of their log."""

import json
from typing import Any

import pytest

from game.log import journal
from game.log.codec import columns_of
from game.log.reader import MeasuredEntry, RoundLog
from game.models import Claim as ClaimRow
from game.models import Round
from game.nine_to_nothing import claims
from game.nine_to_nothing.claims import CLASSMATE, COMPUTER, NOBODY, REFEREE, SELF, JudgedLay
from game.projection.project import project
from game.rules import Event, Move, scanning
from game.rules import nine_to_nothing as rules
from game.rules.computer import LEVELS
from game.rules.nine_to_nothing.simulation import simulate
from game.rules.nine_to_nothing.solver import best_lay
from game.tables import lay_table

START = 1_763_640_000_000
CLASSMATES = {"checking": "classmates"}
TAP: dict[str, Any] = {"by": "touch", "vis": "v", "p": 7}


class Script:
    """A round played on purpose; seat 0 begins and can lay 9. Times are ms since GO."""

    def __init__(self, seats: int = 2, people: frozenset[int] = frozenset({0, 1}), **options: Any) -> None:
        self.options = {"dealer": seats - 1, **options}
        self.seats, self.people = seats, people
        self.seed = next(seed for seed in range(99) if self._can_lay(seed))
        self.position = rules.deal(self.options, seats, self.seed)
        self.entries: list[MeasuredEntry] = []
        self.happens(Event("go", at=START))

    def _can_lay(self, seed: int) -> bool:
        return bool(best_lay(rules.deal(self.options, self.seats, seed).hands[0], 9).cards)

    def happens(self, event: Event, **measured: Any) -> None:
        self.entries.append(MeasuredEntry(event, measured))
        self.position = rules.apply(self.position, event)

    def moves(self, kind: str, seat: int = 0, at: int = 0, measured: Any = None, **more: Any) -> None:
        self.happens(rules.judge(self.position, Move(kind, seat, at=START + at, **more)), **(measured or {}))

    def draws(self, seat: int = 0, at: int = 1000) -> None:
        self.moves("draw", seat, at)

    def lays(self, seat: int = 0, at: int = 9000, **measured: Any) -> None:
        cards = best_lay(self.position.hands[seat], self.position.target(seat) or 0).cards
        self.moves("lay", seat, at, measured, cards=cards)

    def lays_wrong(self, seat: int = 0, at: int = 9000, **measured: Any) -> None:
        held = self.position.held(seat)
        pairs = [(a, b) for a in held for b in held if a != b and not rules.card(a).is_change]
        wrong = next(pair for pair in pairs if rules.total(pair) != self.position.target(seat))
        self.moves("lay", seat, at, measured, cards=wrong)

    def discards(self, seat: int = 0) -> None:
        self.moves("discard", seat, card=self.position.held(seat)[0])

    def claims(self) -> list[JudgedLay]:
        return claims.claims(RoundLog(self.options, self.seats, self.seed, self.people, self.entries))

    def only(self) -> JudgedLay:
        (claim,) = self.claims()
        return claim


def test_a_right_lay_says_what_it_made_and_what_could_have_been_made():
    script = Script()
    script.draws()
    hand = script.position.held(0)
    script.lays(rhand=7400, **TAP)
    claim = script.only()
    assert (claim.ending, claim.target, claim.total, claim.hand) == ("C", 9, 9, hand)
    assert claim.points == claim.possible == best_lay(hand, 9).points
    assert (claim.milliseconds, claim.timed, claim.noticed, claim.codes) == (7400, True, "", ())
    assert claim.size == len(claim.cards)


def test_a_wrong_lay_is_given_back_by_the_referee_and_the_next_try_is_a_retry():
    script = Script()
    script.draws()
    script.lays_wrong(rhand=3000, **TAP)
    script.lays(rhand=9000, **TAP)
    wrong, right = script.claims()
    assert (wrong.ending, wrong.points, wrong.noticed, wrong.came_back, wrong.retry) == ("W", 0, REFEREE, True, False)
    assert wrong.codes
    assert (right.ending, right.retry, right.timed) == ("C", True, False)


def test_the_first_try_of_a_turn_is_none_of_the_turn_before():
    script = Script()
    script.draws()
    script.moves("ask")
    script.lays_wrong()
    script.discards()
    script.draws(1)
    script.discards(1)
    script.draws()
    script.lays_wrong()
    first, other = (claim for claim in script.claims() if claim.seat == 0)
    assert (first.asked, first.retry) == (True, False)
    assert (other.asked, other.retry) == (False, False)


def test_the_time_of_a_lay_begins_with_the_hand_from_which_it_is_laid():
    script = Script(**CLASSMATES)
    script.draws(at=1000)
    script.lays_wrong(at=9000)
    script.lays_wrong(at=12_000)
    assert [claim.milliseconds for claim in script.claims()] == [8000, 3000]
    shared = Script(mode="same_hand")
    shared.lays(0, at=9000)
    shared.lays(1, at=12_000)
    assert [claim.milliseconds for claim in shared.claims()] == [9000, 12_000]


def test_a_child_that_plays_with_one_key_has_no_times():
    script = Script(own={"0": {scanning.SETTING: 1500}})
    script.draws()
    script.lays(rhand=7400, **TAP)
    assert (script.only().timed, script.only().modality) == (False, scanning.SETTING)


def test_of_a_shared_hand_who_was_away_at_its_end_has_missed_nothing():
    script = Script(seats=3, people=frozenset({0, 1, 2}), mode="same_hand")
    script.lays(0)
    script.happens(Event("left", 2, at=START + 10_000))
    script.happens(Event("finished", at=START + 20_000))
    assert [(claim.seat, claim.ending) for claim in script.claims()] == [(0, "C"), (1, "D")]


def test_a_wrong_lay_that_nobody_noticed_says_so():
    script = Script(**CLASSMATES)
    script.draws()
    script.lays_wrong()
    script.discards()
    script.draws(1)
    assert (script.only().noticed, script.only().came_back) == (NOBODY, False)


def test_who_noticed_is_a_classmate_a_computer_or_the_layer():
    for people, kind, seat, noticed in (
        ({0, 1}, "check", 1, CLASSMATE),
        ({0}, "check", 1, COMPUTER),
        ({0, 1}, "mistake", 0, SELF),
    ):
        script = Script(people=frozenset(people), **CLASSMATES)
        script.draws()
        script.lays_wrong()
        script.moves(kind, seat, top=1)
        assert (script.only().noticed, script.only().came_back) == (noticed, True)


def test_a_right_lay_that_comes_back_with_a_wrong_one_stays_right():
    script = Script(**CLASSMATES)
    script.draws()
    script.lays_wrong()
    script.lays_wrong()
    script.moves("check", 1, top=1)
    first, second = script.claims()
    assert (first.came_back, second.came_back) == (True, True)
    assert (first.noticed, second.noticed) == (CLASSMATE, NOBODY)


def test_a_right_lay_that_its_player_takes_back_was_no_mistake_that_anybody_noticed():
    script = Script(**CLASSMATES)
    script.draws()
    script.lays()
    script.moves("mistake", 0, top=script.position.lays)
    claim = script.only()
    assert (claim.ending, claim.came_back, claim.noticed) == ("C", True, "")


def test_who_asked_whether_a_sum_is_possible_is_known():
    script = Script()
    script.draws()
    script.moves("ask")
    script.lays()
    assert script.only().asked


def test_a_turn_in_which_a_lay_was_there_and_none_was_tried_is_a_miss():
    script = Script()
    script.draws()
    script.discards()
    claim = script.only()
    assert (claim.ending, claim.target, claim.total, claim.points, claim.cards) == ("D", 9, None, 0, ())
    assert claim.possible >= 2


def test_a_turn_in_which_no_lay_was_there_is_no_miss():
    class Barren(Script):
        def _can_lay(self, seed: int) -> bool:
            dealt = rules.deal(self.options, self.seats, seed)
            return not best_lay((*dealt.hands[0], dealt.draw_pile[-1]), 9).cards

    script = Barren()
    script.draws()
    script.discards()
    assert script.claims() == []


def test_who_has_laid_need_not_go_on():
    script = Script()
    script.draws()
    script.lays()
    if script.position.stage == "lay":
        script.discards()
    assert [claim.ending for claim in script.claims()] == ["C"]


def test_what_a_computer_lays_is_nobodys():
    script = Script(people=frozenset({1}))
    script.draws()
    script.lays()
    assert script.claims() == []
    taken = Script()
    taken.happens(Event("takeover", 0))
    taken.draws()
    taken.lays()
    assert taken.claims() == []


@pytest.mark.parametrize(
    "measured",
    [
        {}, {**TAP, "rhand": 90}, {**TAP, "rhand": 200_000}, {**TAP, "rhand": 5000, "vis": "h"}, {"rhand": 5000},
        {"rhand": 5000, "vis": "v"},
    ],
)  # fmt: skip
def test_a_time_that_was_not_measured_well_is_kept_and_not_used(measured):
    script = Script()
    script.draws(at=1000)
    script.lays(at=9000, **measured)
    assert not script.only().timed
    assert script.only().milliseconds == measured.get("rhand", 8000)


def test_projecting_twice_gives_the_same_claims(db):
    table = lay_table(
        game="nine_to_nothing",
        number=1,
        options=CLASSMATES,
        players=[(101, "Ana")],
        computers=[("gentle", "Fox")],
        seed=7,
    )
    played = table.rounds.get()
    lines = simulate(played.options, [LEVELS["gentle"], LEVELS["steady"]], played.seed, START)
    journal.insert(
        [
            journal.JournalEntry(played.pk, n, *columns_of(event), client=json.dumps(measured) if measured else "")
            for n, (event, measured) in enumerate(lines, 1)
        ]
    )
    first = project(played.pk)
    before = list(ClaimRow.objects.values_list("line", "target", "ending", "cards"))
    assert first == project(played.pk) == len(before) > 2
    assert list(ClaimRow.objects.values_list("line", "target", "ending", "cards")) == before
    assert {row.player for row in ClaimRow.objects.all()} == {101}
    assert Round.objects.get().projected_at

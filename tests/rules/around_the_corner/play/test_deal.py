"""The deal (rules 1.3), and what a session may choose."""

import pytest

from game.rules import around_the_corner as rules
from game.rules import game
from game.rules.around_the_corner import DECK, Options, deal

SEED = 4711


def lot(position):
    return len(position.pile), [len(pile) for pile in position.draw_piles]


@pytest.mark.parametrize(
    ("options", "seats", "pile", "each"),
    [
        ({"mode": "solo"}, 1, 1, 72),
        ({}, 2, 1, 36),
        ({}, 3, 1, 24),
        ({}, 4, 1, 18),
        ({"steps": [1]}, 2, 2, 11),
        ({"steps": [1]}, 3, 3, 7),
        ({"steps": [1]}, 4, 4, 5),
        ({"steps": [1, 2]}, 3, 3, 15),
        ({"steps": [1, 2], "mode": "turns"}, 4, 4, 11),
    ],
)
def test_everybody_gets_as_many_cards_and_the_rest_lies_under_the_pile(options, seats, pile, each):
    position = deal(options, seats, SEED)
    assert lot(position) == (pile, [each] * seats)
    dealt = sorted([*position.pile, *(card for cards in position.draw_piles for card in cards)])
    assert dealt == [card.id for card in DECK if card.step in position.options.steps]


def test_the_deck_is_dealt_round_from_the_dealers_left_and_what_is_left_over_keeps_its_order():
    position = deal({"steps": [1], "dealer": 1}, 3, SEED)
    deck = [position.pile[-1]]
    for trick in range(7):
        deck += [position.draw_piles[seat][trick] for seat in (2, 0, 1)]
    deck += reversed(position.pile[:-1])
    assert deck == dealt_from(position, SEED)


def dealt_from(position, seed):
    everything_to_one = deal({"mode": "solo", "steps": [1]}, 1, seed)
    return [everything_to_one.pile[-1], *everything_to_one.draw_piles[0]]


def test_one_seed_is_one_deal_for_ever():
    assert deal({}, 2, SEED) == deal({}, 2, SEED)
    assert deal({}, 2, SEED) != deal({}, 2, SEED + 1)
    assert deal({"mode": "solo"}, 1, 1).draw_piles[0][:8] == (32, 25, 61, 67, 5, 70, 41, 16)


def test_before_go_the_first_card_lies_face_down_and_hands_are_empty():
    position = deal({}, 2, SEED)
    assert (position.phase, position.top, position.hands, position.turn) == ("dealt", 1, ((), ()), None)
    assert rules.resume(position, 5).kind == "go"


@pytest.mark.parametrize(
    ("options", "seats"),
    [({}, 1), ({}, 5), ({}, 0), ({"mode": "turns"}, 1), ({"mode": "solo"}, 2), ({"dealer": 2}, 2)],
)
def test_a_deal_that_cannot_be_is_refused(options, seats):
    with pytest.raises(ValueError, match="seats"):
        deal(options, seats, SEED)


def test_options_have_our_defaults_and_leave_other_peoples_keys_alone():
    assert Options.from_json({"away": "wait", "tables": 4}) == Options()
    assert Options() == Options("race", True, (1, 2, 3), 10, False, 1500, None, 0, 0)


def test_options_come_out_of_json_as_values():
    read = Options.from_json({"mode": "turns", "corner": False, "steps": [2, 1], "wrong_pause": 0, "turn_clock": 30000})
    assert (read.mode, read.corner, read.steps, read.wrong_pause, read.turn_clock) == ("turns", False, (1, 2), 0, 30000)


@pytest.mark.parametrize(("chosen", "shown"), [(None, {"race": False, "turns": True, "solo": False}), (True, None)])
def test_hints_are_on_in_turns_unless_chosen(chosen, shown):
    for mode in ("race", "turns", "solo"):
        assert Options.from_json({"mode": mode, "hints": chosen}).shows_hints == (shown[mode] if shown else chosen)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"mode": "chess"},
        {"mode": ["race"]},
        {"corner": "no"},
        {"corner": 1},
        {"steps": []},
        {"steps": [1, 1]},
        {"steps": [4]},
        {"steps": [True]},
        {"steps": [[1]]},
        {"steps": "12"},
        {"steps": 1},
        {"wrong_pause": -1},
        {"wrong_pause": 1.5},
        {"wrong_pause": True},
        {"wrong_pause": 10**9},
        {"hints": "yes"},
        {"turn_clock": None},
        {"dealer": 4},
    ],
)
def test_nonsense_is_no_option(nonsense):
    with pytest.raises(ValueError, match=next(iter(nonsense))):
        Options.from_json(nonsense)


def test_the_catalogue_knows_the_game_by_its_name():
    assert game("around_the_corner") is rules
    with pytest.raises(KeyError):
        game("bridge")

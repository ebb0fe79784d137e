"""A live table of Nine to Nothing: turns, help, and what every screen is told."""

import json
import re
from functools import partial

import pytest

from game.live import controls, presence, turn_clock
from game.nine_to_nothing import screens
from game.nine_to_nothing.selection import Picks, picks_of
from game.rules import nine_to_nothing as rules
from game.rules.computer import LEVELS, Pace
from tests.game.conftest import until
from tests.game.live.test_live import log_of, restart
from tests.game.nine_to_nothing.play import NINE, Player, table_of_nine, words


@pytest.fixture
def nine(lay):
    return partial(table_of_nine, lay)


ROOT = re.compile(
    r'(?=<(?:div id="(?:piles|turn|check|actions|over)"|li id="seat-|strong id="goal"|div class="slot" id="))'
)


class Page:
    """What a browser shows: the fragments that came last, by their ids."""

    def __init__(self, player: Player) -> None:
        self.player, self.heard = player, len(player.texts)
        self.shown: dict[str, str] = {}

    def puts(self, html: str) -> None:
        parts = [one.strip() for one in ROOT.split(html) if ROOT.match(one)]
        self.shown |= {re.findall(r'id="([^"]+)"', one)[0]: one for one in parts}

    def hears(self) -> None:
        for text in self.player.texts[self.heard :]:
            self.puts(json.loads(text)["html"])
        self.heard = len(self.player.texts)

    def differs(self) -> list[str]:
        """The fragments that a fresh page has otherwise."""
        fresh = screens.board(self.player.table.view(self.player.seat))
        return [id for id, html in self.shown.items() if html not in fresh]


async def test_a_screen_that_puts_every_push_and_answer_in_its_place_is_a_fresh_page(nine):
    table, *players = await nine("Ana", "Ben", "Cleo", checking="classmates")
    pages = {player: Page(player) for player in players}

    async def moves(player: Player, kind: str, **carried) -> None:
        pages[player].puts((await player.says(kind, **carried)).html)
        for page in pages.values():
            page.hears()
            assert page.differs() == []

    for _ in range(9):
        mine, other = players[table.round.position.turn], players[(table.round.position.turn + 1) % 3]
        await moves(mine, "draw")
        await moves(mine, "ask")
        await moves(mine, "lay", cards=mine.labels(mine.best()))
        await moves(other, "check", top=max(table.round.position.open_lays, default=0))
        await moves(mine, "discard", card=table.round.labels[mine.hand()[0]])
    assert table.round.position.lays > 3


async def test_a_page_that_came_under_eyes_up_has_all_there_is_to_press_once_play_goes_on(nine):
    table, *players = await nine("Ana", "Ben", "Cleo", checking="classmates")
    mine, other = players[table.round.position.turn], players[(table.round.position.turn + 1) % 3]
    await mine.says("draw")
    assert (await mine.says("lay", cards=mine.labels(mine.best()))).ok
    await controls.hold(table)
    pages = {player: Page(player) for player in players}
    for player, page in pages.items():
        page.puts(screens.board(table.view(player.seat)))
    assert "check" not in pages[other].shown or 'data-act="check"' not in pages[other].shown["check"]
    await controls.release(table)
    await until(lambda: table.round.phase == "playing")
    for page in pages.values():
        page.hears()
        assert page.differs() == []
    assert 'data-act="check"' in pages[other].shown["check"]


async def test_nobodys_move_touches_anybody_elses_hand(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(*NINE, 7)
    answer = await ben.lays(6, -2, 5)
    assert answer.ok
    await ben.throws(7)
    assert len(ana.texts) >= 3
    for text in ana.texts[-3:]:
        assert not re.search(r'id=\\"(s\d+|hand|board|tray|cards)\\"', text)
    assert 'id="s0"' in answer.html


async def test_no_screen_ever_holds_a_card_that_is_not_its_players(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    await ben.ends_the_turn()
    bens = {table.round.labels[card] for card in ben.hand()}
    assert not ana.labels_told() & bens
    for card in table.round.position.draw_pile:
        assert f"c{table.round.labels[card]}" not in screens.board(table.view(0))


async def test_a_right_lay_stands_on_every_screen_as_a_sum_with_real_minus_signs(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(*NINE, 0)
    assert (await ben.lays(6, -2, 5)).ok
    assert "Ben: 6 − 2 + 5 = 9. 3 points." in words(ana.told())
    assert "plus 6, minus 2, plus 5" in words(ana.told())
    assert 'aria-current="step"><b class="step">8' in ana.told()


async def test_a_card_with_a_sign_change_is_written_and_said_as_it_counts(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(6, -2, 0, 1, 4, 4, 4, 4)
    assert (await ben.lays(6, -2, 0, 1)).ok
    assert "6 + 2 + 1 = 9" in words(ana.told())
    assert "plus 6, plus 2, plus 1" in words(ana.told())
    assert "5 points" in words(ana.told())


@pytest.mark.parametrize(
    ("running_sum", "said"),
    [("after", "That makes 11. You need 9."), ("hidden", "That is not 9. Look again.")],
)
async def test_the_referee_gives_a_wrong_lay_back_and_tells_nobody_else(nine, running_sum, said):
    table, ana, ben = await nine(running_sum=running_sum)
    await ben.says("draw")
    ben.holds(*NINE, 7)
    heard = len(ana.texts)
    answer = await ben.lays(6, 5)
    assert (answer.ok, answer.why, answer.say) == (False, "wrong", said)
    assert len(ana.texts) == heard
    assert (await log_of(table))[-1].kind == "wrong"
    assert (await ben.lays(6, -2, 5)).ok


REFUSED = [
    (("lay", (6, 6)), "A card counts only once."),
    (("lay", (6,)), "Pick two cards or more."),
    (("lay", (0, 6, 3)), "Put the sign change on a number card."),
    (("lay", (6, 0, 0, 3)), "One sign change on a card is enough."),
    (("discard", (6, 3)), "Pick one card to throw away."),
    (("discard", ()), "Pick one card to throw away."),
    (("take", ()), "You have drawn. Lay cards, or throw one away."),
    (("draw", ()), "You have drawn. Lay cards, or throw one away."),
    (("check", 99), "You cannot do that at this table."),
    (("done", ()), "Throw one card away first."),
    (("ok", ()), "There is nothing to check."),
]


@pytest.mark.parametrize(("move", "said"), REFUSED, ids=[f"{move[0]}-{move[1]}" for move, _ in REFUSED])
async def test_what_is_not_allowed_is_refused_in_kind_words_and_changes_nothing(nine, move, said):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(6, 3, 0, 0, 1, 2, 4, 5)
    before, position = len(await log_of(table)), table.round.position
    kind, what = move
    if kind == "check":
        answer = await ben.says("check", top=what)
    elif kind == "discard":
        answer = await ben.throws(*what)
    elif kind == "lay" and len(set(what)) == 1 < len(what):
        answer = await ben.says("lay", cards=ben.labels(what[:1]) * 2)
    else:
        answer = await (ben.lays(*what) if kind == "lay" else ben.says(kind))
    assert (answer.ok, answer.say) == (False, said)
    assert (len(await log_of(table)), table.round.position) == (before, position)


async def test_off_turn_and_before_drawing_one_is_told_to_wait(nine):
    table, ana, ben = await nine()
    assert (await ana.says("draw")).say == "Wait for Ben."
    assert (await ben.lays(*[rules.card(card).value for card in ben.hand()[:2]])).say == "Draw first."


# Help


async def test_is_it_possible_is_answered_to_the_one_who_asked_alone(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(*NINE, 7)
    heard = len(ana.texts)
    assert "Yes, you can make 9." in words((await ben.says("ask")).html)
    assert len(ana.texts) == heard
    assert [event.kind for event in await log_of(table)][-1] == "asked"


async def test_after_a_lay_its_player_hears_of_the_longest_one(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(9, -9, 6, -2, 5, 1, -1, 3)
    answer = await ben.lays(6, 3)
    assert re.search(r"You have 2 of \d points\. The longest was (.+)\. ?2 points\. Longest: \1\.", words(answer.html))
    assert "The longest" not in words(ana.told())


async def test_help_can_be_switched_off(nine):
    table, ana, ben = await nine(ask=False, best=False)
    await ben.says("draw")
    ben.holds(9, -9, 6, -2, 5, 1, -1, 3)
    answer = await ben.lays(6, 3)
    assert "longest" not in words(answer.html)
    assert 'id="ask"' not in answer.html


# The table goes on


async def test_computers_play_and_the_round_comes_to_its_end(lay, monkeypatch):
    monkeypatch.setitem(LEVELS, "quick", Pace(median=0.001, spread=0.1, draw=0.0005))
    table, _ = await table_of_nine(lay, "Ana", computers=[("quick", "Fox")], away="computer")
    await until(lambda: table.round.position.turn == 0)
    assert {"drew", "took"} & {event.kind for event in await log_of(table)}
    assert "> computer<" in screens.board(table.view(0))
    await table.stop()


async def test_one_child_practises_alone(nine):
    table, ana = await nine("Ana")
    for _ in range(3):
        assert (await ana.says("draw")).ok
        if best := ana.best():
            assert (await ana.lays(*best)).ok
        assert (await ana.ends_the_turn()).ok


async def test_a_restart_finds_the_same_table_in_the_log(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    await ben.ends_the_turn()
    before = table.round.position
    again = await restart(table)
    assert again.round.position == before
    assert screens.board(again.view(0)) == screens.board(table.view(0)._replace(away=again.view(0).away))
    again.timers.stop()


async def test_the_turn_of_one_who_went_away_after_drawing_ends_with_a_discard(nine, monkeypatch):
    monkeypatch.setattr(turn_clock, "SKIP", 50)
    monkeypatch.setattr(presence, "GONE", 0.02)
    table, ana, ben = await nine(away="wait")
    await ben.says("draw")
    ben.holds(6, 2, 5, 9, 8, 1, 3, 7)
    page = Page(ben)
    page.puts(screens.board(table.view(ben.seat)))
    ben.goes()
    await until(lambda: table.round.position.turn == ana.seat)
    last = (await log_of(table))[-1]
    assert (last.kind, rules.card(last.card).value, len(ben.hand())) == ("skipped", 9, 7)
    assert "Ben is away. +9 was thrown away." in words(ana.told())
    each = table.telling.told(last, before=None).each
    assert each
    page.puts(each(table.view(ben.seat)))  # at another worker his page may still have a line
    assert page.differs() == []


async def test_one_card_is_one_card_for_ears_too(nine):
    table, ana, ben = await nine()
    position = table.round.position
    spoken = words(screens.piles(ben.table.view(ben.seat)))
    assert ("1 card" in spoken, "1 cards" in spoken, f"{len(position.draw_pile)} cards left" in spoken) == (
        True,
        False,
        True,
    )
    table.round.position = position._replace(draw_pile=position.draw_pile[:1], discard_pile=position.draw_pile[1:])
    spoken = words(screens.piles(ben.table.view(ben.seat)))
    assert "1 card left" in spoken
    assert f"{len(position.draw_pile) - 1} cards" in spoken


def test_what_names_no_card_of_the_hand_is_not_picked():
    assert picks_of(f"c7 c8 c{'9' * 5000} c7x 7", {7: 3, 8: 4}, hand=[3]) == Picks((3,))

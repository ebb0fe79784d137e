"""A table's page and its form: with htmx, without scripts, and with nonsense in it."""

import json
import re
from types import SimpleNamespace

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import Http404
from django.test import AsyncRequestFactory

from game import views
from game.around_the_corner import screens
from game.wire import news
from tests.game.conftest import Screen, until
from tests.game.live.test_live import log_of, play_something

HTMX = {"HX-Request": "true"}


class Browser:
    """Posts the form of the page as this player sees it. `said` is what the next pages say in words."""

    def __init__(self, table, seat: int | None) -> None:
        self.table, self.player = table, table.chairs[seat].player if seat is not None else 4711
        self.said: list[str] = []

    async def request(self, method: str, view, headers=None, **data):
        request = getattr(AsyncRequestFactory(), method)("/table/", data, headers=headers or {})

        async def player():
            return self.player

        request.visitor, request._messages = SimpleNamespace(aplayer=player), CookieStorage(request)
        answer = await view(request, self.table.code)
        self.said += [str(message) for message in request._messages]
        return answer

    async def reads(self) -> dict[str, str]:
        """The hidden fields of the page."""
        page = screens.board(self.table.view(self.table.seat_of(self.player)))
        return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))

    async def presses(self, *, headers=None, fields=None, **button):
        return await self.request("post", views.move, headers, **(fields or await self.reads()), **button)


@pytest.fixture
async def table(lay):
    table = await lay("Ana", "Ben", mode="turns", seed=7)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    await until(lambda: table.round.phase == "playing")
    return table


def label(table, seat: int, card: int) -> str:
    return f"c{table.round.labels[card]}"


async def test_a_form_without_scripts_moves_and_the_next_page_says_what_happened(table):
    ben = Browser(table, 1)
    answer = await ben.presses(t="draw")
    assert (answer.status_code, answer.url) == (302, f"/table/{table.code}/")
    assert ben.said == ["You have a new card."]
    assert len(Screen(table, 1).hand()) == 1


async def test_a_form_that_is_sent_twice_counts_once(table):
    ben = Browser(table, 1)
    fields = await ben.reads()
    for _ in range(3):
        await ben.presses(fields=fields, t="draw")
    assert len(Screen(table, 1).hand()) == 1
    await ben.presses(t="draw")
    assert len(Screen(table, 1).hand()) == 2


async def test_what_a_page_without_a_socket_has_painted_is_logged_and_nobody_is_told(table):
    before = table.view(0)
    painted = json.dumps({"t": "seen", "p": 77, "s": [["t", 1, 1830]]})
    answer = await Browser(table, 0).request("post", views.move, frame=painted)
    assert answer.status_code == 204
    assert (await log_of(table))[-1].kind == "seen"
    assert table.view(0) == before


async def test_a_card_is_played_on_the_top_card_that_the_page_showed(table):
    ana, ben = Screen(table, 0), Screen(table, 1)
    stale = await Browser(table, 0).reads()
    await play_something(ben)
    while not ana.misfits():
        await ana.draws()
    browser = Browser(table, 0)
    await browser.presses(fields=stale, id=label(table, 0, ana.misfits()[0]))
    assert browser.said == ["There is a new top card."]
    assert (await log_of(table))[-1].kind == "beaten"


async def test_a_refusal_is_said_on_the_next_page_and_changes_nothing(table):
    position = table.round.position
    ana, ben = Browser(table, 0), Browser(table, 1)
    await ana.presses(t="draw")
    await ben.presses(t="pass")
    await ben.presses(t="more")
    assert ana.said == ["Wait for Ben."]
    assert ben.said == ["You can still draw a card.", "You cannot do that at this table."]
    assert table.round.position == position


async def test_htmx_gets_the_answer_that_a_socket_would_have_got(table):
    ben = Browser(table, 1)
    answer = await ben.presses(headers=HTMX, t="draw", aid="page-1", measured='{"rtop": 1200, "by": "touch", "p": 5}')
    assert answer.status_code == 200
    told = json.loads(answer.content)
    assert (told["t"], told["aid"], told["html"]) == ("ok", "page-1", screens.drew(table.view(1), 0))
    event = (await log_of(table))[-1]
    assert (event.kind, event.move_id) == ("drew", "page-1")
    assert event.client == '{"rtop":1200,"p":5,"by":"touch"}'


async def test_a_window_that_did_not_post_the_move_is_laid_the_whole_board(table):
    """A second one, opened while what the first one posted was under way: the answer is the first one's alone."""
    ben, second = Browser(table, 1), Screen(table, 1)
    await second.arrives()
    await ben.presses(headers=HTMX, t="draw", aid="first-1")
    assert second.texts[-1] == news(table.view(1).n, screens.board(table.view(1)))


async def test_a_window_that_posts_hears_of_its_move_in_the_answer_alone(table):
    ben, window = Browser(table, 1), Screen(table, 1)
    await window.arrives()
    told = len(window.texts)
    await ben.presses(headers=HTMX, t="draw", aid=f"{window.page}-1")
    assert window.texts[told:] == []


async def test_what_is_pushed_after_a_move_is_what_a_fresh_page_shows(table):
    ana, ben = Screen(table, 0), Screen(table, 1)
    await ana.arrives()
    await play_something(ben)
    page = screens.board(table.view(0))
    pushed = screens.played(table.view(0), 1) + screens.turn(table.view(0))
    for fragment in pushed.strip().split("\n"):
        assert fragment in page
    assert pushed.replace("\n", "\\n").replace('"', '\\"') in ana.texts[-1]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"t": "draw", "aid": "../etc"},
        {"t": "fly", "page": "1-4"},
        {"id": "c1 or 1", "page": "1-4", "seq": "1"},
        {"id": "c123", "page": "1-4", "seq": "-1"},
        {"t": "draw", "page": "1-4", "measured": "[1]"},
        {"t": "draw", "page": "1-4", "measured": "{"},
        {"t": "draw", "page": "1-4", "measured": '{"rtop": "soon"}'},
    ],
)
async def test_nonsense_is_refused_in_words_and_changes_nothing(table, fields):
    before = await log_of(table)
    answer = await Browser(table, 1).request("post", views.move, **fields)
    assert (answer.status_code, answer.content.decode()) == (400, "That did not arrive in one piece. Try again.")
    assert await log_of(table) == before


async def test_a_stranger_finds_no_table(table):
    with pytest.raises(Http404):
        await Browser(table, None).request("post", views.move, t="draw", page="1-4")


async def test_who_asks_hears_nothing_where_nothing_is_new(table):
    ana = Browser(table, 0)
    answer = await ana.request("get", views.board, seen="0")
    assert answer.status_code == 200
    seen = str(table.view(0).n)
    assert (await ana.request("get", views.board, seen=seen)).status_code == 204
    await play_something(Screen(table, 1))
    assert (await ana.request("get", views.board, seen=seen)).status_code == 200


async def test_a_player_without_scripts_is_not_away_while_they_think(table):
    await Browser(table, 1).presses(t="draw")
    await Browser(table, 0).request("get", views.table, unscripted="1")
    assert table.round.state.away == ()
    handle = table.timers._handles[1]
    assert handle.when() - handle._loop.time() > 100


async def test_a_page_without_scripts_looks_again_only_while_its_player_waits(table):
    pages = [table.presentation.page_context(table.view(seat), {}) for seat in (0, 1)]
    assert [page["look_again"] for page in pages] == [5, None]


@pytest.mark.parametrize(
    ("game", "gone"), [("around_the_corner", "go under the pile"), ("nine_to_nothing", "are skipped")]
)
async def test_the_page_of_every_game_says_what_has_become_of_a_lost_or_closed_connection(lay, game, gone):
    table = await lay(game=game, away="fold")
    page = (await Browser(table, 0).request("get", views.table)).content.decode()
    assert {f"data-closed-{code}" for code in (4400, 4401, 4403, 4404, 4409)} <= set(re.findall(r"data-[\w-]+", page))
    assert re.search(f'data-lost-long="Tell your teacher. After a minute your [a-z]+ {gone}."', page)

"""A table of several languages: every seat is told in its own, and drawn for once in each."""

from dataclasses import replace

import pytest
from django.utils import translation

from game.live.table import LiveTable
from tests.game.conftest import Screen, begin
from tests.languages.fixtures import extracted, pseudo_catalogue, pseudo_language

__all__ = ["extracted", "pseudo_catalogue", "pseudo_language"]


def speaking(table: LiveTable, *languages: str) -> LiveTable:
    chairs = zip(table.chairs, languages, strict=True)
    table.chairs = tuple(replace(chair, language=language) for chair, language in chairs)
    return table


@pytest.fixture
async def mixed(lay, pseudo_language) -> tuple[LiveTable, Screen, Screen, Screen]:
    """Ana and Cleo read the language that does not exist, Ben English."""
    return await begin(speaking(await lay("Ana", "Ben", "Cleo", seed=5), pseudo_language, "en", pseudo_language))


async def fits(screen: Screen) -> int:
    while not screen.fitting():
        await screen.draws()
    return screen.fitting()[0]


async def test_each_seat_is_told_in_its_own_language(mixed):
    _table, ana, ben, cleo = mixed
    answer = await ben.taps(await fits(ben))
    assert "⟦" not in answer.html
    assert "⟦" not in ben.texts[-1]
    assert "⟦Ben" in cleo.texts[-1]
    assert cleo.texts[-1] == ana.texts[-1]


async def test_who_moves_is_answered_in_their_language_whatever_the_server_speaks_just_now(mixed):
    _table, ana, ben, _cleo = mixed
    with translation.override("is"):
        assert "⟦" in (await ana.says("play", card=1, top=1)).say
        assert "⟦" not in (await ben.says("play", card=1, top=1)).say
        assert translation.get_language() == "is"


async def test_what_is_drawn_for_one_seat_is_what_its_page_shows(mixed):
    table, ana, ben, _cleo = mixed
    await ben.taps(await fits(ben))
    with translation.override("xx"):
        board = table.presentation.board(table.view(ana.seat))
    assert "⟦" in board
    with translation.override("en"):
        assert "⟦" not in table.presentation.board(table.view(ben.seat))


async def test_a_table_of_one_language_is_drawn_for_once(lay, monkeypatch):
    table, ana, ben, _cleo = await begin(speaking(await lay("Ana", "Ben", "Cleo"), "en", "en", "en"))
    drawn = []
    told = table.telling.told
    monkeypatch.setattr(table.telling, "told", lambda *event: drawn.append(event) or told(*event))
    await ana.taps(await fits(ana))
    assert len([event for event, *_ in drawn if event.kind == "played"]) == 1

"""The picture of a round on the first page shows a real one, and moves as its style says."""

import re

from django.conf import settings

from game.around_the_corner.explained import glimpse

STYLE = settings.BASE_DIR / "static" / "css" / "little" / "first-page.css"


def test_every_play_fits_and_the_last_goes_round_the_corner():
    shown = glimpse._played()
    assert [play.seat for play in shown["plays"]] == [2, 0, 3, 1, 2, 0]
    assert [play.says for play in shown["plays"]][:2] == ["8 + 2 = 10", "10 − 1 = 9"]
    assert shown["plays"][-1].says == "8 + 3 … 9, 10, 1"
    assert {card.number for _, card, turn in shown["hand"] if turn} == {9, 1}


def test_the_style_knows_every_play_and_every_slot_and_is_small():
    style, drawn = STYLE.read_text(), glimpse.glimpse()
    for name in set(re.findall(r"\b(?:n[2-9]|slot\d|seat\d|by\d)\b", drawn)):
        assert f".{name} " in style, name
    assert "infinite" not in style
    assert len(style) + len(drawn) < 13_000

"""Whatever a browser sends is a frame of the wire or is refused; nothing in between."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.wire import MAX_FRAME, BadFrame, posted_frame, read_frame

PLAY = {"t": "play", "aid": "k3x-3", "id": "c117", "seq": 14, "rtop": 842, "by": "touch", "vis": "v", "p": 7}


def text(**changes) -> str:
    return json.dumps({key: value for key, value in (PLAY | changes).items() if value is not None})


def test_a_play_names_its_card_and_the_top_card_that_was_seen():
    frame = read_frame(text(s=[["t", 14, 1830], ["x", 0, 1900]]))
    assert (frame.kind, frame.aid, frame.card, frame.top) == ("play", "k3x-3", 117, 14)
    measured = {"rtop": 842, "by": "touch", "vis": "v", "p": 7, "s": [["t", 14, 1830], ["x", 0, 1900]]}
    assert frame.measured == measured


@pytest.mark.parametrize("kind", ["ready", "draw", "sort", "pass"])
def test_the_other_moves_need_only_their_id(kind):
    assert read_frame(json.dumps({"t": kind, "aid": "a"})).kind == kind


@pytest.mark.parametrize(
    "bad",
    [
        None,
        "",
        "[]",
        "null",
        "7",
        "{",
        '{"t": 1}',
        '{"t": "cheat"}',
        "[" * 4000,
        text() + " " * MAX_FRAME,
        text(aid=None),
        text(aid="a b"),
        text(aid="a" * 41),
        text(aid=5),
        text(id=None),
        text(id=17),
        text(id="c"),
        text(id="c99999"),
        text(id="c1\n"),
        text(seq="14"),
        text(seq=-1),
        text(seq=True),
        text(seq=1.5),
        text(seq=2**60),
        text(rtop="fast"),
        text(by="mind"),
        text(by=["touch"]),
        text(p=None, s=[["t", 1]]),
        text(s=[["t", 1, 2]] * 121),
        text(s=[[[], 1, 2]]),
        text(s={"t": 1}),
        text(s=[["t", -1, 2]]),
    ],
)
def test_anything_else_is_refused(bad):
    with pytest.raises(BadFrame):
        read_frame(bad)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["t", "aid", "id", "seq", "s", "by", "p", "c"]) | st.text(), inner)
        ),
    )
)
def test_nothing_but_a_bad_frame_comes_of_nonsense(said):
    with contextlib.suppress(BadFrame):
        assert read_frame(json.dumps(said)).kind in {"ready", "draw", "play", "sort", "pass", "seen", "ping", "hello"}


def test_a_plain_form_says_the_same_as_a_frame():
    fields = {"t": "play", "aid": "k3x-3", "id": "c117", "seq": "14"}
    assert posted_frame(fields) == posted_frame({"frame": json.dumps(fields | {"seq": 14})})
    for bad in ("x", "9" * 5000):
        with pytest.raises(BadFrame):
            posted_frame(fields | {"seq": bad})

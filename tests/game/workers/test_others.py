"""What workers tell each other: gathered, by groups, short enough for PostgreSQL, and nothing with one worker."""

import orjson
import pytest

from game import rooms
from game.live import elsewhere, registry
from game.workers import neighbours, others


def told() -> list[tuple[str, list]]:
    """What would be told now, by groups."""
    return [(message.group, orjson.loads(message.said)) for message in others.messages()]


async def test_with_one_worker_nothing_is_noted(heard):
    others.note("things", 1)
    others.hold("lesson:7")
    assert not others._noted
    assert not others._held


async def test_what_was_noted_twice_is_said_once_and_to_its_own_group(heard):
    others.begin()
    for thing in (1, 2, 1):
        others.note("things", thing)
    assert told() == [("group.1", [1]), ("group.2", [2])]


async def test_a_message_that_would_be_too_long_is_several(heard):
    others.begin()
    others.topic("many", where=lambda item: "group", hears=others._topics["things"].hears)
    for number in range(3000):
        others.note("many", f"thing {number}")
    messages = others.messages()
    del others._topics["many"]
    assert max(len(message.said) for message in messages) <= others.LONGEST
    assert sum(len(orjson.loads(message.said)) for message in messages) == 3000


async def test_a_message_is_short_enough_with_its_quotation_marks_escaped(heard):
    others.begin()
    others.topic("many", where=lambda item: "group", hears=others._topics["things"].hears)
    for number in range(100, 550):
        others.note("many", f'{number}""""')
    messages = others.messages()
    del others._topics["many"]
    assert max(len(orjson.dumps(message.said)) for message in messages) <= others.LONGEST
    assert sum(len(orjson.loads(message.said)) for message in messages) == 450


async def test_what_no_message_can_carry_is_not_said(heard):
    others.begin()
    others.topic("many", where=lambda item: "group", hears=others._topics["things"].hears)
    for thing in ("a", "b" * others.LONGEST, "c"):
        others.note("many", thing)
    assert told() == [("group", ["a"]), ("group", ["c"])]
    del others._topics["many"]


async def test_what_a_newer_worker_says_of_things_unknown_here_is_no_trouble(heard, caplog):
    await others.handle("nothing we know", "[2]")
    assert not caplog.text


def test_a_group_has_a_name_that_every_layer_takes():
    assert others.group_of("place.ÄB C" + "x" * 200) == "place..B.C" + "x" * 80


async def test_what_cannot_be_followed_ends_nothing(heard, caplog):
    async def fails(items: list) -> None:
        raise ValueError

    others.topic("things", where=str, hears=fails)
    await others.handle("things", "[2]")
    assert "could not be followed" in caplog.text


async def test_a_group_is_joined_with_the_first_who_holds_it_and_left_with_the_last(heard):
    others.begin()
    assert others.changed() == {others.EVERYBODY: True, others.group_of(others.WORKER): True}
    assert [others.hold("lobby:7"), others.hold("lobby:7"), others.release("lobby:7")] == [True, False, False]
    assert others.changed() == {"lobby.7": True}
    assert others.release("lobby:7")
    assert not others.release("lobby:7")
    assert others.changed() == {"lobby.7": False}
    assert others.changed(anew=True) == {others.EVERYBODY: True, others.group_of(others.WORKER): True}


class Page:
    """A listener."""

    player, seat, language = 1, None, ""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def writes(self, frame: bytes) -> bool:
        return False

    async def tell(self, text: str) -> None:
        self.texts.append(text)

    async def close(self, code: int) -> None: ...

    def drop(self) -> None: ...


async def test_a_page_is_sent_on_by_another_worker_and_who_looks_after_a_lesson_looks_again(heard):
    page, looks = Page(), []
    others.begin()
    rooms.join("player:1", page)
    rooms.look_after("lesson 7", lambda: looks.append("a look"))
    assert others.holds("player:1")
    assert others.holds("lesson 7")
    others.topic("texts", where=lambda text: text[0], hears=rooms.forward)
    others.topic("changes", where=str, hears=rooms.look_again)
    await rooms.publish("player:1", '{"t":"goto"}')
    rooms.changed("lesson 7")
    await rooms.publish("table:BCDF", "{}")
    page.texts.clear()
    for message in others.messages():
        await others.handle(message.topic, message.said)
    assert (page.texts, looks) == (['{"t":"goto"}'], ["a look", "a look"])
    rooms.leave("player:1", page)
    rooms.look_after("lesson 7", None)
    assert not others.holds("player:1")
    assert not others.holds("lesson 7")


@pytest.fixture
async def place(heard) -> str:
    others.begin()
    neighbours.ready()
    neighbours.come("place.042")
    return "place.042"


async def test_as_long_as_nobody_else_holds_a_class_nothing_of_it_is_told(place):
    assert told() == [(place, [[place, others.WORKER]])]
    assert not neighbours.are_at(place)
    await others.handle(neighbours.HERE, orjson.dumps([[place, "worker 2"]]).decode())
    assert neighbours.are_at(place)
    assert told() == [(place, [[place, others.WORKER]])], "who comes is answered"
    await others.handle(neighbours.HERE, orjson.dumps([[place, "worker 2"]]).decode())
    assert told() == [], "and an answer is not"


async def test_a_class_is_one_s_own_again_when_the_last_of_the_others_has_gone(place):
    for worker in ("worker 2", "worker 3"):
        await others.handle(neighbours.HERE, orjson.dumps([[place, worker]]).decode())
    await others.handle(neighbours.GONE, orjson.dumps([[place, "worker 2"]]).decode())
    assert neighbours.are_at(place)
    await others.handle(neighbours.GONE, orjson.dumps([[place, "worker 3"]]).decode())
    assert not neighbours.are_at(place)


async def test_who_leaves_a_class_says_so_and_forgets_who_else_was_there(place):
    told()
    await others.handle(neighbours.HERE, orjson.dumps([[place, "worker 2"]]).decode())
    told()
    neighbours.leave(place)
    assert told() == [(place, [[place, others.WORKER]])]
    await others.handle(neighbours.HERE, orjson.dumps([[place, "worker 2"]]).decode())
    assert not neighbours.are_at(place)


async def test_nothing_is_kept_of_classes_that_are_not_held_here(place):
    """A worker hears of a class once more when it has left its group; a district's classes would fill its memory."""
    for said in (neighbours.GONE, neighbours.HERE, neighbours.GONE):
        await others.handle(said, orjson.dumps([["place.043", "worker 2"]]).decode())
    assert "place.043" not in neighbours._met


async def test_a_table_holds_its_class_as_long_as_it_is_in_memory(heard, race):
    others.begin()
    table, *_ = race
    place = neighbours.place_of(table.code)
    registry._tables.pop(table.code, None)
    live = await registry.at(table.code)
    assert others.holds(place)
    registry.let_go(live)
    assert not others.holds(place)


async def test_only_a_table_that_moved_and_that_another_worker_holds_too_is_told(race, lay):
    table, *_ = race
    await lay("Cleo", "Dan")
    assert len(registry.held()) > 1
    assert elsewhere.versions_of([table.round.id]) == []
    for other in registry.held():
        neighbours._met[neighbours.place_of(other.code)].add("another worker")
    told = elsewhere.versions_of([table.round.id])
    neighbours._met.clear()
    assert told == [table.version]

"""The chance of servers in tests: the same for the same test, whatever was drawn before."""

from pathlib import Path

from tests.served import Chance


def test_it_begins_anew_with_each_test(tmp_path: Path) -> None:
    told = tmp_path / "told"
    chance, other = Chance(told), Chance(told)
    told.write_text("0 test_a")
    drawn = [chance.now().getrandbits(62) for _ in range(3)]
    told.write_text("0 test_b")
    assert chance.now().getrandbits(62) not in drawn
    told.write_text("0 test_a")
    assert [chance.now().getrandbits(62) for _ in range(3)] == drawn
    assert [other.now().getrandbits(62) for _ in range(3)] == drawn

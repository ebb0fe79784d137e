"""Which database CARDINAL_DATABASE means."""

from pathlib import Path

import pytest

from classroom.server.database import choice

DATA = Path("/data")


def test_without_an_address_it_is_the_file_in_the_data_folder():
    chosen = choice.read("", DATA)
    assert (chosen["ENGINE"], chosen["NAME"]) == ("classroom.server.database.sqlite", DATA / "cardinal.sqlite3")


def test_an_address_is_taken_apart():
    chosen = choice.read("postgresql://ana:p%40ss@db.school.example:5433/cards?sslmode=require", DATA)
    assert [chosen[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        "ana", "p@ss", "db.school.example", "5433", "cards",
    ]  # fmt: skip
    assert chosen["OPTIONS"]["sslmode"] == "require"


def test_a_socket_is_named_by_its_folder():
    assert choice.read("postgresql://cardinal@/cardinal?host=/run/postgresql", DATA)["HOST"] == "/run/postgresql"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://localhost/cardinal", "it has to name a database"),
        ("postgresql://localhost", "it has to name a database"),
        ("postgresql://localhost:many/cardinal", "Port could not be cast"),
        ("postgresql://localhost/cardinal?pool=9", "pool cannot be set there"),
    ],
)
def test_what_is_not_understood_is_said_with_an_example(address, why):
    with pytest.raises(ValueError, match=why) as refused:
        choice.read(address, DATA)
    assert choice.EXAMPLE in str(refused.value)


def test_a_refusal_does_not_repeat_the_password():
    with pytest.raises(ValueError, match="not understood") as refused:
        choice.read("postgresql://ana:hush@localhost:x/cardinal", DATA)
    assert "hush" not in str(refused.value)

"""The channel layer that the settings choose."""

import pytest

from classroom.server import channel_layer


def test_one_worker_has_no_channel_layer_whatever_is_named():
    assert channel_layer.read("", 1) == channel_layer.read("redis://redis.school.example", 1) == {}


def test_several_workers_use_their_database():
    assert channel_layer.read("", 2)["default"]["BACKEND"] == "game.workers.postgresql.PostgreSQLChannelLayer"


@pytest.mark.parametrize(
    ("named", "asked"),
    [
        ("redis://cardinal:secret@redis.school.example:6379/0", "redis://cardinal:secret@redis.school.example:6379/0"),
        ("valkey://redis.school.example", "redis://redis.school.example"),
        ("valkeys://redis.school.example", "rediss://redis.school.example"),
        ("unix:///run/redis/redis.sock", "unix:///run/redis/redis.sock"),
    ],
)
def test_a_district_names_its_redis_and_requests_to_it_have_a_timeout(named, asked):
    config = channel_layer.read(named, 2)["default"]["CONFIG"]
    (host,) = config["hosts"]
    assert host["address"] == asked
    assert 0 < host["socket_timeout"] <= 5


@pytest.mark.parametrize("named", ["redis.school.example", "http://redis.school.example", "redis://"])
def test_what_is_no_address_is_refused_in_words(named):
    with pytest.raises(ValueError, match="redis://user"):
        channel_layer.read(named, 2)

"""A teacher's recordings: heard in the own classes instead of the files, by nobody else; checked to the last byte."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from classroom.models import Classroom, Recording, Teacher
from classroom.speech import recordings
from classroom.speech.recordings import NotARecording
from tests.classroom.speech.sounds import a_second_of_sound, sound

pytestmark = pytest.mark.django_db
VOICE = reverse("account_voice", args=["is"])
SAY = reverse("say", args=["is", "name,n3"])


def sends(browser: Client, name: str, data: bytes, **more: str):
    posted = {"name": name, "sound": SimpleUploadedFile("sound.wav", data), **more}
    return browser.post(VOICE, posted, headers={"X-Line": "1"})


def test_children_hear_their_teacher_where_there_is_a_recording_and_the_file_elsewhere(
    ana_client: Client, bea_client: Client
):
    assert sends(ana_client, "name", a_second_of_sound()).status_code == 200
    own, file = bea_client.get(SAY).json()
    assert own == reverse("recording", args=[Recording.objects.get().pk])
    assert "audio/is/n3" in file
    heard = bea_client.get(own)
    assert heard.content == a_second_of_sound()
    assert heard["content-type"] == "audio/wav"


def test_nobody_outside_the_class_hears_it(ana_client: Client, ben_client: Client, client: Client):
    sends(ana_client, "name", a_second_of_sound())
    address = reverse("recording", args=[Recording.objects.get().pk])
    assert [browser.get(address).status_code for browser in (ana_client, ben_client, client)] == [200, 404, 404]
    assert all("audio/is/name" in browser.get(SAY).json()[0] for browser in (ben_client, client))


def test_another_take_replaces_the_first_and_removed_it_is_the_file_again(ana_client: Client):
    sends(ana_client, "name", a_second_of_sound())
    sends(ana_client, "name", sound(2))
    assert bytes(Recording.objects.get().sound) == sound(2)
    answer = ana_client.post(VOICE, {"name": "name", "remove": "1"}, headers={"X-Line": "1"})
    assert "✓ your voice" not in answer.text
    assert not Recording.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_takes_that_come_at_once_one_stays(ana_teacher: Teacher):
    start = threading.Barrier(8)

    def keeps(seconds: int) -> None:
        start.wait()
        try:
            recordings.keep(ana_teacher, "is", "name", sound(seconds))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as takes:
        list(takes.map(keeps, range(1, 9)))
    assert Recording.objects.count() == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<script>alert(1)</script>",
        b"RIFF\x24\x00\x00\x00WAVEfmt ",
        sound()[:19] + b"\x01" + sound()[20:],
        sound(rate=44_100),
        sound(channels=2),
        sound(width=1),
        sound(0),
        sound(16),
    ],
    ids=["empty", "text", "cut off", "a long head", "another rate", "stereo", "8 bit", "silence", "too long"],
)
def test_what_is_not_a_short_recording_is_refused_and_changes_nothing(ana_client: Client, data):
    sends(ana_client, "name", a_second_of_sound())
    assert sends(ana_client, "name", data).status_code == 422
    assert bytes(Recording.objects.get().sound) == a_second_of_sound()


def test_what_stands_in_a_file_beside_its_sound_is_not_kept():
    plain = sound(1)
    hidden = plain[:4] + (len(plain) + 12 - 8).to_bytes(4, "little") + plain[8:] + b"LIST\x04\x00\x00\x00NAME"
    assert recordings.checked(hidden) == plain


def test_a_name_or_a_language_of_nobodys_is_not_there(ana_client: Client):
    assert sends(ana_client, "no_such_name", a_second_of_sound()).status_code == 404
    assert ana_client.get(reverse("account_voice", args=["xx"])).status_code == 404
    assert ana_client.get(reverse("say", args=["is", "no_such_name"])).status_code == 404
    assert ana_client.get(reverse("say", args=["is", ",".join(["n1"] * 21)])).status_code == 404


def test_the_page_is_one_query_for_all_recordings(
    ana_client: Client, ana_teacher: Teacher, django_assert_max_num_queries
):
    recordings.keep(ana_teacher, "is", "name", a_second_of_sound())
    with django_assert_max_num_queries(4):
        page = ana_client.get(VOICE)
    assert page.text.count("✓ your voice") == 1


def test_recordings_go_with_the_account(ana_teacher: Teacher):
    recordings.keep(ana_teacher, "is", "name", a_second_of_sound())
    ana_teacher.delete()
    assert not Recording.objects.exists()


def test_who_owns_the_class_is_heard_before_a_co_teacher(
    ana_teacher: Teacher, ben_teacher: Teacher, class_4b: Classroom
):
    class_4b.teachings.create(teacher=ben_teacher, is_owner=False)
    second = recordings.keep(ben_teacher, "is", "name", a_second_of_sound())
    assert recordings.of_class(class_4b.pk, "is", ["name"]) == {"name": reverse("recording", args=[second.pk])}
    first = recordings.keep(ana_teacher, "is", "name", a_second_of_sound())
    assert recordings.of_class(class_4b.pk, "is", ["name"]) == {"name": reverse("recording", args=[first.pk])}


def test_too_long_is_said_before_it_is_read():
    with pytest.raises(NotARecording) as refused:
        recordings.checked(bytes(recordings.LARGEST + 1))
    assert str(refused.value.why) == "That is too long. 15 seconds are the most."

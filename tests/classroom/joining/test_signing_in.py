"""Pictures, secret words, cards, the teacher's word, one device for many."""

import re

import pytest
from django.conf import settings
from django.contrib.auth.hashers import get_hasher, identify_hasher
from django.test import Client
from django.urls import reverse

from classroom.joining.sign_in import credentials, sign_in_cards, throttling
from classroom.models import Guesses, Knock, Student
from classroom.naming.word_lists import PICTURES, alias, animals, things
from classroom.sessions import lifecycle
from tests.classroom.joining.secret_signs import SignIn, says, secret_page, sign_in_by, student
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)


# The right secret


@pytest.mark.parametrize("way", [SignIn.PICTURES, SignIn.FEW, SignIn.WORDS])
def test_who_proves_a_name_is_in(client, class_4b, way):
    session = sign_in_by(class_4b, way)
    bea = student(class_4b)
    asked = client.post(reverse("join_names", args=[session.code]), {"student": bea.pk})
    assert asked.url == secret_page(session, bea)
    assert client.get(asked.url).status_code == 200
    assert says(client, session, bea, credentials.given(bea)).url == reverse("waiting")
    assert session.attendances.get().student == bea


def test_pictures_are_tapped_one_by_one_without_scripts(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea = student(class_4b)
    page = secret_page(session, bea)
    tapped = ""
    for place, picture in enumerate(credentials.given(bea), start=1):
        answer = client.post(page, {"pick": picture, "picked": tapped})
        tapped = answer.content.decode().split('name="picked" value="')[1].split('"')[0]
        assert len(tapped.split(",")) == place
    back = client.post(page, {"back": "1", "picked": tapped}).content.decode()
    assert f'name="picked" value="{tapped.rpartition(",")[0]}"' in back
    assert client.post(page, {"go": "1", "picked": tapped}).url == reverse("waiting")


@pytest.mark.parametrize("way", [SignIn.PICTURES, SignIn.WORDS])
def test_a_shortened_name_is_greeted_without_its_full_stop(client, class_4b, way):
    session = sign_in_by(class_4b, way)
    bea = student(class_4b)
    Student.objects.filter(pk=bea.pk).update(name="Bea D.")
    assert "Hi Bea D!" in words(client.get(secret_page(session, bea)))


def test_given_secrets_differ_are_the_same_at_any_time_and_are_kept_nowhere(class_4b):
    sign_in_by(class_4b, SignIn.PICTURES)
    names = ("Amir", "Bea", "Chen", "Dana")
    first = [credentials.given(student(class_4b, name)) for name in names]
    assert first == [credentials.given(student(class_4b, name)) for name in names]
    assert len(set(first)) == 4
    assert all(len(set(one)) == 4 for one in first)
    assert student(class_4b).secret == ""


def test_a_new_card_brings_new_pictures(class_4b):
    sign_in_by(class_4b, SignIn.PICTURES)
    before = credentials.given(student(class_4b))
    sign_in_cards.change([student(class_4b)])
    assert credentials.given(student(class_4b)) != before


def test_words_are_taken_in_any_case_and_with_any_spaces(class_4b):
    sign_in_by(class_4b, SignIn.WORDS)
    bea = student(class_4b)
    given = credentials.given(bea)
    for typed in (" ".join(given).upper(), "-".join(given), "".join(given)):
        assert credentials.fits(bea, credentials.words_in(typed))
    assert not credentials.fits(bea, credentials.words_in(""))


def test_at_the_first_sign_in_a_child_chooses_its_pictures_and_they_are_kept_hashed(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES, own=True)
    bea = student(class_4b)
    assert "Choose 4 pictures." in words(client.get(secret_page(session, bea)))
    assert "Tap 4 pictures." in words(says(client, session, bea, ("cat", "sun")))
    assert says(client, session, bea, ("cat", "sun", "key", "cup")).url == reverse("waiting")
    kept = student(class_4b).secret
    assert identify_hasher(kept).algorithm == get_hasher().algorithm
    assert "cat" not in kept
    assert "Tap your 4 pictures." in words(Client().get(secret_page(session, bea)))
    assert says(Client(), session, bea, ("cat", "sun", "cup", "key")).status_code == 403
    assert says(Client(), session, bea, ("cat", "sun", "key", "cup")).status_code == 302


@pytest.mark.parametrize("word", ["", "fox", "!!!!!!", "x" * 61])
def test_a_word_of_ones_own_is_no_shorter_than_five_letters_and_no_longer_than_sixty(client, class_4b, word):
    session = sign_in_by(class_4b, SignIn.WORDS, own=True)
    assert says(client, session, student(class_4b), (word,)).status_code == 422
    assert student(class_4b).secret == ""


def test_ones_name_is_no_secret(client, class_4b):
    Student.objects.filter(name="Bea").update(name="Beatrix")
    session = sign_in_by(class_4b, SignIn.WORDS, own=True)
    page = says(client, session, student(class_4b, "Beatrix"), ("beatrix",))
    assert "Your name is no secret." in words(page)


def test_what_was_chosen_for_pictures_does_not_open_words(class_4b):
    sign_in_by(class_4b, SignIn.PICTURES, own=True)
    credentials.choose(student(class_4b), ("cat", "sun", "key", "cup"))
    sign_in_cards.set_sign_in(class_4b, sign_in=SignIn.WORDS, own_secrets=True)
    assert credentials.is_to_be_chosen(student(class_4b))


def test_who_proves_a_name_takes_it_from_the_device_that_has_it(class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea = student(class_4b)
    old, new = Client(), Client()
    for browser in (old, new):
        assert says(browser, session, bea, credentials.given(bea)).status_code == 302
    assert "Hi Bea!" in words(new.get(reverse("waiting")))
    assert "That is me: play here" in words(old.get(reverse("waiting")))


def test_a_name_alone_opens_nothing_where_a_secret_is_asked(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    client.post(reverse("join_names", args=[session.code]), {"student": student(class_4b).pk})
    assert not session.attendances.exists()


@pytest.mark.parametrize("path", ["{code}/{stranger}/", "{code}/0/", "222222/{bea}/"])
def test_a_secret_is_asked_only_of_children_of_the_class(client, class_4b, class_5c, path):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    filled = path.format(code=session.code, stranger=class_5c.students.get(name="Eli").pk, bea=student(class_4b).pk)
    assert client.get(f"/join/{filled}").status_code in (302, 404)


# My card


def scanned(who: Student) -> Client:
    browser = Client()
    browser.get(reverse("card", args=[who.card]))
    return browser


def test_a_card_lets_its_holder_into_the_lesson_whatever_the_class_signs_in_with(class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    browser = scanned(student(class_4b))
    start = browser.get(reverse("practice"))
    assert "Your class has a lesson now." in words(start)
    assert start.content.decode().count("button primary") == 1
    assert browser.post(reverse("join_with_card")).url == reverse("waiting")
    assert session.attendances.get().student.name == "Bea"


def test_an_answer_to_a_request_from_before_a_sign_in_takes_no_session_away(class_4b):
    """A page asks for what it needs offline, and the child presses *Go in* meanwhile: its session has another key."""
    browser, asking = scanned(student(class_4b)), Client()
    asking.cookies[settings.SESSION_COOKIE_NAME] = browser.cookies[settings.SESSION_COOKIE_NAME].value
    browser.get(reverse("card", args=[student(class_4b).card]))
    assert settings.SESSION_COOKIE_NAME not in asking.get(reverse("practice_offline")).cookies


def test_without_a_lesson_a_card_leads_to_practice(class_4b):
    browser = scanned(student(class_4b))
    assert "Your class has a lesson now." not in words(browser.get(reverse("practice")))
    assert browser.post(reverse("join_with_card")).url == reverse("practice")


def test_a_changed_card_says_so_and_opens_nothing(class_4b):
    session = sign_in_by(class_4b, SignIn.NAME)
    old = student(class_4b)
    browser = scanned(old)
    sign_in_cards.change(class_4b.students.all())
    assert browser.post(reverse("join_with_card")).url == reverse("practice")
    page = Client().get(reverse("card", args=[old.card]))
    assert (page.status_code, "This card was changed Ask your teacher for the new one." in words(page)) == (404, True)
    assert not session.attendances.exists()


def test_somebody_elses_wrong_tries_do_not_keep_a_card_out(class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    bea = student(class_4b)
    for _ in range(8):
        throttling.settle(False, *throttling.at_secret(bea))
    assert scanned(bea).post(reverse("join_with_card")).url == reverse("waiting")
    assert session.attendances.exists()


# One device for many


def test_on_a_shared_device_the_next_child_taps_its_name(client, class_4b):
    session = sign_in_by(class_4b, SignIn.NAME)
    names = reverse("join_names", args=[session.code])
    client.post(reverse("join_shared", args=[session.code]))
    for one in class_4b.students.all():
        assert "Who plays now?" in words(client.get(names))
        assert client.post(names, {"student": one.pk}).url == reverse("waiting")
        assert "Next child" in words(client.get(reverse("waiting")))
        assert client.post(reverse("leave")).url == names
        assert client.get(reverse("waiting")).url == reverse("join")
    assert session.attendances.count() == 4


def test_at_the_table_of_a_shared_device_there_is_a_button_for_the_next_child(client, class_4b):
    session = sign_in_by(class_4b, SignIn.NAME)
    client.post(reverse("join_shared", args=[session.code]))
    for name in ("Amir", "Bea"):
        lifecycle.arrive(session=session, student=student(class_4b, name))
    lifecycle.start(session=session)
    client.post(reverse("join_names", args=[session.code]), {"student": student(class_4b).pk})
    table = client.get(client.get(reverse("waiting")).url)
    assert f'action="{reverse("leave")}"' in table.content.decode()


def test_a_shared_device_after_the_lesson_says_that_it_is_over(client, class_4b):
    session = sign_in_by(class_4b, SignIn.NAME)
    client.post(reverse("join_shared", args=[session.code]))
    lifecycle.end(session=session)
    page = client.get(reverse("join_names", args=[session.code]))
    assert "This lesson is over. Ask your teacher for a new code." in words(page)
    assert not Guesses.objects.exists()


def test_a_device_can_be_one_childs_again(client, lobby_4b):
    share = reverse("join_shared", args=[lobby_4b.code])
    client.post(share)
    client.post(share, {"off": "1"})
    assert "Tap your name" in words(client.get(reverse("join_names", args=[lobby_4b.code])))


# Words and pictures


@pytest.mark.parametrize(("printed", "typed"), [("þota", "thota"), ("ær", "aer"), ("bátur", "batur"), ("piña", "pina")])
def test_given_words_may_be_typed_without_their_accents(printed, typed):
    assert credentials._typed([printed]) == credentials._typed([typed])


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_there_are_sixteen_things_and_sixty_four_animals_all_different_in_every_language(language):
    assert len(set(things(language))) == 16
    assert len(set(animals(language))) == 64
    assert len({*things(language), *animals(language)}) == 80


def test_there_are_sixteen_pictures_and_none_is_the_beginning_of_another():
    assert len({picture.id for picture in PICTURES}) == 16
    ids = [picture.id for picture in PICTURES]
    assert not any(one != other and other.startswith(one) for one in ids for other in ids)


def test_every_picture_is_in_the_sprite(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    page = client.get(secret_page(session, student(class_4b))).content.decode()
    for picture in PICTURES:
        assert f'<symbol id="pic-{picture.id}"' in page
        assert f'href="#pic-{picture.id}"' in page


def test_a_made_up_name_is_everybodys_own():
    assert len({alias(number, "en") for number in range(7, 7 + 1000)}) == 1000


# Ask my teacher (the teacher's side is in live/test_admission.py)


@pytest.mark.parametrize("name", ["", "   ", "=1+1", "a@b.example", "x" * 61, "\u202eZoe", "..."])
def test_a_name_that_is_none_is_refused_in_words_and_kept_in_the_field(client, lobby_4b, name):
    page = client.post(reverse("join_ask", args=[lobby_4b.code]), {"name": name})
    assert (page.status_code, page.context["name"]) == (422, name)
    assert not Knock.objects.exists()


def test_a_name_tent_has_face_and_name_on_both_sides_and_nothing_that_lets_anybody_in(ana_client, class_4b, bea):
    sign_in_by(class_4b, SignIn.WORDS)
    Student.objects.filter(pk=bea.pk).update(character="fox", colour="orange")
    page = ana_client.get(reverse("class_cards", args=[class_4b.pk]), {"as": "tents"}).content.decode()
    assert len(re.findall(r'<strong\s+class="name">Bea</strong>', page)) == 2
    assert page.count("#fox") == 2
    bea.refresh_from_db()
    assert bea.card not in page
    assert " ".join(credentials.given(bea)) not in page

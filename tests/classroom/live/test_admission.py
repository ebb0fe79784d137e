"""The teacher at the door: who asks to come in, the lock, one child's page."""

import json

import pytest
from django.test import AsyncClient, Client
from django.urls import reverse

from classroom.access import TeacherRequest
from classroom.joining import join_requests
from classroom.live.lobby import views_admission
from classroom.models import ClassSession, Knock, Student
from classroom.sessions import lifecycle
from tests.classroom.conftest import join, teacher_at
from tests.conftest import words

in_rows = pytest.mark.django_db(transaction=True)


def asks(browser: Client, session: ClassSession, **who: object):
    return browser.post(reverse("join_ask", args=[session.code]), who)


def answers(teacher: Client, session: ClassSession, **answer: object):
    knock = reverse("session_knock", args=[session.pk, Knock.objects.get().pk])
    return teacher.post(knock, answer)


# Ask my teacher


@in_rows
def test_a_child_that_asks_is_let_in_at_the_browser_where_it_waits(client, lobby_4b, bea, ana_client):
    assert asks(client, lobby_4b, student=bea.pk).url == reverse("waiting")
    assert "Your teacher sees that you are here." in words(client.get(reverse("waiting")))
    assert "Bea cannot sign in and asks you." in words(ana_client.get(reverse("session", args=[lobby_4b.pk])))
    answers(ana_client, lobby_4b)
    assert "Hi Bea! Wait for your teacher." in words(client.get(reverse("waiting")))
    assert not Knock.objects.exists()


@pytest.fixture
def a_co_teacher_lets_bea_in(bea: Student, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = views_admission._wanted

    def late(request: TeacherRequest, session: ClassSession, asked: Knock) -> Student:
        join_requests.admit(Knock.objects.select_related("session").get(), bea)
        return reads(request, session, asked)

    monkeypatch.setattr(views_admission, "_wanted", late)


@in_rows
def test_a_browser_that_two_teachers_let_in_at_once_is_one_childs(
    client, lobby_4b, bea, class_4b, ana_client, a_co_teacher_lets_bea_in
):
    asks(client, lobby_4b, name="Bee")
    assert answers(ana_client, lobby_4b, student=class_4b.students.get(name="Dana").pk).status_code == 302
    assert [here.student for here in lobby_4b.attendances.all()] == [bea]


@pytest.fixture
def let_in_meanwhile(bea: Student, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher lets Bea in just when a page has seen that she is not in, before it looks who has knocked."""
    looks = join_requests.request_at

    def late(device: str | None) -> Knock | None:
        for asked in Knock.objects.filter(device=device):
            join_requests.admit(asked, bea)
        return looks(device)

    monkeypatch.setattr(join_requests, "request_at", late)


@in_rows
def test_who_is_let_in_while_its_page_comes_waits_inside(client, lobby_4b, bea, let_in_meanwhile):
    asks(client, lobby_4b, student=bea.pk)
    assert "Hi Bea! Wait for your teacher." in words(client.get(reverse("waiting")))


@in_rows
async def test_who_is_let_in_while_its_socket_opens_hears_of_it(lobby_4b, socket_of, bea, let_in_meanwhile):
    child = AsyncClient()
    await child.post(reverse("join_ask", args=[lobby_4b.code]), {"student": bea.pk})
    assert "Hi Bea!" in (await socket_of(child, "/ws/waiting/").opens())["html"]


@in_rows
def test_a_newcomer_is_added_to_the_class_or_let_in_under_a_name_of_the_list(client, lobby_4b, bea, ana_client):
    asks(client, lobby_4b, name=" Zoë  K. ")
    page = ana_client.get(reverse("session_knock", args=[lobby_4b.pk, Knock.objects.get().pk]))
    assert "Add Zoë K. to the class" in words(page)
    answers(ana_client, lobby_4b, newcomer="1")
    assert lobby_4b.attendances.get().student.name == "Zoë K."
    other = Client()
    asks(other, lobby_4b, name="Bee")
    answers(ana_client, lobby_4b, student=bea.pk)
    assert "Hi Bea!" in words(other.get(reverse("waiting")))


@in_rows
def test_a_newcomer_with_a_name_of_the_list_is_not_added_twice(client, lobby_4b, ana_client):
    asks(client, lobby_4b, name="bea")
    page = answers(ana_client, lobby_4b, newcomer="1")
    assert "bea is in this class already. Choose the name in the list." in words(ana_client.get(page.url))
    assert Knock.objects.exists()


@in_rows
def test_a_child_that_is_not_let_in_is_told_kindly(client, lobby_4b, bea, ana_client):
    asks(client, lobby_4b, student=bea.pk)
    answers(ana_client, lobby_4b, no="1")
    assert client.get(reverse("waiting")).url == reverse("join")
    assert "Not this time. Talk to your teacher." in words(client.get(reverse("join") + "?refused"))


@in_rows
def test_who_asks_twice_stands_at_the_door_once_and_a_crowd_is_turned_away(lobby_4b, bea, monkeypatch):
    for _ in range(3):
        asks(Client(), lobby_4b, student=bea.pk)
    assert Knock.objects.count() == 1
    monkeypatch.setattr(join_requests, "MOST", 1)
    page = asks(Client(), lobby_4b, name="Zoe")
    assert (page.status_code, "Many children wait. Talk to your teacher." in words(page)) == (422, True)


@in_rows
async def test_who_asks_for_a_name_that_is_in_is_told_apart(lobby_4b, socket_of, bea, ana_teacher):
    first = await join(lobby_4b, "Bea")
    await socket_of(first, "/ws/waiting/").opens()
    child = AsyncClient()
    await child.post(reverse("join_ask", args=[lobby_4b.code]), {"student": bea.pk})
    teacher = await teacher_at(ana_teacher)
    page = words(await teacher.get(reverse("session", args=[lobby_4b.pk])))
    assert "Somebody on a second device says to be Bea ." in page
    assert "Yes, move there Bea No, somebody else Bea" in page
    assert "cannot sign in" not in page


@in_rows
def test_nobody_is_preselected_and_nobody_is_let_in_by_a_press_on_nothing(client, lobby_4b, bea, class_4b, ana_client):
    for name in ("Beau", "Zoe"):
        Student.objects.create(classroom=class_4b, name=name)
    lifecycle.arrive(session=lobby_4b, student=bea)
    asks(client, lobby_4b, name="Beau L.")
    page = words(ana_client.get(reverse("session_knock", args=[lobby_4b.pk, Knock.objects.get().pk])))
    assert "Somebody on the list Choose a name Beau Amir Chen Dana Zoe Bea (here) Let in" in page
    refused = answers(ana_client, lobby_4b, student="")
    assert (refused.status_code, "Choose a name." in words(refused)) == (422, True)
    assert Knock.objects.exists()
    assert lobby_4b.attendances.count() == 1


@in_rows
def test_a_student_of_another_class_cannot_be_let_in(client, lobby_4b, class_5c, ana_teacher, ana_client, ben_client):
    asks(client, lobby_4b, name="Eli")
    for browser, teachers in ((ana_client, ()), (ben_client, ()), (ana_client, (ana_teacher,))):
        class_5c.teachers.add(*teachers)
        assert answers(browser, lobby_4b, student=class_5c.students.get(name="Eli").pk).status_code == 404


@in_rows
async def test_a_knock_and_its_answer_are_told_at_once(lobby_4b, socket_of, ana_teacher):
    teacher, child = await teacher_at(ana_teacher), AsyncClient()
    lobby = socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/lobby/")
    await lobby.opens()
    await child.post(reverse("join_ask", args=[lobby_4b.code]), {"name": "Zoe"})
    await lobby.hears_of("Zoe")
    waits = socket_of(child, "/ws/waiting/")
    assert "Wait until you are let in." in (await waits.opens())["html"]
    knock = await Knock.objects.aget()
    await teacher.post(reverse("session_knock", args=[lobby_4b.pk, knock.pk]), {"newcomer": "1"})
    assert await waits.hears() == {"t": "goto", "url": reverse("waiting")}


@in_rows
async def test_a_name_that_is_taken_can_be_asked_for(lobby_4b, bea):
    await (await join(lobby_4b, "Bea")).get(reverse("waiting_ask"))
    taken = await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": bea.pk})
    page = taken.content.decode()
    assert f'action="{reverse("join_ask", args=[lobby_4b.code])}"' in page
    assert "Ask my teacher" in page


@in_rows
async def test_the_old_device_is_shown_out_when_the_one_at_the_door_is_let_in(lobby_4b, socket_of, bea, ana_teacher):
    old = socket_of(await join(lobby_4b, "Bea"), "/ws/waiting/")
    await old.opens()
    await AsyncClient().post(reverse("join_ask", args=[lobby_4b.code]), {"student": bea.pk})
    knock = await Knock.objects.aget()
    await (await teacher_at(ana_teacher)).post(reverse("session_knock", args=[lobby_4b.pk, knock.pk]))
    assert await old.closing() == 4409


@in_rows
def test_nobody_waits_at_the_door_of_a_lesson_that_is_over(client, lobby_4b, bea):
    asks(client, lobby_4b, student=bea.pk)
    lifecycle.end(session=lobby_4b)
    assert client.get(reverse("waiting")).url == reverse("join")
    assert json.loads(client.get(reverse("waiting_ask")).content) == {"t": "goto", "url": reverse("join")}


# The lock


@in_rows
def test_a_locked_door_lets_in_nobody_but_who_was_in(client, lobby_4b, bea, class_4b, ana_client):
    lifecycle.arrive(session=lobby_4b, student=bea)
    ana_client.post(reverse("session_lock", args=[lobby_4b.pk]), {"locked": "yes"})
    names = reverse("join_names", args=[lobby_4b.code])
    page = client.get(names)
    assert "The door is locked. Only children who were in can come back." in words(page)
    assert "Amir" not in words(page)
    amir = client.post(names, {"student": class_4b.students.get(name="Amir").pk})
    assert (amir.status_code, "You can ask to come in." in words(amir)) == (423, True)
    assert client.post(names, {"student": bea.pk}).status_code == 302
    ana_client.post(reverse("session_lock", args=[lobby_4b.pk]), {"locked": "no"})
    assert Client().post(names, {"student": class_4b.students.get(name="Amir").pk}).status_code == 302


@in_rows
def test_behind_a_locked_door_a_card_lets_nobody_in_but_the_teacher_does(client, lobby_4b, bea, ana_client):
    ana_client.post(reverse("session_lock", args=[lobby_4b.pk]), {"locked": "yes"})
    client.get(reverse("card", args=[bea.card]))
    assert client.post(reverse("join_with_card")).status_code == 423
    asks(client, lobby_4b, student=bea.pk)
    answers(ana_client, lobby_4b)
    assert "Hi Bea!" in words(client.get(reverse("waiting")))


@in_rows
async def test_the_projector_says_when_the_door_is_locked(lobby_4b, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    screen = socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/screen/")
    assert 'id="lock" hidden' in (await screen.opens())["html"]
    await teacher.post(reverse("session_lock", args=[lobby_4b.pk]), {"locked": "yes"})
    await screen.hears_of('id="lock">')


# One child


@in_rows
def test_a_child_taken_out_can_come_in_again(lobby_4b, bea, ana_client):
    browser = Client()
    names = reverse("join_names", args=[lobby_4b.code])
    browser.post(names, {"student": bea.pk})
    ana_client.post(reverse("session_child_remove", args=[lobby_4b.pk, bea.pk]))
    assert browser.get(reverse("waiting")).url == reverse("join")
    assert not lobby_4b.attendances.exists()
    assert browser.post(names, {"student": bea.pk}).status_code == 302


@in_rows
def test_in_mid_play_a_childs_page_is_one_press_from_its_drawer(lesson, bea, ana_client):
    drawer = reverse("session_monitor_child", args=[lesson.pk, bea.pk])
    assert drawer in ana_client.get(reverse("session_monitor", args=[lesson.pk])).content.decode()
    assert reverse("session_child", args=[lesson.pk, bea.pk]) in ana_client.get(drawer).content.decode()


@in_rows
async def test_a_child_taken_out_reads_why_its_page_has_closed(lobby_4b, socket_of, bea, ana_teacher):
    socket = socket_of(await join(lobby_4b, "Bea"), "/ws/waiting/")
    await socket.opens()
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_child_remove", args=[lobby_4b.pk, bea.pk]))
    assert await socket.closing() == 4403


@in_rows
async def test_a_child_is_renamed_on_the_spot(lobby_4b, socket_of, bea, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_board_names", args=[lobby_4b.pk]), {"names": "names"})
    screen = socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/screen/")
    await screen.opens()
    page = reverse("session_child", args=[lobby_4b.pk, bea.pk])
    assert (await teacher.post(page, {"name": "Beatrix"})).status_code == 302
    await screen.hears_of("Beatrix")
    refused = await teacher.post(page, {"name": "Amir"})
    assert (refused.status_code, "Amir is in this class already." in refused.content.decode()) == (422, True)


@in_rows
def test_a_childs_page_shows_its_pictures_and_makes_a_new_card(lobby_4b, class_4b, bea, ana_client):
    class_4b.sign_in = "pictures"
    class_4b.save()
    page = words(ana_client.get(reverse("session_child", args=[lobby_4b.pk, bea.pk])))
    assert "Show the pictures" in page
    ana_client.post(reverse("student_card_change", args=[bea.pk]))
    assert Student.objects.get(pk=bea.pk).card != bea.card


@in_rows
@pytest.mark.parametrize("page", ["session_child", "session_child_remove", "session_child_lift"])
def test_a_child_of_another_class_of_the_same_teacher_is_not_in_this_lesson(
    lobby_4b, class_5c, ana_teacher, ana_client, page
):
    class_5c.teachers.add(ana_teacher)
    eli = class_5c.students.get(name="Eli")
    assert ana_client.post(reverse(page, args=[lobby_4b.pk, eli.pk])).status_code == 404

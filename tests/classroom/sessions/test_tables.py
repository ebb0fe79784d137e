"""The heads of tables."""

from django.template import Context, Template

HEADS = '{% load tables %}{% heads _("Name") count number _("What to do") unseen %}'


def test_a_head_says_its_words_and_stands_as_its_column_does():
    html = Template(HEADS).render(Context({"count": "<5"}))
    assert html == (
        '<thead><tr><th scope="col">Name</th>'
        '<th scope="col" class="number">&lt;5</th>'
        '<th scope="col"><span class="vh">What to do</span></th></tr></thead>'
    )


def test_a_column_without_words_is_left_out():
    assert Template(HEADS).render(Context()).count("<th ") == 2

"""The pages of learning platforms in the language that does not exist: no word was never given to a translator."""

from django.urls import reverse

from classroom.models import Classroom, Teacher
from tests.languages.fixtures import extracted, pseudo_catalogue, pseudo_language
from tests.languages.pseudo import bare_texts
from tests.languages.test_nothing_hard_coded import DATA, KEPT
from tests.lti.conftest import admin_of

__all__ = ["extracted", "pseudo_catalogue", "pseudo_language"]

NAMES = KEPT | {"Moodle", "LTI", "Maths", "4B"}


def test_no_page_of_platforms_has_a_word_that_was_never_translated(
    connected, class_4b, ana_teacher, platform, pseudo_language
):
    for kind in (Teacher, Classroom):
        kind.objects.update(language=pseudo_language)
    ana_teacher.refresh_from_db()
    class_page = reverse("class", args=[class_4b.pk])
    connected.get(class_page)  # what was said of the list that was read in before
    visited = [(admin_of(ana_teacher), reverse("lti_platforms")), (connected, class_page)]
    visited += [(connected, reverse("lti_course")), (connected, reverse("lti_class", args=[class_4b.pk]))]
    found = {}
    for browser, url in visited:
        answer = browser.get(url, follow=True, headers={"accept-language": pseudo_language})
        assert answer.status_code == 200, url
        texts = bare_texts(answer.content.decode(), NAMES)
        left = [text for text in texts if any(letter.isalpha() for letter in DATA.sub(" ", text))]
        found |= {url: left} if left else {}
    assert found == {}

"""All topics of the manual: in their order, by name, by the teacher's page that they explain, by what they say."""

from collections.abc import Mapping
from functools import cache

from classroom.manual import games, lessons, results
from classroom.manual.topic import Chapter, HelpTopic
from classroom.naming import collation

FIRST = "first-lesson"


def chapters() -> tuple[Chapter, ...]:
    """Return the manual as a lesson goes; games say what they are in the language of this page."""
    return lessons.before(), lessons.during(), games.chapter(), results.AFTER, results.SCHOOL


def topics() -> list[HelpTopic]:
    return [topic for chapter in chapters() for topic in chapter.topics]


def of(url_name: str, state: str = "") -> str:
    """Return the name of the topic that explains the teacher's page of that name, of a session's that of its state; the
    first one where none does."""
    return _explained().get("session_report" if url_name == "session" and state == "ended" else url_name, FIRST)


@cache
def _explained() -> Mapping[str, str]:
    """Return the name of a topic by the names of the URLs that it explains: asked by every page of a teacher."""
    return {url_name: topic.name for topic in topics() for url_name in topic.of}


def search(asked: str) -> list[HelpTopic]:
    """Return the topics that have all these words, or beginnings of them; those that have them in their title first."""
    wanted = [word for word in map(collation.plain, asked.split()) if word]
    found = [topic for topic in topics() if wanted and _has(wanted, *topic.texts)]
    return sorted(found, key=lambda topic: not _has(wanted, str(topic.title)))


def _has(wanted: list[str], *texts: str) -> bool:
    words = [collation.plain(word) for text in texts for word in text.split()]
    return all(any(word.startswith(begun) for word in words) for begun in wanted)

"""The parts of the manual. What the app declares, like options and signs, is read from there and not repeated."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString

Text = str | Promise


class HelpTopic(NamedTuple):
    """One idea on a page of its own: a title, a few sentences, a picture.

    `lines` are pairs of a term and its explanation; `of` are the URL names of the teacher's pages that this topic
    explains. Its picture is in `_picture.html` under its `name`, unless it is `drawn` already. `more` is an address for
    further reading.
    """

    name: str
    title: Text
    says: tuple[Text, ...]
    lines: tuple[tuple[Text, Text], ...] = ()
    of: tuple[str, ...] = ()
    drawn: SafeString = SafeString()
    more: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """All its texts, the title first."""
        return (str(self.title), *map(str, self.says), *(f"{term} {words}" for term, words in self.lines))


class Chapter(NamedTuple):
    """Topics about one part of a teacher's work; `icon` is shown beside its name."""

    title: Text
    icon: str
    topics: tuple[HelpTopic, ...]

"""What the manual is made of. What the app declares, like options and signs, is asked there: never retold."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString

Text = str | Promise


class HelpTopic(NamedTuple):
    """One idea on a page of its own: a title, a few sentences, a picture.

    `lines` are pairs of a term and its words; `of` the teacher's pages that this one explains, by the names of their
    URLs. Its picture stands under its `name` in `_picture.html`, unless it is `drawn` already.
    `more` is an address to go on at.
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
        """Everything that it says, the title first."""
        return (str(self.title), *map(str, self.says), *(f"{term} {words}" for term, words in self.lines))


class Chapter(NamedTuple):
    """Topics of one time of a teacher's work; `icon` stands beside its name."""

    title: Text
    icon: str
    topics: tuple[HelpTopic, ...]

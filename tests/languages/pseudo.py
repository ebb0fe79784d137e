"""A language that does not exist: every text stands in ⟦brackets⟧ and is longer by two fifths.

What is on a page outside of brackets was never given to a translator; what overflows a small screen here will overflow
in a language of longer words.
"""

import re
from functools import cache
from html import unescape
from html.parser import HTMLParser

import polib

LONGER = 0.4
KEPT = re.compile(r"(%\(\w+\)[a-z]|%[a-z%]|\{\w*\}|<[^>]+>|&\w+;|\s+)")


def pseudo(text: str) -> str:
    """Return the text with every word lengthened, whole in brackets; placeholders and tags stay."""
    body = text.strip()
    lead, tail = (text[: text.index(body)], text[text.index(body) + len(body) :]) if body else ("", "")
    return f"{lead}⟦{''.join(_longer(part) for part in KEPT.split(body))}⟧{tail}" if body else text


def _longer(word: str) -> str:
    return word if KEPT.fullmatch(word) or not word else word + "é" * round(len(word) * LONGER)


def catalogue_of(source: polib.POFile) -> polib.POFile:
    """Translate a whole catalogue; lists of words keep their words apart."""
    made = polib.POFile()
    made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    for entry in source:
        if entry.msgctxt == "words":
            made.append(polib.POEntry(msgctxt="words", msgid=entry.msgid, msgstr=_words(entry.msgid)))
        elif entry.msgid_plural:
            both = {0: pseudo(entry.msgid), 1: pseudo(entry.msgid_plural)}
            made.append(
                polib.POEntry(
                    msgctxt=entry.msgctxt, msgid=entry.msgid, msgid_plural=entry.msgid_plural, msgstr_plural=both
                )
            )
        else:
            made.append(polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgstr=pseudo(entry.msgid)))
    return made


def _words(text: str) -> str:
    return " ".join(f"⟦{word}⟧" for word in text.split())


class Bare(HTMLParser):
    """Collects the texts of a page that stand outside of brackets: of elements, and of attributes that are read out."""

    READ_OUT = frozenset(
        {"alt", "title", "aria-label", "placeholder", "label", "aria-description", "aria-roledescription"}
    )
    SILENT = frozenset({"script", "style", "code", "pre", "template"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._depth = self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in self.SILENT
        for name, value in attrs:
            if value and name in self.READ_OUT:
                self.found += _outside(value)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        bare = ""
        for letter in data:
            self._depth += (letter == "⟦") - (letter == "⟧")
            bare += letter if self._depth == 0 and letter != "⟧" else "\n"
        self.found += [part.strip() for part in bare.split("\n") if part.strip()]


def _outside(text: str) -> list[str]:
    depth, bare = 0, ""
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        bare += letter if depth == 0 and letter != "⟧" else "\n"
    return [part.strip() for part in bare.split("\n") if part.strip()]


@cache
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)" if names else "(?!)")


def bare_texts(html: str, names: frozenset[str] = frozenset()) -> list[str]:
    """Return what of a page has letters and is in no brackets, `names` and single letters apart."""
    reader = Bare()
    reader.feed(html)
    left, named = [], _any_of(names)
    for text in reader.found:
        text = named.sub(" ", text)
        if re.search(r"[^\W\d_]{2,}", unescape(text)):
            left.append(" ".join(text.split()))
    return left

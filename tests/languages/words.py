"""`make words`: every word of the Icelandic catalogue is in BÍN, the database of inflections, or in a list of ours.

Apart from the tests: the vocabulary is 60 MB, and is installed for this alone.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
from islenska import Bin

LOCALE = Path(__file__).resolve().parents[2] / "locale" / "is"
OWN = LOCALE / "own-words.txt"
"""Names, terms that stay English, values of files; one a line."""
NOT_WORDS = re.compile(r"%\(\w+\)\w|%\w|\{\w*\}|<[^>]*>|&\w+;|\S+@\S+|https?://\S+|[A-Z]+_\w+|\b\w+_\w+\b")
WORD = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")


def main() -> None:
    known, own = Bin(), set(OWN.read_text().split())
    words = {word: text for text in texts() for word in WORD.findall(NOT_WORDS.sub(" ", text))}
    unknown = sorted(word for word in words if word not in own and not is_known(known, word))
    sys.stdout.write(f"{len(words)} words, {len(own)} of them our own\n")
    if unknown:
        sys.exit("\n".join(f"not in BÍN: {word}   in: {words[word][:90]}" for word in unknown))


def texts() -> Iterator[str]:
    for entry in polib.pofile(str(LOCALE / "LC_MESSAGES" / "django.po")):
        yield from [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values()


def is_known(known: Bin, word: str) -> bool:
    """As it is written, and small as in the middle of a sentence."""
    return bool(known.lookup(word, at_sentence_start=True)[1] or known.lookup(word.lower())[1])


if __name__ == "__main__":
    main()

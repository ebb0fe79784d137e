"""The pages that somebody finds by following links."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from django.test import Client
from django.urls import Resolver404, resolve

MOST = 3
"""Pages of one kind that are looked at: the same page of three children, three sessions."""


def pages_from(
    browser: Client, *starts: str, but: Collection[str] = (), language: str = "en"
) -> Iterator[tuple[str, Any]]:
    """Follow links from these pages; yield every page that is one, up to MOST of a kind, `but` of these names."""
    left, seen = [*starts], set(starts)
    kinds: Counter[str] = Counter()
    while left:
        url = left.pop(0)
        answer = browser.get(url, follow=True, headers={"accept-language": language})
        yield url, answer
        if "html" not in answer.headers.get("content-type", ""):
            continue
        for link in re.findall(r'href="(/[^"#]*)', answer.content.decode()):
            link = link.replace("&amp;", "&")
            kind = _kind_of(link, but)
            if link not in seen and kind and kinds[kind] < MOST:
                kinds[kind] += 1
                seen.add(link)
                left.append(link)


def _kind_of(link: str, but: Collection[str]) -> str:
    """Return the name of the page behind a link, with what it is asked; "" for files, and for what is left out."""
    path, _, query = link.partition("?")
    name = _name_of(path)
    is_file = name.endswith(("_csv", "_xlsx", "_json")) or name == "round_replay" and "named" in query
    if not name or name in but or is_file:
        return ""
    return f"{name}?{'&'.join(sorted(part.split('=')[0] for part in query.split('&')))}"


@cache
def _name_of(path: str) -> str:
    """Return the name of the page at this path, "" without one. Most links stand on every page."""
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""

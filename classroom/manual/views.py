"""The manual's pages. Public: they contain no personal data."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from classroom.access import open_page
from classroom.manual import catalogue
from classroom.manual.topic import HelpTopic


@open_page
def manual(request: HttpRequest) -> HttpResponse:
    """Show the first topic; for a search (`q`) the best match, beside all matches."""
    if asked := request.GET.get("q", "").strip():
        found = catalogue.search(asked)
        return _shown(request, found[0] if found else None, asked=asked, found=found)
    return _shown(request, catalogue.topics()[0])


@open_page
def topic(request: HttpRequest, topic: str) -> HttpResponse:
    """Show one topic, with links to the one before it and the one after it."""
    shown = next((each for each in catalogue.topics() if each.name == topic), None)
    if shown is None:
        raise Http404
    return _shown(request, shown)


@open_page
def booklet(request: HttpRequest) -> HttpResponse:
    """Show all topics, to print."""
    return render(request, "classroom/manual/booklet.html", {"chapters": catalogue.chapters()})


def _shown(request: HttpRequest, shown: HelpTopic | None, **searched: object) -> HttpResponse:
    chapters = catalogue.chapters()
    every = [None, *(each for chapter in chapters for each in chapter.topics), None]
    place = every.index(shown)
    beside = {"before": every[place - 1], "after": every[place + 1]} if shown else {}
    context = {"topic": shown, "pages": len(every) - 2, "chapters": chapters, **beside, **searched}
    return render(request, "classroom/manual/manual.html", context)

"""WebSocket connections that are closed one after another when a server ends."""

from websockets.exceptions import InvalidState

from classroom.server.deployment import draining


class Page:
    def __init__(self, *, gone: bool = False) -> None:
        self.gone, self.closed = gone, False

    def shutdown(self) -> None:
        if self.gone:
            raise InvalidState("connection is closing")
        self.closed = True


async def at_once(_seconds: float) -> None:
    return None


async def test_a_page_that_has_just_gone_does_not_keep_the_others_open():
    pages = [Page(), Page(gone=True), Page()]
    await draining.let_go([(f"/ws/table/{number}/", page.shutdown) for number, page in enumerate(pages)], at_once)
    assert [page.closed for page in pages] == [True, False, True]

"""Notices that rows of a class session have changed: the writer sends one, and the watch of its open pages redraws
them."""

from game import rooms


def subject(session: int) -> str:
    """Return the name under which this session's pages are watched (`rooms.look_after`)."""
    return f"session-rows:{session}"


def look_now(session: int) -> None:
    """Make the watch of this session's pages query the database now, because a row has changed."""
    rooms.changed(subject(session))

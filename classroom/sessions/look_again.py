"""Looking again at a class session: whoever changes a row of it says so, whoever watches over its open pages looks."""

from game import rooms


def subject(session: int) -> str:
    """Return the name under which this session's rows are looked after (`rooms.look_after`)."""
    return f"session-rows:{session}"


def look_now(session: int) -> None:
    """Let whoever watches over the pages of this session ask the database now: something of it has changed."""
    rooms.changed(subject(session))

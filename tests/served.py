"""The chance of servers that tests start: deals, and who sits where, are the same in every run (tests.chance).

Without it a browser test meets other cards each time, and one that fails once in a hundred deals is never seen again.
Codes, keys and tokens are drawn from the operating system as ever.
"""

import os
import secrets
from pathlib import Path
from random import Random

FILE = "CARDINAL_TESTS_CHANCE"
"""The environment variable that names the file in which it says what the numbers are for."""


class Chance:
    """A generator that begins anew whenever the file says something else."""

    def __init__(self, file: Path) -> None:
        self.file, self.begun, self.drawn = file, "", Random()

    def now(self) -> Random:
        if (said := self.file.read_text()) != self.begun:
            self.begun = said
            self.drawn.seed(said)
        return self.drawn


def follow() -> None:
    """Let this process draw what is dealt and who sits where as the file says, where a test has named one."""
    if file := os.environ.get(FILE):
        chance = Chance(Path(file))
        secrets.randbits = lambda k: chance.now().getrandbits(k)
        secrets.SystemRandom = chance.now  # type: ignore[assignment,misc]

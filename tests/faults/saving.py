"""A backup that is taken while children play, restored on an empty folder into an empty database, and compared."""

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable

from tests.faults.bots import Bot
from tests.faults.cluster import ROOT, Cluster

RESTORED = "restored"


class SavedWhilePlaying:
    """The file, and the moves that had been acknowledged before it was begun."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.file = cluster, cluster.folder / "saved.zip"
        self.acknowledged: set[str] = set()

    def take(self, bots: Iterable[Bot]) -> None:
        self.acknowledged = {aid for bot in bots for aid in bot.acknowledged}
        _manage("backup", str(self.file))

    def faults(self) -> list[str]:
        """Return what the restored log lacks: moves, or entries between others."""
        self.cluster.database.asked(f"CREATE DATABASE {RESTORED}")
        folder = self.cluster.folder / RESTORED
        address = self.cluster.database.address.replace("/cardinal?", f"/{RESTORED}?")
        _manage("restore", str(self.file), CARDINAL_DATA=str(folder), CARDINAL_DATABASE=address)
        moves, places = set(), defaultdict(list)
        for row in self.cluster.database.asked("SELECT round_id, n, move_id FROM game_event ORDER BY 1, 2", RESTORED):
            number, n, move = row.split("|")
            moves.add(move)
            places[number].append(int(n))
        lost = self.acknowledged - moves
        holes = [number for number, found in places.items() if found != list(range(1, len(found) + 1))]
        found = [f"{len(lost)} acknowledged before the backup and not in it"] if lost else []
        return found + [f"round {number} of the backup has a hole" for number in holes]


def _manage(*command: str, **environment: str) -> None:
    """Run one of the project's commands. Raises RuntimeError with what it says."""
    told = [sys.executable, "manage.py", *command]
    done = subprocess.run(told, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)

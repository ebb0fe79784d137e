"""What a process that serves keeps of the memory it has freed: enough for a report, not the 19 MiB of a hash."""

import subprocess
import sys

from classroom.server.deployment import serving

COMPUTED = """
import resource
import numpy as np
from classroom.server.deployment.serving import give_memory_back
{before}
def compute():
    columns = [np.ones({size}) for _ in range({columns})]
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
compute()
first = compute()
for _ in range(100): last = compute()
print(last - first)
"""


def faults(before: str, *, size: int = 12_000, columns: int = 40) -> int:
    """Return how many pages of memory are asked of the system in a hundred computations of the same size."""
    code = COMPUTED.format(before=before, size=size, columns=columns)
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def test_what_a_class_is_fitted_in_is_not_returned_between_two_steps():
    assert faults("give_memory_back()") < 100


def test_a_hash_is_returned():
    hashed = 19 * 1024 * 1024
    assert hashed > serving.LARGE
    assert faults("give_memory_back()", size=hashed // 8, columns=1) > 500

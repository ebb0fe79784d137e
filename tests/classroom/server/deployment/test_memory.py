"""What a process that serves keeps of the memory it has freed: enough for a report, not the 19 MiB of a hash."""

import subprocess
import sys
from pathlib import Path

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


ARENAS = """
import ctypes, sys, threading
from pathlib import Path
from classroom.server.deployment.serving import give_memory_back
{before}
everybody = threading.Barrier(24)
def works():
    held = ctypes.create_string_buffer(100_000)
    everybody.wait()
threads = [threading.Thread(target=works) for _ in range(24)]
for thread in threads: thread.start()
for thread in threads: thread.join()
c = ctypes.CDLL(None)
c.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(c.fopen(sys.argv[1].encode(), b"w"))
c.malloc_info(0, file)
c.fclose(file)
print(Path(sys.argv[1]).read_text().count("<heap nr="))
"""


def arenas(before: str, path: Path) -> int:
    """Return in how many pieces the C library keeps what is free after 24 threads have worked at once."""
    command = [sys.executable, "-c", ARENAS.format(before=before), str(path)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_threads_share_a_few_arenas_each_of_which_keeps_what_may_be_held(tmp_path):
    assert arenas("give_memory_back()", tmp_path / "shared") <= serving.ARENAS < arenas("", tmp_path / "own")


SPREAD = """
import ctypes
from pathlib import Path
from classroom.server.deployment.serving import give_memory_back, return_what_is_free
give_memory_back()
c = ctypes.CDLL(None)
c.malloc.restype = ctypes.c_void_p
def resident():
    said = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(said["VmRSS"].split()[0])
pieces = [c.malloc(1000) for _ in range(64 * 1024)]
for piece in pieces: ctypes.memset(ctypes.c_void_p(piece), 1, 1000)
for place, piece in enumerate(pieces):
    if place % 64: c.free(ctypes.c_void_p(piece))
full = resident()
return_what_is_free()
print(full - resident())
"""


def test_what_is_free_between_pieces_in_use_is_returned():
    done = subprocess.run([sys.executable, "-c", SPREAD], check=True, capture_output=True, text=True)
    assert int(done.stdout) > 32 * 1024

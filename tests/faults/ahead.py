"""`python -m tests.faults.ahead SECONDS COMMAND …`: manage.py in a process whose clock is ahead by so many seconds."""

import sys
import time

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    ahead = float(sys.argv[1])
    seconds, nanoseconds = time.time, time.time_ns
    time.time = lambda: seconds() + ahead
    time.time_ns = lambda: nanoseconds() + round(ahead * 1e9)
    execute_from_command_line(["manage.py", *sys.argv[2:]])

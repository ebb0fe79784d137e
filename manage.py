#!/usr/bin/env python
"""Cardinal's command line in a checkout; installed, it is called `cardinal`."""

from classroom.command import main

if __name__ == "__main__":
    main()

"""A substitute's day: a printed sheet with a code that starts, pauses and ends a session of one class, and shows
nothing else. Begin with `days`."""

"""A substitute's day: a sheet whose code starts, pauses and ends a session of one class, and shows nothing else."""

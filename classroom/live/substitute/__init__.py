"""A substitute's day: a sheet whose code starts, pauses and ends a lesson of one class, and shows nothing else."""

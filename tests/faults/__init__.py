"""Several workers behind nginx on PostgreSQL, with faults, and what must be true all the same (`make faults`)."""

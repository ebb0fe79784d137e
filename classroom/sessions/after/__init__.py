"""Summary of a session that is over: its numbers beside the last time, and whom to praise."""

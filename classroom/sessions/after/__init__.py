"""Summary of an ended session: its numbers beside those of the last one, and whom to praise."""

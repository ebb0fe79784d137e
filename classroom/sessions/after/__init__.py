"""What is said of a session when it is over: its numbers beside the last time, and whom to praise."""

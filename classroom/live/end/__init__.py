"""After a session: attendance, notes, homework, podium."""

"""Live tables in memory: moves, presence, timers, computers, the teacher's controls. Begin with `table`."""

"""The seating plan, which the teacher changes by pressing or dragging faces."""

"""Who sits together, as a plan that the teacher changes by pressing or dragging faces."""

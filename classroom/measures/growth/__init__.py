"""Growth over weeks of a student and of a class, and how much of it is chance. Begin with `trends`."""

"""Messages between several worker processes. Begin with `others`; one worker needs none of it."""

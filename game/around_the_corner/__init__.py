"""Around the Corner on screen, in words and as evidence. Begin with `presentation`."""

"""Nine to Nothing on screen, in words and as evidence. Begin with `presentation`."""

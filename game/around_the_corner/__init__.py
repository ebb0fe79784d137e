"""How Around the Corner is shown, said and read as evidence. Begin with `presentation`."""

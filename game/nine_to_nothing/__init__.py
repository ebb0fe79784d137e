"""How Nine to Nothing is shown, said and read as evidence. Begin with `presentation`."""

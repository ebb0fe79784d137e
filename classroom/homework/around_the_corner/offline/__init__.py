"""Practice on a device without a connection. Begin with `packs`, then `handing_in`."""

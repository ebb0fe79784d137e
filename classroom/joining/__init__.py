"""The children's way in: code, name, sign-in, waiting page, table. Begin with `admission`."""

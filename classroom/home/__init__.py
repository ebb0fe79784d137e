"""A teacher's first page. Begin with `page`."""

"""Pages about one student: the report, for the family, the certificate, and the child's own page. Begin with `page`."""

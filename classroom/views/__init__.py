"""One view per page, all of one shape: door, form, service, answer."""

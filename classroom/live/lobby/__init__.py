"""The lobby: arrivals, admission and settings before play. Begin with `page`."""

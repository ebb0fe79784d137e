"""The teacher's monitor of all tables. Begin with `tiles`; `watch` pushes changes to open pages."""

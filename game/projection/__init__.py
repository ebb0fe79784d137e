"""Projection of finished rounds into evidence for the reports. Begin with `project`."""

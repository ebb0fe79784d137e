"""A running class session: lobby, monitor, projector, controls, end. Begin with `views` and `controls`."""

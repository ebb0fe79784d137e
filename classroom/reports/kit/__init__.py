"""Parts shared by the reports of all games, which depend on no game. Begin with `contract`, then `rows`."""

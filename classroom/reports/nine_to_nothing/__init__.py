"""Reports of Nine to Nothing. Begin with `game_report`, then `report` and `tally`."""

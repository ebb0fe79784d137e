"""What pages print, against what is true of simulated children (measurement_corrections.md 13)."""

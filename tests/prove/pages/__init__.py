"""What pages print, against what is true of simulated children (measurement 7, row 13)."""

"""What our race path is measured against: a bare echo, and the build that a tutorial leads to."""

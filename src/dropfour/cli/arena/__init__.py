"""`dropfour arena check | run | report | replay | check-player`."""

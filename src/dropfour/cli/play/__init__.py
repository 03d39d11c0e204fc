"""`dropfour play`: a game in the terminal."""

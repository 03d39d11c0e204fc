"""The `dropfour` program: parses, calls and shows; knows no rules and no search."""

"""The page and its server: `dropfour web`. The wire is described in docs/web-api.md."""

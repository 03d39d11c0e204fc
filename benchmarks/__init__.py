"""One script per claim of the README; each measures ours and a peer in the same run."""

"""An agent that learns a game by playing itself: see README.md."""

import os

# Before PyTorch is there: threads that wait must not keep the processor from those that play.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

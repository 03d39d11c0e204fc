"""`python -m dropfour`."""

import sys

from dropfour.cli.main import main

sys.exit(main())

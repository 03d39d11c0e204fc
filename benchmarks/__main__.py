"""Runs all benchmarks of speed, or those named: `python -m benchmarks moves imports`.

Those of strength play matches, which take long: they run only if they are named.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

import benchmarks

HELPERS = {"__main__", "games", "measure", "peers"}
MATCHES = {"engines", "evaluation", "levels", "openings", "strength"}


def main() -> int:
    names = [m.name for m in iter_modules(benchmarks.__path__) if m.name not in HELPERS]
    wanted = sys.argv[1:] or [name for name in names if name not in MATCHES]
    if unknown := [name for name in wanted if name not in names]:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(names)}", file=sys.stderr)
        return 2
    for name in wanted:
        import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())

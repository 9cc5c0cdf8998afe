"""`python -m themind`: start the command line, which is in `themind._cli`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Load the command line and run it; an interrupt is quiet from the first import on."""
    try:
        from themind._cli.main import main as run

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

"""The entry point of `python -m themind`; the command line is in `themind._cli`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from themind._interrupts import INTERRUPTED


def main(argv: Sequence[str] | None = None) -> int:
    """Load and run the command line; an interrupt prints nothing, even during imports."""
    try:
        from themind._cli.main import main as run

        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

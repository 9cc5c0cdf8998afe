"""Ctrl-C in `python -m themind`: the program ends without a traceback, even while it starts.

The package imports this module first. It imports only what Python itself has loaded by then, since
an interrupt can arrive at any moment.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from types import TracebackType

INTERRUPTED = 130


def end_program(*_: object) -> None:
    """Handle a signal: end the program at once. Its output is flushed after each print."""
    os._exit(INTERRUPTED)


def set_up() -> None:
    """If Python is starting `python -m themind`, end the program at any interrupt.

    Python's own handler raises KeyboardInterrupt in whatever code is running. In a callback of an
    import it would be ignored, with a traceback. A signal that is ignored stays ignored.
    """
    if not _is_starting():
        return
    sys.excepthook = _end_or_report
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_program)


def _is_starting() -> bool:
    """Return whether `python -m themind` imports the package; `sys.argv[0]` is then `-m`."""
    arguments: list[str] = getattr(sys, "argv", [])
    if arguments[:1] != ["-m"]:
        return False
    option = sys.orig_argv[-len(arguments)]
    return option == "themind" or (option.startswith("-") and option.endswith("mthemind"))


def _end_or_report(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Handle an uncaught error: an interrupt before the signal has a handler."""
    if issubclass(kind, KeyboardInterrupt):
        end_program()
    sys.__excepthook__(kind, error, trace)


set_up()

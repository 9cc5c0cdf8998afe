"""How the program takes care of Ctrl-C; the real signals are in `tests/prompt`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

import pytest

from themind import _interrupts
from themind._cli.interrupts import interrupts_raised
from themind.experiments import _workers
from themind.experiments._workers import Workers

LONGEST_SECONDS = 60.0


class Ended(BaseException):
    """The program has ended at once."""


@pytest.fixture(autouse=True)
def as_at_the_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python's own handler, and an end that a test can catch."""

    def end(status: int) -> None:
        raise Ended(status)

    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def start(monkeypatch: pytest.MonkeyPatch, *command: str, rest: int = 0) -> object:
    """The handler of an interrupt after the start of a command with so many arguments."""
    monkeypatch.setattr(sys, "orig_argv", list(command))
    monkeypatch.setattr(sys, "argv", ["-m", *command[len(command) - rest :]])
    _interrupts.set_up()
    return signal.getsignal(signal.SIGINT)


class TestStart:
    @pytest.mark.parametrize(
        ("command", "rest"),
        [
            (("python", "-m", "themind"), 0),
            (("python", "-W", "error", "-m", "themind", "replay", "-"), 2),
            (("python", "-Omthemind", "--version"), 1),
        ],
    )
    def test_the_program_ends_at_an_interrupt(
        self, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], rest: int
    ) -> None:
        assert start(monkeypatch, *command, rest=rest) is _interrupts.end_program
        with pytest.raises(Ended, match="130"):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(Ended, match="130"):
            sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)

    def test_another_error_is_reported(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        start(monkeypatch, "python", "-m", "themind")
        sys.excepthook(ValueError, ValueError("seven"), None)
        assert capsys.readouterr() == ("", "ValueError: seven\n")

    @pytest.mark.parametrize("command", [("python", "-m", "pytest"), ("python", "-mmy_themind")])
    def test_another_program_is_left_alone(
        self, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
    ) -> None:
        assert start(monkeypatch, *command) is signal.default_int_handler
        assert sys.excepthook is sys.__excepthook__

    @pytest.mark.parametrize("argv", [[], [""], ["-c"], ["app.py", "-m"]])
    def test_so_is_one_that_is_no_module(
        self, monkeypatch: pytest.MonkeyPatch, argv: list[str]
    ) -> None:
        monkeypatch.setattr(sys, "argv", argv)
        _interrupts.set_up()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_an_interpreter_inside_of_an_app_need_not_have_arguments(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(sys, "argv")
        _interrupts.set_up()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_an_ignored_signal_stays_ignored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        assert start(monkeypatch, "python", "-m", "themind") is signal.SIG_IGN


class TestCleaningUp:
    def test_an_interrupt_raises_an_error_and_then_ends_the_program_again(self) -> None:
        signal.signal(signal.SIGINT, _interrupts.end_program)
        with pytest.raises(KeyboardInterrupt), interrupts_raised():
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(Ended):
            signal.raise_signal(signal.SIGINT)

    def test_the_handler_of_an_app_is_kept(self) -> None:
        def own(*_: object) -> None:
            pass

        signal.signal(signal.SIGINT, own)
        with interrupts_raised():
            assert signal.getsignal(signal.SIGINT) is own
        assert signal.getsignal(signal.SIGINT) is own


class TestWorkers:
    @pytest.mark.native
    def test_an_interrupt_ends_them_in_the_middle_of_a_job(self) -> None:
        begun = time.monotonic()
        with suppress(KeyboardInterrupt), Workers(1) as workers:
            assert workers.submit(abs, -7).result(LONGEST_SECONDS) == 7
            job = workers.submit(time.sleep, LONGEST_SECONDS)
            raise KeyboardInterrupt
        assert isinstance(job.exception(), BrokenProcessPool)
        assert time.monotonic() - begun < LONGEST_SECONDS

    @pytest.mark.native
    def test_an_ordinary_error_waits_for_their_jobs(self) -> None:
        with suppress(ZeroDivisionError), Workers(1) as workers:
            job = workers.submit(abs, -7)
            raise ZeroDivisionError
        assert job.result(LONGEST_SECONDS) == 7

    @pytest.mark.skipif(
        not hasattr(signal, "pthread_sigmask"), reason="this system blocks no signals"
    )
    def test_a_blocked_interrupt_comes_later(self) -> None:
        seen = []
        with suppress(KeyboardInterrupt):
            with _workers.interrupts_blocked():
                signal.pthread_kill(threading.get_ident(), signal.SIGINT)
                seen.append("inside")
            seen.append("after")
        assert seen == ["inside"]

    def test_a_system_that_blocks_no_signals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
        seen = []
        with _workers.interrupts_blocked():
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                seen.append("inside")
        assert seen == ["inside"]

    def test_a_worker_ignores_it(self) -> None:
        _workers.ignore_interrupts()
        signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN

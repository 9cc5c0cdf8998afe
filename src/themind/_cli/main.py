"""The entry point of `python -m themind`, and its argument parser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, NoReturn

import themind as tm
from themind._cli import demo, replay, schema
from themind._cli.interrupts import interrupts_raised
from themind._cli.narration import ending, narration_of, paragraph
from themind._cli.streams import (
    FAILED,
    PROGRAM,
    Failure,
    complain,
    show,
    with_standard_error,
)

# Commands whose modules are loaded on demand, and which clean up after an interrupt.
PLAY, SIMULATE = "play", "simulate"

DESCRIPTION = """\
Play, check and simulate games of the cooperative card game The Mind. Without a command, play a demo
game with three simple players and narrate it move by move. The demo game is always the same."""
INTRODUCTION = """\
Each player holds some of the cards 1 to 100 and cannot see the other hands. Without turns and
without talking, the team plays all cards onto one pile in ascending order. A card that is played
while a lower one is still in hand costs a life. If everyone agrees to a star, each player's lowest
card is set aside."""
FAREWELL = f"""\
The players see only their own views. The game is always the same, because its seed is fixed
({demo.SEED!r}). To check a game of your own, run {PROGRAM} replay FILE. For help, run
{PROGRAM} --help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    with with_standard_error():
        try:
            return _run(arguments)
        except Failure as failure:
            complain(f"{PROGRAM}: {failure.text}")
            return failure.status
        except OSError as error:
            complain(f"{PROGRAM}: {error.strerror or error}")
            return FAILED


def _run(arguments: list[str]) -> int:
    command = "".join(arguments[:1])
    parsed = _parser(command).parse_args(arguments)
    with interrupts_raised() if command in {PLAY, SIMULATE} else nullcontext():
        status: int = parsed.run(parsed)
    return status


def _parser(command: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=PROGRAM, description=DESCRIPTION)
    parser.add_argument("--version", action=_ShowVersion, help="show the version and exit")
    parser.set_defaults(run=_introduce)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    replay.add_parser(commands)
    schema.add_parser(commands)
    if command == PLAY:
        from themind._cli.play import add_parser as add_play

        add_play(commands)
    else:
        commands.add_parser(PLAY, help="play a game with clocks in real time (see its own --help)")
    if command == SIMULATE:
        from themind.experiments._cli import add_parser as add_simulate

        add_simulate(commands, show)
    else:
        commands.add_parser(SIMULATE, help="simulate many games with clocks (see its own --help)")
    return parser


class _Parser(argparse.ArgumentParser):
    """Writes help and errors in the same way as the commands."""

    def print_help(self, file: Any = None) -> None:
        show([self.format_help().rstrip()])

    def error(self, message: str) -> NoReturn:
        complain(f"{self.format_usage()}{self.prog}: {message}")
        raise SystemExit(FAILED)


class _ShowVersion(argparse.Action):
    """Looks up the version only when it is requested."""

    def __init__(self, option_strings: Sequence[str], dest: str, **rest: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, **rest)

    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> None:
        show([f"themind {_version()}"])
        parser.exit()


def _version() -> str:
    """Return the installed version; a zip file or a source tree has no metadata."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("themind")
    except PackageNotFoundError:
        return "unknown (not installed)"


def _introduce(_: argparse.Namespace) -> int:
    record = demo.play_game()
    steps = list(tm.replay(record))
    show(
        [
            *paragraph(INTRODUCTION),
            "",
            f"{', '.join(demo.NAMES[:-1])} and {demo.NAMES[-1]} play the introduction:",
            *narration_of(record, steps, demo.NAMES),
            "",
            ending(steps[-1].state),
            "",
            *paragraph(FAREWELL),
        ]
    )
    return 0

"""The prompt: `python -m themind` tells a game, `python -m themind replay FILE` referees one."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from themind import InvalidRecord, Record, Step, TheMindError, _demo, final_state, replay
from themind._story import ending, paragraph, story
from themind._words import seat_names

PROGRAM = "python -m themind"
RULE_BROKEN, UNREADABLE, INTERRUPTED = 1, 2, 130
SIMULATE = "simulate"
LARGEST_FILE = 2**24 + 1  # one byte more than the codec takes, so that it says so

DESCRIPTION = """\
The rules of the cooperative card game The Mind. Without a command: play one game of three simple
players, always the same, and tell it move by move."""
REPLAY = """\
Referee a recorded game: tell it entry by entry, then how it ended. Exit status: 0 for a game by
the rules, 1 where an entry breaks a rule (the entry and the rule are named), 2 for a file that
cannot be read or holds no record (what is wrong and where is named)."""
INTRODUCTION = """\
Everybody holds some of the cards 1 to 100 and sees no other hand. Together, with no turns and no
word, the team lays them on one pile from low to high. A card that leaves a lower one behind costs
a life; a star, if all agree, takes everyone's lowest card out of the level."""
FAREWELL = f"""\
The players see only what they may see, and the seed {_demo.SEED!r} makes it the same game each
time. To referee a game of your own: {PROGRAM} replay FILE. More: {PROGRAM} --help."""


class Failure(Exception):
    """What ends the program early: a text for people and an exit status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


def main(argv: Sequence[str] | None = None) -> int:
    """Run the prompt and return its exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    parser = _parser(wants_experiments=arguments[:1] == [SIMULATE])
    try:
        parsed = parser.parse_args(arguments)
        status: int = parsed.run(parsed)
    except Failure as failure:
        print(f"{PROGRAM}: {failure.text}", file=sys.stderr)
        return failure.status
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _parser(*, wants_experiments: bool) -> argparse.ArgumentParser:
    parser = _Parser(prog=PROGRAM, description=DESCRIPTION)
    parser.add_argument("--version", action=_ShowVersion, help="show the version and exit")
    parser.set_defaults(run=_introduce)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    referee = commands.add_parser(
        "replay", help="referee a recorded game (JSON)", description=REPLAY
    )
    referee.add_argument("file", metavar="FILE", help="a record as JSON; - for standard input")
    referee.add_argument("--json", action="store_true", help="print the final state as JSON")
    referee.set_defaults(run=_referee)
    if wants_experiments:
        import_module("themind.experiments._cli").add_parser(commands, _show)
    else:
        commands.add_parser(SIMULATE, help="play many games and count (see its own --help)")
    return parser


class _Parser(argparse.ArgumentParser):
    """Shows its help as everything else is shown."""

    def print_help(self, file: Any = None) -> None:
        _show([self.format_help().rstrip()])


class _ShowVersion(argparse.Action):
    """Look the version up only when somebody asks."""

    def __init__(self, option_strings: Sequence[str], dest: str, **rest: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, **rest)

    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> None:
        from importlib.metadata import version

        _show([f"themind {version('themind')}"])
        parser.exit()


def _introduce(_: argparse.Namespace) -> int:
    record = _demo.play_game()
    steps = list(replay(record))
    _show(
        [
            *paragraph(INTRODUCTION),
            "",
            f"{', '.join(_demo.NAMES[:-1])} and {_demo.NAMES[-1]} play the introduction:",
            *story(record, steps, _demo.NAMES),
            "",
            ending(steps[-1].state),
            "",
            *paragraph(FAREWELL),
        ]
    )
    return 0


def _referee(arguments: argparse.Namespace) -> int:
    record = _load(arguments.file)
    return _judge(record) if arguments.json else _tell(record)


def _tell(record: Record) -> int:
    names = seat_names(record.start.players, None)
    steps: list[Step] = []
    try:
        steps.extend(replay(record))
    except InvalidRecord as error:
        _show([*story(record, steps, names), "", *paragraph(_verdict(error))])
        return RULE_BROKEN
    final = steps[-1].state if steps else record.start
    _show([*story(record, steps, names), "", ending(final)])
    return 0


def _judge(record: Record) -> int:
    from themind import codec

    try:
        _show([codec.dumps(final_state(record))])
    except InvalidRecord as error:
        raise Failure(RULE_BROKEN, _verdict(error)) from None
    return 0


def _verdict(error: InvalidRecord) -> str:
    broken = error.illegality
    rule = f"{broken.rule} ({broken.code})" if broken else "the order of time"
    where = f"entry {error.index} ($.entries[{error.index}])"
    return f"RULE BROKEN: {where} is against {rule}. {broken}."


def _load(file: str) -> Record:
    from themind import codec

    try:
        return codec.loads(_read(file), Record)
    except OSError as error:
        raise Failure(UNREADABLE, f"cannot read {file!r}: {error.strerror}") from None
    except TheMindError as error:
        raise Failure(UNREADABLE, f"{file!r} holds no record: {_printable(str(error))}") from None


def _read(file: str) -> bytes:
    if file != "-":
        with Path(file).open("rb") as stream:
            return stream.read(LARGEST_FILE)
    if sys.stdin is None:
        raise Failure(UNREADABLE, "standard input is closed")
    return sys.stdin.buffer.read(LARGEST_FILE)


def _printable(text: str) -> str:
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def _show(lines: Iterable[str]) -> None:
    """Print everything at once; a reader that has gone away has seen enough."""
    try:
        print("\n".join(lines), flush=True)
    except OSError as error:
        # Python flushes once more as it ends, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise Failure(UNREADABLE, f"cannot write: {error.strerror}") from None


if __name__ == "__main__":
    sys.exit(main())

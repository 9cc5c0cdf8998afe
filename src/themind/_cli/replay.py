"""`python -m themind replay FILE`: check a recorded game and narrate it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import themind as tm
from themind import words
from themind._cli.narration import ending, narration_of, paragraph
from themind._cli.streams import FAILED, RULE_BROKEN, Failure, show
from themind.words._names import LONGEST_IN_SENTENCE, Names
from themind.words._phrases import seat_names

LONGEST = 2**24
LARGEST_FILE = LONGEST + 1  # one byte more than is parsed, so that the codec rejects it

DESCRIPTION = """\
Check a recorded game against the rules, narrate it entry by entry, and print its outcome. Exit
status: 0 if every entry is legal; 1 if one breaks a rule (the error states both); 2 if the file
cannot be read or does not contain a valid record (the error states the reason and the place)."""


def add_parser(commands: Any) -> None:
    """Add `replay` to the commands."""
    parser = commands.add_parser(
        "replay", help="check a recorded game (JSON) against the rules", description=DESCRIPTION
    )
    parser.add_argument("file", metavar="FILE", help="a record as JSON; - for standard input")
    parser.add_argument("--json", action="store_true", help="print the final state as JSON")
    parser.add_argument(
        "--names",
        type=listed_names,
        metavar="NAME,NAME",
        help="a name for each player, instead of those in the record",
    )
    parser.set_defaults(run=run)


def listed_names(text: str) -> tuple[str, ...]:
    """The value of `--names`."""
    return tuple([name.strip() for name in text.split(",")])


def run(arguments: argparse.Namespace) -> int:
    """Check the record in a file."""
    record = _load(arguments.file)
    given: Names = record.names
    names = _shown_names(record, given if arguments.names is None else arguments.names)
    return _print_final_state(record, names) if arguments.json else _narrate(record, names)


def _shown_names(record: tm.Record, names: Names) -> tuple[str, ...]:
    try:
        return seat_names(record.start.players, names, LONGEST_IN_SENTENCE)
    except tm.InvalidArgument as error:
        raise Failure(FAILED, f"--{error}") from None


def _narrate(record: tm.Record, names: Names) -> int:
    steps: list[tm.Step] = []
    try:
        steps.extend(tm.replay(record))
    except tm.InvalidRecord as error:
        show([*narration_of(record, steps, names), "", *paragraph(_verdict(error, names))])
        return RULE_BROKEN
    final = steps[-1].state if steps else record.start
    show([*narration_of(record, steps, names), "", ending(final)])
    return 0


def _print_final_state(record: tm.Record, names: Names) -> int:
    from themind import codec

    try:
        show([codec.dumps(tm.final_state(record))])
    except tm.InvalidRecord as error:
        raise Failure(RULE_BROKEN, _verdict(error, names)) from None
    return 0


def _verdict(error: tm.InvalidRecord, names: Names) -> str:
    refusal = error.illegality
    if refusal is None:
        return f"RULE BROKEN: {error}."
    entry = f"entry {error.index} ($.entries[{error.index}], {type(refusal.action).__name__})"
    seat: int = getattr(refusal.action, "seat", -1)
    player = f" to {names[seat]}" if 0 <= seat < len(names) else ""
    reason = f'Message{player}: "{words.explain(refusal)}"'
    return f"RULE BROKEN: {entry} breaks {refusal.rule} ({refusal.code}). {reason}"


def _load(file: str) -> tm.Record:
    from themind import codec

    try:
        return codec.loads(_read(file), tm.Record, max_length=LONGEST)
    except OSError as error:
        raise Failure(FAILED, f"cannot read {file!r}: {error.strerror}") from None
    except tm.TheMindError as error:
        raise Failure(
            FAILED, f"{file!r} does not contain a valid record: {_printable(str(error))}"
        ) from None


def _read(file: str) -> bytes:
    if file != "-":
        with Path(file).open("rb") as stream:
            return stream.read(LARGEST_FILE)
    if sys.stdin is None:
        raise Failure(FAILED, "standard input is closed")
    return sys.stdin.buffer.read(LARGEST_FILE)


def _printable(text: str) -> str:
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])

"""`python -m themind play`: a real-time game of one person with clocks."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any

import attrs

import themind as tm
from themind._cli.live.console import Keyboard
from themind._cli.live.game import Dealer, LiveGame
from themind._cli.live.loop import play
from themind._cli.live.partners import PERSON, Partners
from themind._cli.live.record_file import kept
from themind._cli.live.screen import introduction
from themind._cli.narration import ending, opening
from themind._cli.replay import listed_names
from themind._cli.streams import FAILED, PROGRAM, Failure, ReaderGone, show_live
from themind.experiments import Clock
from themind.experiments._cli import MOST_SECONDS, noise_option
from themind.words._phrases import seat_names

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LONGEST_SEED = 400  # of a tag

DESCRIPTION = """\
Play a game at the terminal in real time, with clocks as partners. A clock waits a number of seconds
for each card between its lowest card and the top of the pile, with noise. Press Enter to play your
lowest card; for other commands, type a letter and press Enter. Exit status: 0 at the end of the
game or the input, or if you quit; 2 if a file cannot be read or written."""


def add_parser(commands: Any) -> None:
    """Add `play` to the commands."""
    parser = commands.add_parser(
        "play", help="play a game with clocks in real time", description=DESCRIPTION
    )
    add = parser.add_argument
    add("--players", type=int, default=2, metavar="N", help="2, 3 or 4, including you (2)")
    add("--level", type=int, default=1, metavar="N", help="the first level (1)")
    add("--levels", type=int, metavar="N", help="the last level (the last of the full stack)")
    add("--tempo", type=float, default=0.3, metavar="S", help="seconds for each card (0.3)")
    add(
        "--noise",
        type=noise_option,
        default="lognormal:0.10",
        metavar="KIND:SIZE",
        help="lognormal, additive or weber with its size, or none (lognormal:0.10)",
    )
    add(
        "--seed",
        type=_seed,
        metavar="TEXT",
        help="seed of the decks and the clocks (random)",
    )
    add(
        "--names",
        type=listed_names,
        metavar="NAME,NAME",
        help="a name for each player, yours first",
    )
    add("--record", metavar="FILE", help="save the game with its times to a new file")
    parser.set_defaults(run=run)


def _seed(text: str) -> str:
    if len(text) > LONGEST_SEED or not text.isprintable():
        must = f"must be at most {LONGEST_SEED} printable characters"
        raise argparse.ArgumentTypeError(must)
    return text


def run(options: argparse.Namespace) -> int:
    """Play a game at the terminal."""
    start, clock = tm.new_game(_rules(options)), _clock(options)
    names = _names(options, start.players)
    record = tm.Record(start, names=names, tags=_tags(options, clock))
    seed, deck = _luck(options.seed)
    descriptor = _descriptor()
    shown = seat_names(start.players, names)
    with suppress(ReaderGone):
        show_live([*opening(start), *introduction(shown, clock.tempo)])
        console = Keyboard(descriptor)
        with kept(options.record, record, console) as keep:
            game = LiveGame(start, Partners(clock, seed), deck, keep)
            play(game, console, show_live, shown)
        show_live(["", ending(game.state)])
    return 0


def _rules(options: argparse.Namespace) -> tm.Rules:
    try:
        rules = tm.Rules.standard(players=options.players)
        last = rules.levels if options.levels is None else options.levels
        return attrs.evolve(rules, first_level=options.level, levels=last)
    except tm.InvalidRules as error:
        raise Failure(FAILED, str(error)) from None


def _clock(options: argparse.Namespace) -> Clock:
    try:
        clock = Clock(options.tempo, options.noise)
    except tm.InvalidArgument as error:
        raise Failure(FAILED, f"--{error}") from None
    if clock.tempo > MOST_SECONDS:
        raise Failure(FAILED, f"--tempo must be at most {MOST_SECONDS:,.0f}, got {clock.tempo:g}")
    return clock


def _names(options: argparse.Namespace, players: int) -> tuple[str, ...]:
    """Return the names of the players for the record."""
    names: tuple[str, ...] = NAMES[:players] if options.names is None else options.names
    try:
        seat_names(players, names)
        return tm.Record(tm.new_game(tm.Rules.standard(players)), names=names).names
    except tm.InvalidArgument as error:
        raise Failure(FAILED, f"--{error}") from None


def _tags(options: argparse.Namespace, clock: Clock) -> dict[str, str]:
    seed = {} if options.seed is None else {"seed": options.seed}
    return {"source": f"{PROGRAM} play", "person": f"seat {PERSON}", "clocks": repr(clock), **seed}


def _luck(seed: str | None) -> tuple[str, Dealer]:
    """Return the seed of the clocks and the function for decks, from a seed or at random."""
    if seed is None:
        return token_hex(), lambda state: tm.random_deck(state.rules.cards)
    return seed, partial(tm.deck_for, seed=seed)


def _descriptor() -> int:
    if sys.stdin is None:
        raise Failure(FAILED, "standard input is closed")
    return sys.stdin.fileno()

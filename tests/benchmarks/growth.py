"""Print the tables of the page on speed: what operations take, and how that grows.

    python tests/benchmarks/growth.py [SECTION ...]

Without a section it prints all of them, which takes some minutes. A figure is the median of
several rounds of processor time, and the sizes of a table are measured in turns. The last column
of a table is the time at the largest size as a multiple of that at the smallest. Absolute figures
hold for one machine; multiples of one run hold for others too.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from typing import Any, TypeAlias

import attrs

import themind as tm
from themind import codec, odds, render
from themind.experiments import Clock, Experiment, LogNormal, run

Call: TypeAlias = Callable[[], object]

ROUNDS = 7
ROUND_SECONDS = 0.02
MOST_GAMES = 10**7

# `getrusage` in a process that another one started counts the memory of that one too.
PEAK = """
import sys, time
import themind as tm
from themind.experiments import Clock, Experiment, LogNormal
from themind.experiments.batch import batch
table = Experiment(tm.Rules.standard(players=3), (Clock(0.3, LogNormal(0.10)),) * 3)
batch(table, 1_000, "warm", threads=1)
games, keep = int(sys.argv[1]), sys.argv[2]
began = time.process_time()
batch(table, games, "growth", threads=1, keep=keep)
taken = time.process_time() - began
status = open("/proc/self/status").read().split()
print(taken / games, int(status[status.index("VmHWM:") + 1]) / 1024)
"""


@attrs.frozen
class Plain:
    """The yardstick: twelve fields, frozen and slotted, nothing checked."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    l: int  # noqa: E741


def seconds(call: Call, number: int) -> float:
    """Processor seconds of a call, averaged over a number of them."""
    began = time.process_time()
    for _ in range(number):
        call()
    return (time.process_time() - began) / number


def medians(calls: Mapping[Any, Call]) -> dict[Any, float]:
    """The median seconds of each call, measured in turns."""
    numbers = {}
    for key, call in calls.items():
        call()  # fills the caches
        numbers[key] = max(1, round(ROUND_SECONDS / max(seconds(call, 1), 1e-7)))
    gc.collect()
    taken: dict[Any, list[float]] = {key: [] for key in calls}
    for _ in range(ROUNDS):
        for key, call in calls.items():
            taken[key].append(seconds(call, numbers[key]))
    return {key: statistics.median(rounds) for key, rounds in taken.items()}


def shown(value: float) -> str:
    """A number with three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table(title: str, sizes: list[Any], rows: Mapping[str, Callable[[Any], Call]]) -> None:
    """Print a table in microseconds with a column for each size."""
    print(row([title, *[f"{size:,}" for size in sizes], "growth"]))
    print(row(["---", *["--:"] * (len(sizes) + 1)]))
    for name, of_size in rows.items():
        times = medians({size: of_size(size) for size in sizes})
        cells = [shown(times[size] * 1e6) for size in sizes]
        print(row([name, *cells, shown(times[sizes[-1]] / times[sizes[0]])]), flush=True)
    print()


def asked(value: Any, ask: Callable[[Any], object]) -> Call:
    """A question about a value that is made before."""
    return lambda: ask(value)


def next_seat(state: tm.GameState) -> int:
    return min([(hand[0], seat) for seat, hand in enumerate(state.hands) if hand])[1]


def dealing(players: int, level: int, cards: int = 100) -> tm.GameState:
    rules = tm.Rules(
        players=players, levels=level, first_level=level, lives=2, stars=2, cards=cards, rewards={}
    )
    return tm.new_game(rules)


def playing(players: int, level: int, cards: int = 100) -> tm.GameState:
    """Half a level played in order."""
    state = dealing(players, level, cards)
    state = tm.begin(tm.deal(state, tm.deck_for(state, "growth")).state).state
    for _ in range(players * level // 2 if players * level < 200 else 2):
        state = tm.play(state, next_seat(state)).state
    return state


def last_seat(state: tm.GameState) -> int:
    return max([(hand[0], seat) for seat, hand in enumerate(state.hands) if hand])[1]


def played(state: tm.GameState) -> Call:
    seat = next_seat(state)
    return lambda: tm.play(state, seat)


def mistaken(state: tm.GameState) -> Call:
    seat = last_seat(state)
    return lambda: tm.play(state, seat)


def starred(state: tm.GameState) -> Call:
    everyone = tm.Star(range(state.players))
    return lambda: tm.apply(state, everyone)


def whole_deck(state: tm.GameState) -> tm.Deck:
    return tm.deck_for(state, "growth")


def dealt_cards(state: tm.GameState) -> tm.Deck:
    return tm.deck_for(state, "growth", count=state.players * state.level)


def dealt(state: tm.GameState, deck_of: Callable[[tm.GameState], tm.Deck] = dealt_cards) -> Call:
    deck = deck_of(state)
    return lambda: tm.deal(state, deck)


def followed(state: tm.GameState, action: tm.Action, place: int) -> Call:
    """The evolving of a view by the event of a step at a place."""
    events = tm.apply(state, action).events
    for event in events[:place]:
        state = tm.evolve(state, event)
    seen, shown = tm.view(state, 0), tm.redact(events[place], 0)
    return lambda: tm.evolve_view(seen, shown)


def server_step(state: tm.GameState) -> Call:
    """A play as a server makes it: applied, redacted and followed by each seat's view."""
    seat = next_seat(state)
    views = [tm.view(state, viewer) for viewer in range(state.players)]

    def step() -> None:
        for event in tm.apply(state, tm.Play(seat), by=seat).events:
            for viewer, seen in enumerate(views):
                tm.evolve_view(seen, tm.redact(event, viewer))

    return step


def level_of(players: int, level: int, cards: int = 100) -> Call:
    """A level from the deal to its completion."""
    start = dealing(players, level, cards)

    def whole() -> None:
        deck = tm.deck_for(start, "growth", count=players * level)
        state = tm.begin(tm.deal(start, deck).state).state
        while state.phase is tm.Phase.PLAYING:
            state = tm.play(state, next_seat(state)).state
        tm.complete_level(state)

    return whole


def whole_game(players: int = 3) -> tm.Record:
    """A game without a mistake, at the standard rules."""
    state = tm.new_game(tm.Rules.standard(players=players))
    record = tm.Record(state)
    while not state.is_over:
        if state.phase is tm.Phase.DEALING:
            action: tm.Action = tm.Deal(tm.deck_for(state, "growth"))
        elif state.phase is tm.Phase.FOCUSING:
            action = tm.Begin()
        else:
            action = tm.forced_action(state) or tm.Play(next_seat(state))
        record = record.add(action, 1_250 * len(record.entries))
        state = tm.apply(state, action).state
    return record


def long_record(entries: int) -> tm.Record:
    """A record of a level that is gathered and dealt again, many times."""
    state = start = tm.new_game(tm.Rules.standard(players=3))
    kept: list[tm.Entry] = []
    while len(kept) < entries:
        if state.phase is tm.Phase.DEALING:
            action: tm.Action = tm.Deal((10, 40, 70))
        elif state.phase is tm.Phase.FOCUSING:
            action = tm.Begin()
        else:
            action = tm.Gather() if len(state.pile) == 2 else tm.Play(len(state.pile))
        kept.append(tm.Entry(action, 500 * len(kept)))
        state = tm.apply(state, action).state
    return tm.Record(start, kept)


def core() -> None:
    """Single operations, beside the construction of a plain class."""
    state, before = playing(3, 6), dealing(3, 6)
    record = whole_game()
    deck, whole = tm.deck_for(before, "growth"), [entry.action for entry in record.entries]
    cleared = tm.final_state(tm.Record(record.start, record.entries[:-1]))

    own = tm.Play(next_seat(state))

    def replay() -> None:
        replayed = record.start
        for action in whole:
            replayed = tm.apply(replayed, action).state

    calls: dict[str, Call] = {
        "a plain attrs class of twelve fields": lambda: Plain(
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ),
        "`play` in order": played(state),
        "`apply` of a client's play (`by=`)": lambda: tm.apply(state, own, by=own.seat),
        "`play` that is a mistake": mistaken(state),
        "`star`": starred(state),
        "`deck_for`": lambda: tm.deck_for(before, "growth"),
        "`deck_for` with `count=18`": lambda: tm.deck_for(before, "growth", count=18),
        "`deal`": lambda: tm.deal(before, deck),
        "`complete_level`": lambda: tm.complete_level(cleared),
        "`legal_actions`": lambda: tm.legal_actions(state),
        "`view`": lambda: tm.view(state, 0),
        "`evolve_view` of a play": followed(state, own, 0),
        "a play on a server with three clients": server_step(state),
        f"a whole game of {len(whole)} actions, replayed": replay,
    }
    times = medians(calls)
    plain = times["a plain attrs class of twelve fields"]
    print(row(["three players, level 6 of 10", "µs", "plain classes"]))
    print(row(["---", "--:", "--:"]))
    for name, taken in times.items():
        print(row([name, shown(taken * 1e6), shown(taken / plain)]))
    print()


def documents() -> None:
    """Documents, beside Python's json for the same text."""
    state, record = playing(3, 6), whole_game()
    values: dict[str, Any] = {
        "an action": tm.Play(1, 36),
        "rules": state.rules,
        "a view": tm.view(state, 0),
        "a state": state,
        f"a record of {len(record.entries)} entries": record,
    }
    calls: dict[Any, Call] = {}
    for name, value in values.items():
        data, text, kind = codec.to_data(value), codec.dumps(value), type(value)
        calls[name, 0] = lambda v=value: codec.dumps(v)
        calls[name, 1] = lambda d=data: json.dumps(d, sort_keys=True, separators=(",", ":"))
        calls[name, 2] = lambda t=text, k=kind: codec.loads(t, k)
        calls[name, 3] = lambda t=text: json.loads(t)
    times = medians(calls)
    head = ["", "`dumps`, µs", "times `json.dumps`", "`loads`, µs", "times `json.loads`"]
    print(row(head))
    print(row(["---", *["--:"] * 4]))
    for name in values:
        write, plain_write, read, plain_read = [times[name, place] for place in range(4)]
        cells = [write * 1e6, write / plain_write, read * 1e6, read / plain_read]
        print(row([name, *map(shown, cells)]))
    print()


def players() -> None:
    """From two players to eight, in level 6 (the first half of it played)."""
    states = {n: playing(n, 6) for n in range(2, 9)}
    table(
        "players",
        [*states],
        {
            "`play`": lambda n: played(states[n]),
            "`play`, a mistake": lambda n: mistaken(states[n]),
            "`star`": lambda n: starred(states[n]),
            "`deal`": lambda n: dealt(dealing(n, 6)),
            "`legal_actions`": lambda n: lambda: tm.legal_actions(states[n]),
            "`view`": lambda n: lambda: tm.view(states[n], 0),
            "a play on a server": lambda n: server_step(states[n]),
            "`dumps` of a state": lambda n: lambda: codec.dumps(states[n]),
            "`odds.chance_lowest`": lambda n: asked(tm.view(states[n], 0), odds.chance_lowest),
            "`render.svg`": lambda n: lambda: render.svg(states[n]),
            "a level of 6 n cards": lambda n: level_of(n, 6),
        },
    )


def levels() -> None:
    """From the first level to the last, two players, and beyond the box."""
    sizes = [1, 3, 6, 12, 50]
    states = {n: playing(2, n, 100) if n > 1 else begun(2, 1) for n in sizes}
    table(
        "level",
        sizes,
        {
            "`deck_for`, all cards": lambda n: asked(dealing(2, n), whole_deck),
            "`deck_for`, those dealt": lambda n: asked(dealing(2, n), dealt_cards),
            "`deal`": lambda n: dealt(dealing(2, n)),
            "`play`": lambda n: played(states[n]),
            "`star`": lambda n: starred(states[n]),
            "`view`": lambda n: lambda: tm.view(states[n], 0),
            "a level of 2 n cards": lambda n: level_of(2, n),
        },
    )


def begun(players: int, level: int, cards: int = 100) -> tm.GameState:
    state = dealing(players, level, cards)
    return tm.begin(tm.deal(state, tm.deck_for(state, "growth")).state).state


def decks() -> None:
    """From a deck of six cards to the largest, two players in level 3."""
    sizes = [6, 100, 1_000, 10_000]
    states = {n: playing(2, 3, n) for n in sizes}
    table(
        "cards in the deck",
        sizes,
        {
            "`deck_for`, all cards": lambda n: asked(dealing(2, 3, n), whole_deck),
            "`deck_for`, six cards": lambda n: asked(dealing(2, 3, n), dealt_cards),
            "`deal` of all cards": lambda n: dealt(dealing(2, 3, n), whole_deck),
            "`deal` of six cards": lambda n: dealt(dealing(2, 3, n)),
            "`play`": lambda n: played(states[n]),
            "`view`": lambda n: lambda: tm.view(states[n], 0),
            "`view.unseen`": lambda n: asked(tm.view(states[n], 0), lambda seen: seen.unseen),
            "a level of 6 cards": lambda n: level_of(2, 3, n),
        },
    )


def seats() -> None:
    """From four seats to thousands, three cards in each hand."""
    sizes = [4, 40, 400, 3_000]
    states = {n: begun(n, 3, 10_000) for n in sizes}

    def landing(n: int) -> Call:
        held = sorted([(card, seat) for seat, hand in enumerate(states[n].hands) for card in hand])
        together = tm.PlayTogether([tm.Play(seat) for _, seat in held])
        return lambda: tm.apply(states[n], together)

    def second_star(n: int) -> Call:
        state = tm.begin(tm.star(states[n], range(n)).state).state
        return followed(state, tm.Star(range(n)), 0)

    table(
        "seats",
        sizes,
        {
            "`play`": lambda n: played(states[n]),
            "`star`": lambda n: starred(states[n]),
            "`play_together` of all cards": landing,
            "`view`": lambda n: lambda: tm.view(states[n], 0),
            "`legal_actions`": lambda n: lambda: tm.legal_actions(states[n]),
            "`evolve_view` of a play": lambda n: followed(
                states[n], tm.Play(next_seat(states[n])), 0
            ),
            "`evolve_view` of a mistake": lambda n: followed(
                states[n], tm.Play(last_seat(states[n])), 1
            ),
            "`evolve_view` of a star": lambda n: followed(states[n], tm.Star(range(n)), 0),
            "`evolve_view` of a second star": second_star,
            "`dumps` of a view": lambda n: asked(tm.view(states[n], 0), codec.dumps),
            "`SeatView(...)`": lambda n: asked(tm.view(states[n], 0), attrs.evolve),
        },
    )


def records() -> None:
    """From a record of a hundred entries to a hundred thousand."""
    sizes = [100, 1_000, 10_000, 100_000]
    kept = {n: long_record(n) for n in sizes}
    texts = {n: codec.dumps(record) for n, record in kept.items()}
    table(
        "entries",
        sizes,
        {
            "`Record(...)`": lambda n: lambda r=kept[n]: tm.Record(r.start, r.entries),
            "`record.add`": lambda n: lambda r=kept[n]: r.add(tm.Begin(), 10**9),
            "`final_state`": lambda n: lambda: tm.final_state(kept[n]),
            "`dumps`": lambda n: lambda: codec.dumps(kept[n]),
            "`loads`": lambda n: lambda: codec.loads(texts[n], tm.Record, max_length=10**8),
        },
    )


def requests() -> None:
    """What a stranger can ask a server for, in milliseconds."""
    start = tm.new_game(tm.Rules.standard(players=2))
    waves = [tm.Entry(tm.Ready(0)), tm.Entry(tm.Unready(0))] * 10_200
    record = tm.Record(start, [tm.Entry(tm.Deal(range(1, 101))), *waves])
    text = codec.dumps(record)
    crowd = tm.new_game(tm.Rules(players=10_000, levels=1, lives=1, stars=0, cards=10_000))
    crowd = tm.deal(crowd, range(1, 10_001)).state
    state = playing(4, 6)
    mistake = tm.Play(last_seat(state))
    times = medians(
        {
            f"read a record of {len(text):,} characters": lambda: codec.loads(text, tm.Record),
            "replay it": lambda: tm.final_state(record),
            "draw its timeline": lambda: render.timeline(record),
            "apply a seat action": lambda: tm.apply(state, mistake, by=mistake.seat),
            "draw a table of the box": lambda: render.svg(state),
            "shuffle 10,000 cards": lambda: whole_deck(crowd),
            "draw a table of 10,000 players": lambda: render.svg(crowd),
        }
    )
    print(row(["request", "ms"]))
    print(row(["---", "--:"]))
    for name, taken in times.items():
        print(row([name, shown(taken * 1e3)]))
    print()


def games(most: int = MOST_GAMES) -> None:
    """From a thousand games to ten million, in batches and by `run`; each size in a process."""
    print(row(["games", "time per game, µs", "peak memory, MB", 'with `keep="counts"`, MB']))
    print(row(["---", *["--:"] * 3]))
    known = Experiment(tm.Rules.standard(players=3), (Clock(0.3, LogNormal(0.10)),) * 3)
    for number in (100, 1_000):
        taken = seconds(lambda n=number: run(known, n, "growth"), 1) / number
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(row([f"{number:,} by `run`", shown(taken * 1e6), shown(peak), ""]), flush=True)
    if find_spec("numba") is None:
        print("\nBatches are left out: numba is not installed.")
        return
    for power in range(3, 8):
        if 10**power <= most:
            taken, rows = measured_batch(10**power, "rows")
            _, counts = measured_batch(10**power, "counts")
            name = f"{10**power:,} in a batch"
            print(row([name, shown(taken * 1e6), shown(rows), shown(counts)]), flush=True)
    print()


def measured_batch(number: int, keep: str) -> tuple[float, float]:
    """Processor seconds a game and peak megabytes, of a process on one thread."""
    command = [sys.executable, "-c", PEAK, str(number), keep]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    taken, peak = map(float, done.stdout.split())
    return taken, peak


SECTIONS: dict[str, Callable[[], None]] = {
    "core": core,
    "documents": documents,
    "players": players,
    "levels": levels,
    "decks": decks,
    "seats": seats,
    "records": records,
    "requests": requests,
    "games": games,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], metavar="SECTION")
    parser.add_argument(
        "--most-games",
        type=int,
        default=MOST_GAMES,
        help="the largest batch (default: %(default)s)",
    )
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}. Times in microseconds.\n")
    for name in arguments.sections or SECTIONS:
        print(f"{name}: {SECTIONS[name].__doc__}\n")
        if name == "games":
            games(arguments.most_games)
        else:
            SECTIONS[name]()


if __name__ == "__main__":
    main()

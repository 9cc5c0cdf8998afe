"""Long random walks: games that the library and the naive referee play side by side.

    python tests/walks/long_walks.py 10000000 --processes 2

Each seed is a game: random rules, then requests that lead on, any requests, and hostile ones, by
the host, by seats and by spectators. After each request the two must agree on the refusal, the
position and the outcome. The first difference ends the run and names its seed. Every line of
progress says with which seed an interrupted run goes on: `--from-seed`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import TypeAlias

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import themind as tm
from naive_referee import NaiveTable
from themind import Phase
from walks.naive_side import ask, naive_game, snapshot_of

Asker: TypeAlias = tm.Seat | tm.Host | None
Dice: TypeAlias = random.Random

MOST_REQUESTS = 150
AFTER_THE_END = 3
GAMES_AT_ONCE = 500
SHOWN_EVERY = 60.0
STACKS = {2: 12, 3: 10, 4: 8}
FAR_NUMBERS = (-1, -(10**30), 10**30)


class Difference(AssertionError):
    """The two referees differ."""


def random_rules(dice: Dice) -> tm.Rules:
    """Rules of every kind, with decks that are small, which keeps the naive referee quick."""
    full = dice.random() < 0.4
    players = dice.choice((2, 3, 4)) if full else dice.randint(1, 5)
    levels = STACKS[players] if full else dice.randint(1, 5)
    max_lives, max_stars = dice.choice((1, 2, 3, 5, 9)), dice.choice((0, 1, 3, 3, 4))
    rewards = {level: dice.choice([*tm.Reward]) for level in range(1, levels + 1)}
    return tm.Rules(
        players=players,
        levels=levels,
        lives=dice.randint(1, max_lives),
        stars=dice.randint(0, max_stars),
        max_lives=max_lives,
        max_stars=max_stars,
        rewards={level: reward for level, reward in rewards.items() if dice.random() < 0.6},
        first_level=1 if full else dice.randint(1, levels),
        cards=players * levels + dice.choice((0, 1, 5)),
        blind_penalty=dice.choice([*tm.BlindPenalty]),
        mistake_penalty=dice.choice([*tm.MistakePenalty]),
        auto_refocus=dice.random() < 0.7,
        starts_blind=dice.random() < 0.2,
    )


def seat_near(state: tm.GameState, dice: Dice) -> int:
    """A seat of the table, now and then one that does not exist."""
    if dice.random() < 0.04:
        return dice.choice((state.players, *FAR_NUMBERS))
    return dice.randrange(state.players)


def guard(state: tm.GameState, seat: int, dice: Dice) -> int | None:
    """A card to name with a play: none, the lowest, any of the hand, or one from elsewhere."""
    hand = state.hands[seat] if 0 <= seat < state.players else ()
    others = (dice.randint(0, state.rules.cards + 1), dice.choice(FAR_NUMBERS))
    return dice.choice((None, None, None, *hand[:1], *hand[:1], *hand, dice.choice(others)))


def random_deck(state: tm.GameState, dice: Dice) -> list[int]:
    """A deck that is long enough."""
    size = dice.choice((state.players * state.level, state.rules.cards))
    return dice.sample(range(1, state.rules.cards + 1), size)


def spoiled_deck(state: tm.GameState, dice: Dice) -> list[int]:
    """A deck that is too short, names a card twice, or names one that does not exist."""
    deck = random_deck(state, dice)
    place = dice.randrange(len(deck))
    match dice.randrange(3):
        case 0:
            return deck[:place]
        case 1:
            return [*deck, deck[place]]
        case _:
            deck[place] = dice.choice((0, state.rules.cards + 1, *FAR_NUMBERS))
            return deck


def in_order(state: tm.GameState) -> list[tm.Seat]:
    """The seat of each held card, from the lowest card to the highest."""
    return [s for _, s in sorted((card, s) for s, hand in enumerate(state.hands) for card in hand)]


def landing(state: tm.GameState, dice: Dice) -> tm.Action:
    """Some cards that land together, in order or not."""
    seats = in_order(state) or [0]
    seats = seats[: dice.randint(1, len(seats))]
    if dice.random() < 0.5:
        dice.shuffle(seats)
    if dice.random() < 0.1:
        seats.append(seat_near(state, dice))
    named = dice.random() < 0.3
    return tm.PlayTogether([tm.Play(s, guard(state, s, dice) if named else None) for s in seats])


def any_seats(state: tm.GameState, dice: Dice) -> list[int]:
    """All seats, or some of them, or one too many."""
    seats = [*range(state.players)]
    return dice.choice((seats, seats, seats, seats[1:], [*seats, seat_near(state, dice)]))


def cards_down(state: tm.GameState, dice: Dice) -> int | None:
    """How many cards an agreeing seat has seen: none named, the right number, or a near one."""
    down = len(state.pile) + len(state.aside)
    return dice.choice((None, None, down, down, down + 1, down - 1, dice.choice(FAR_NUMBERS)))


Choice: TypeAlias = Callable[[tm.GameState, Dice], tm.Action]

ANY: dict[str, Choice] = {
    "a deck": lambda state, dice: tm.Deal(random_deck(state, dice)),
    "a spoiled deck": lambda state, dice: tm.Deal(spoiled_deck(state, dice)),
    "begin": lambda state, dice: tm.Begin(),
    "gather": lambda state, dice: tm.Gather(),
    "reveal": lambda state, dice: tm.Reveal(),
    "complete": lambda state, dice: tm.CompleteLevel(),
    "blind": lambda state, dice: tm.ContinueBlind(),
    "ready": lambda state, dice: tm.Ready(seat_near(state, dice)),
    "unready": lambda state, dice: tm.Unready(seat_near(state, dice)),
    "stop": lambda state, dice: tm.Refocus(seat_near(state, dice)),
    "play": lambda state, dice: tm.Play(s := seat_near(state, dice), guard(state, s, dice)),
    "land": landing,
    "propose": lambda state, dice: tm.ProposeStar(seat_near(state, dice)),
    "agree": lambda state, dice: tm.AgreeToStar(seat_near(state, dice), cards_down(state, dice)),
    "decline": lambda state, dice: tm.DeclineStar(seat_near(state, dice)),
    "star": lambda state, dice: tm.Star(any_seats(state, dice)),
}
EVERY = tuple(ANY.values())
ONWARD: dict[Phase, tuple[Choice, ...]] = {
    Phase.DEALING: (ANY["a deck"],),
    Phase.FOCUSING: (ANY["begin"], ANY["begin"], ANY["ready"], ANY["ready"], ANY["unready"]),
    Phase.PLAYING: (
        *[lambda state, dice: tm.Play(in_order(state)[0])] * 6,
        *(ANY["play"], ANY["land"], ANY["propose"], ANY["agree"], ANY["agree"]),
        *(ANY["star"], ANY["stop"], ANY["decline"]),
    ),
    Phase.REVEALING: (ANY["reveal"],),
    Phase.CLEARED: (ANY["complete"],),
    Phase.WON: (ANY["blind"],),
    Phase.LOST: EVERY,
}


def quickest(state: tm.GameState, dice: Dice) -> tm.Action:
    """The action that clears the level at once, or what leads there."""
    if state.phase is Phase.PLAYING:
        return tm.PlayTogether([tm.Play(seat) for seat in in_order(state)])
    return ONWARD[state.phase][0](state, dice)


def asker(action: tm.Action, state: tm.GameState, dice: Dice) -> Asker:
    """The host, the seat that acts, another seat, or a spectator."""
    if dice.random() < 0.6:
        return tm.HOST
    own = getattr(action, "seat", None)
    if own in range(state.players) and dice.random() < 0.8:
        return own
    return dice.choice((None, *range(state.players)))


def request(state: tm.GameState, haste: float, dice: Dice) -> tuple[tm.Action, Asker]:
    """The next request of a game; the more haste, the more of them clear a level at once."""
    if dice.random() < haste:
        return quickest(state, dice), tm.HOST
    choices = ONWARD[state.phase] if dice.random() < 0.6 else EVERY
    action = dice.choice(choices)(state, dice)
    return action, asker(action, state, dice)


def step(
    state: tm.GameState, naive: NaiveTable, action: tm.Action, by: Asker
) -> tuple[tm.GameState, list[str]]:
    """Make one request of both referees; return the state after it, and what was seen."""
    try:
        taken = tm.apply(state, action, by=by)
        code, state, seen = None, taken.state, [type(event).__name__ for event in taken.events]
    except tm.IllegalAction as refused:
        code = str(refused.illegality.code)
        seen = [code]
    theirs = ask(naive, action, by)
    if theirs != code:
        raise Difference(f"the library says {code}, the naive referee {theirs}")
    if naive.snapshot() != snapshot_of(state):
        raise Difference(f"positions: {state}, {naive.snapshot()}")
    ended = tm.outcome(state)
    told = ended and {"victory": ended.victory, "blind": ended.blind, "level": ended.level}
    if naive.outcome() != told:
        raise Difference(f"outcomes: {told}, {naive.outcome()}")
    return state, [*seen, str(state.phase), "refused" if code else "done"]


def walk(seed: int) -> Counter[str]:
    """Play one game, and return what was seen in it: phases, events, refusals, requests."""
    dice = random.Random(seed)
    rules = random_rules(dice)
    state, naive = tm.new_game(rules), naive_game(rules)
    haste = dice.choice((0.0, 0.3, 0.8))
    seen: Counter[str] = Counter(games=1)
    left = MOST_REQUESTS
    while left > 0:
        action, by = request(state, haste, dice)
        try:
            state, found = step(state, naive, action, by)
        except Exception as error:
            where = f"seed {seed}, {rules}, request {MOST_REQUESTS - left + 1}: {action} by {by}"
            raise Difference(f"{where}: {error!r}") from error
        seen.update(found)
        over = state.is_over and not tm.is_legal(state, tm.ContinueBlind())
        left = min(left, AFTER_THE_END + 1) - 1 if over else left - 1
    return seen


def walks(seeds: range) -> Counter[str]:
    """Play some games, and return what was seen in them."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += walk(seed)
    return seen


def requests_of(seen: Counter[str]) -> int:
    """The number of requests, done and refused."""
    return seen["done"] + seen["refused"]


def in_processes(first: int, processes: int) -> Iterator[tuple[int, Counter[str]]]:
    """Play games without end; yield the next seed, and what was seen in some of them."""
    chunks = (range(seed, seed + GAMES_AT_ONCE) for seed in count(first, GAMES_AT_ONCE))
    with ProcessPoolExecutor(processes) as pool:
        under_way = [(seeds, pool.submit(walks, seeds)) for seeds in islice(chunks, 2 * processes)]
        try:
            while True:
                seeds, ended = under_way.pop(0)
                yield seeds.stop, ended.result()
                seeds = next(chunks)
                under_way.append((seeds, pool.submit(walks, seeds)))
        finally:
            pool.shutdown(cancel_futures=True)


def report(seen: Counter[str], first: int, following: int, begin: float) -> str:
    """What was seen so far, in one line."""
    minutes = (time.monotonic() - begin) / 60
    codes = sum(seen[code] > 0 for code in tm.IllegalCode)
    return (
        f"{requests_of(seen):,} requests in {seen['games']:,} games, {seen['refused']:,} refused "
        f"({codes} of {len(tm.IllegalCode)} codes), no difference, {minutes:.1f} minutes; "
        f"seeds {first} to {following - 1}"
    )


def main() -> None:
    """Walk until as many requests were made as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("requests", type=int)
    parser.add_argument("--from-seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    seen: Counter[str] = Counter()
    begin = shown = time.monotonic()
    for following, found in in_processes(asked.from_seed, asked.processes):
        seen += found
        if requests_of(seen) >= asked.requests:
            break
        if time.monotonic() - shown > SHOWN_EVERY:
            shown = time.monotonic()
            print(report(seen, asked.from_seed, following, begin), flush=True)
    print(dict(seen.most_common()))
    print(report(seen, asked.from_seed, following, begin))


if __name__ == "__main__":
    main()

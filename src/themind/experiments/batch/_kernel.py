"""Games with clocks as purely numeric functions, which numba compiles and Python can run too.

A game is a row of numbers, as in a result. The functions contain the rules of a base run: deals
(LVL-1), plays (LVL-6), mistakes (ERR-1, ERR-2, VAR-5), cards that land together (ERR-7), rewards
(SET-5, SET-6). The tests compare every row with that of `run`.
"""

from __future__ import annotations

from themind.experiments._drivers import MICROSECONDS
from themind.experiments.batch._setup import (
    ABSOLUTE,
    BY_LEVEL,
    HELD,
    LAST_TICK,
    LEVEL,
    LIFE,
    LIVES,
    LONGEST_WAIT,
    LOWEST_FIRST,
    MISTAKES,
    NOW,
    RANDOM,
    STAR,
    STARS,
    TIME,
    TOP,
    WON,
    Games,
    Integers,
    Scratch,
    Setup,
)
from themind.experiments.batch._waits import bounds, wait
from themind.experiments.batch._words import below, signed, unsigned, word

PLANS_WORD = 2
TIES_WORD = 2**63
LATEST = 2**53  # microseconds of play; all ints up to here are exact floats
LATER = 2**60  # a time after all times of play

# Seconds; waits that are rounded to the same microsecond differ by less.
NEARLY_TOGETHER = 2e-6

MISSING = -1
LEFT_OVER = -2  # instead of WON: the game must be played by `run`


def play_games(setup: Setup, scratch: Scratch, games: Games) -> None:
    """Play games and write their numbers to `games.out`."""
    count, row = len(games.deck_keys), scratch.row
    plans_key = word(games.root, PLANS_WORD)
    for k in range(count):
        game_key = word(word(plans_key, games.start + unsigned(k)), 0)
        if not play_game(setup, scratch, word(games.deck_keys[k], 0), game_key):
            row[WON] = LEFT_OVER
        for column in range(len(row)):
            games.out[column * count + k] = row[column]


def play_game(setup: Setup, scratch: Scratch, deck_key: int, game_key: int) -> bool:
    """Play a game; return False if its result is uncertain."""
    row = scratch.row
    for column in range(len(row)):
        row[column] = MISSING if column >= BY_LEVEL else 0
    row[LIVES], row[STARS] = setup.lives, setup.stars
    for level in range(setup.first_level, setup.levels + 1):
        row[LEVEL] = level
        row[BY_LEVEL + level - setup.first_level] = 0
        deal(setup, scratch, level, word(word(deck_key, level), 0))
        begin_level(setup, scratch, level, word(word(game_key, level), 0))
        if not play_level(setup, scratch, level):
            return False
        row[TIME] += scratch.clock[NOW]
        if row[LIVES] == 0:
            return True
        take_reward(setup, row, level)
    row[WON] = 1
    return True


def deal(setup: Setup, scratch: Scratch, level: int, key: int) -> None:
    """Deal a level, with one swap of the deck for each dealt card."""
    players, deck, swaps = setup.players, scratch.deck, scratch.swaps
    dealt = players * level
    for i in range(min(dealt, setup.cards - 1)):
        j = i + below(key, i, setup.cards - i)
        swaps[i] = j
        deck[i], deck[j] = deck[j], deck[i]
    for i in range(dealt):
        scratch.hands[(i % players) * setup.levels + i // players] = deck[i]
    for i in range(min(dealt, setup.cards - 1)):
        deck[i] = i + 1
        deck[swaps[i]] = swaps[i] + 1
    for seat in range(players):
        sort_part(scratch.hands, seat * setup.levels, level)


def sort_part(hands: Integers, first: int, count: int) -> None:
    """Put `count` cards in ascending order, by Shell's method."""
    step = 1
    while step < count // 3:
        step = 3 * step + 1
    while step > 0:
        for i in range(first + step, first + count):
            card, j = hands[i], i
            while j >= first + step and hands[j - step] > card:
                hands[j] = hands[j - step]
                j -= step
            hands[j] = card
        step //= 3


def begin_level(setup: Setup, scratch: Scratch, level: int, key: int) -> None:
    """Clear the plans of the last deal, and set the keys of the new one."""
    clock = scratch.clock
    clock[NOW], clock[TOP], clock[LAST_TICK] = 0, 0, 0
    clock[HELD] = setup.players * level
    for seat in range(setup.players):
        scratch.heads[seat] = 0
        scratch.planned[seat] = 0
        scratch.seat_keys[seat] = word(key, seat)


def play_level(setup: Setup, scratch: Scratch, level: int) -> bool:
    """Play until no card or no life is left; return False if the result is uncertain."""
    row, clock = scratch.row, scratch.clock
    while clock[HELD] > 0 and row[LIVES] > 0:
        if not plan_all(setup, scratch, level):
            return False
        count = land(setup, scratch, level)
        if count == 0:
            return False
        for place in range(count):
            play(setup, scratch, level, scratch.order[place])
    return True


def lowest(setup: Setup, scratch: Scratch, seat: int) -> int:
    """Return the lowest card of a seat that holds one."""
    return scratch.hands[seat * setup.levels + scratch.heads[seat]]


def plan_all(setup: Setup, scratch: Scratch, level: int) -> bool:
    """Set the times at which seats would play; return False if a rounding is uncertain.

    In a race in which all plans are made again after each step, plans that are certainly later than
    another one are not computed.
    """
    races = setup.tick == 0 and not setup.keeps_plans
    latest = LONGEST_WAIT
    for seat in range(setup.players):
        if scratch.heads[seat] < level:
            count_plan(setup, scratch, seat)
            if races:
                scratch.least[seat], most = bounds(setup, scratch, seat)
                latest = min(latest, max(0.0, most))
    for seat in range(setup.players):
        if scratch.heads[seat] < level:
            if races and scratch.least[seat] > latest + NEARLY_TOGETHER:
                scratch.dues[seat] = LATER
            elif scratch.dues[seat] == LATER and not plan(setup, scratch, seat):
                return False
    return True


def count_plan(setup: Setup, scratch: Scratch, seat: int) -> None:
    """Prepare the random numbers of a seat's next plan, unless the last one remains valid."""
    card = lowest(setup, scratch, seat)
    if scratch.planned[seat] != card:
        scratch.planned[seat] = card
        scratch.times[seat] = 0
        scratch.card_keys[seat] = word(scratch.seat_keys[seat], card)
    elif setup.keeps_plans:
        return
    else:
        scratch.times[seat] += 1
    scratch.dues[seat] = LATER
    scratch.draw_keys[seat] = word(scratch.card_keys[seat], scratch.times[seat])
    if scratch.times[seat] == 0 or setup.kinds[seat] != ABSOLUTE:
        scratch.words[seat] = word(scratch.draw_keys[seat], 0)


def plan(setup: Setup, scratch: Scratch, seat: int) -> bool:
    """Set the time at which a seat would play; return False if its rounding is uncertain."""
    seconds, size = wait(setup, scratch, seat)
    micros = seconds * MICROSECONDS
    if not micros < LONGEST_WAIT:
        return False
    whole = signed(round(micros))
    if abs(abs(micros - whole) - 0.5) < setup.guard * size * MICROSECONDS:
        return False
    scratch.dues[seat] = scratch.clock[NOW] + whole
    return True


def land(setup: Setup, scratch: Scratch, level: int) -> int:
    """Advance to the next plays and sort them; return their number, 0 if it is too late."""
    clock, order = scratch.clock, scratch.order
    count = least = 0
    for seat in range(setup.players):
        if scratch.heads[seat] < level:
            moment = scratch.dues[seat]
            if setup.tick > 0:
                moment = max(clock[LAST_TICK] + 1, (moment + setup.tick - 1) // setup.tick)
            if count == 0 or moment < least:
                count, least = 0, moment
            if moment == least:
                order[count] = seat
                count += 1
    unit = max(setup.tick, 1)
    if least > (LATEST - scratch.row[TIME]) // unit:
        return 0
    clock[NOW], clock[LAST_TICK] = least * unit, least
    sort_landing(setup, scratch, count)
    return count


def sort_landing(setup: Setup, scratch: Scratch, count: int) -> None:
    """Sort the seats that land together; the sort is stable."""
    order = scratch.order
    for i in range(1, count):
        seat, j = order[i], i
        while j > 0 and rank(setup, scratch, order[j - 1]) > rank(setup, scratch, seat):
            order[j] = order[j - 1]
            j -= 1
        order[j] = seat


def rank(setup: Setup, scratch: Scratch, seat: int) -> int:
    """Return the sort key of a seat that lands together with others."""
    if setup.landing == RANDOM:
        return word(scratch.draw_keys[seat], TIES_WORD)
    card = scratch.planned[seat]
    return unsigned(card if setup.landing == LOWEST_FIRST else setup.cards - card)


def play(setup: Setup, scratch: Scratch, level: int, seat: int) -> None:
    """Play a card, unless the game is lost or an earlier mistake has set the card aside."""
    heads, row, clock = scratch.heads, scratch.row, scratch.clock
    if row[LIVES] == 0 or heads[seat] == level:
        return
    card = lowest(setup, scratch, seat)
    if card != scratch.planned[seat]:
        return
    heads[seat] += 1
    clock[TOP] = card
    skipped = 0
    for other in range(setup.players):
        while heads[other] < level and lowest(setup, scratch, other) < card:
            heads[other] += 1
            skipped += 1
    clock[HELD] -= 1 + skipped
    if skipped > 0:
        row[MISTAKES] += 1
        row[BY_LEVEL + level - setup.first_level] += 1
        row[LIVES] -= min(skipped, row[LIVES]) if setup.per_card else 1


def take_reward(setup: Setup, row: Integers, level: int) -> None:
    """Take the reward of a level, unless the team is at its limit."""
    reward = setup.rewards[level]
    if reward == LIFE:
        row[LIVES] = min(row[LIVES] + 1, setup.max_lives)
    if reward == STAR:
        row[STARS] = min(row[STARS] + 1, setup.max_stars)

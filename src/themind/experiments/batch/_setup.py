"""Experiments as numbers and arrays, and the arrays for their games."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import NamedTuple, Protocol, TypeAlias, assert_never

from themind import InvalidArgument, MistakePenalty, Reward
from themind._model.checks import shown
from themind.experiments._columns import Numbers, columns_of
from themind.experiments._drivers import MICROSECONDS, Driver, Landing, Race, Ticks
from themind.experiments._experiment import Experiment
from themind.experiments._noise import Additive, LogNormal, Noise, Weber
from themind.experiments._policies import AbsoluteClock, CardBlind, Clock
from themind.experiments._policy import Policy
from themind.experiments.batch._bounds import bounds_of

Integers: TypeAlias = MutableSequence[int]
Floats: TypeAlias = MutableSequence[float]

# The kinds of policies, noises, rewards and landings.
CLOCK, ABSOLUTE, CARD_BLIND = range(3)
STEADY, LOG_NORMAL, ADDITIVE, WEBER = range(4)
NO_REWARD, LIFE, STAR = range(3)
RANDOM, LOWEST_FIRST, HIGHEST_FIRST = range(3)

# Indices in the row of a game: the columns of a result, then the mistakes of each level.
WON, STALLED, LEVEL, LIVES, STARS, MISTAKES, TIME, BY_LEVEL = range(8)

# Indices in the clock of a level: microseconds, the top of the pile, held cards, the last tick.
NOW, TOP, HELD, LAST_TICK = range(4)

# The relative error of `exp` and `log`: a wait this near to half a microsecond, relative to the
# numbers in its computation, can be rounded differently on another machine.
GUARD = 4e-15

# The longest wait of the kernel in microseconds; all ints up to here are exact floats.
LONGEST_WAIT = 2.0**53


class Setup(NamedTuple):
    """An experiment, for the kernel."""

    players: int
    first_level: int
    levels: int
    cards: int
    lives: int
    max_lives: int
    stars: int
    max_stars: int
    per_card: bool
    rewards: Integers  # by level
    kinds: Integers  # from here on by seat
    tempos: Floats
    noises: Integers
    sizes: Floats
    bounds: Floats
    keeps_plans: bool
    tick: int  # microseconds, 0 in a race
    landing: int
    guard: float


class Scratch(NamedTuple):
    """The arrays in which games are played, one after the other."""

    row: Integers
    clock: Integers
    deck: Integers  # in ascending order between deals
    swaps: Integers
    hands: Integers  # a part of `levels` cards for each seat, ascending
    heads: Integers  # by seat: the place of its lowest card in its hand
    planned: Integers  # by seat: the card that it planned last in this deal, or 0
    times: Integers  # by seat: how often it planned this card before
    dues: Integers  # by seat: when it would play, in microseconds of the level
    order: Integers  # the seats whose cards land next
    seat_keys: Integers
    card_keys: Integers
    draw_keys: Integers
    words: Integers  # by seat: the word of the number that its policy uses
    least: Floats  # by seat: a lower bound of its wait in seconds


class Games(NamedTuple):
    """The games of a chunk: the keys of their decks, and the array for their numbers.

    The numbers of game k, whose index is `start` + k, are at the indices k, k + games,
    k + 2 games and so on of `out`, which contains the columns one after the other.
    """

    deck_keys: Integers
    root: int  # the key of the run's seed
    start: int
    out: Integers


class Arrays(Protocol):
    """Creates the arrays of the kernel."""

    def blank(self, count: int) -> Integers:
        """Return an array of zeros, signed 64-bit numbers."""
        ...

    def integers(self, values: Iterable[int]) -> Integers:
        """Return an array of signed 64-bit numbers."""
        ...

    def word(self, value: int) -> int:
        """Return an unsigned 64-bit number."""
        ...

    def words(self, values: Iterable[int]) -> Integers:
        """Return an array of unsigned 64-bit numbers."""
        ...

    def floats(self, values: Iterable[float]) -> Floats:
        """Return an array of floats."""
        ...

    def places(self, values: Integers, wanted: int) -> Iterable[int]:
        """Return the indices at which an array has a number."""
        ...

    def packed(self, values: Integers) -> Numbers:
        """Return at least one signed number in the smallest array that fits."""
        ...


def check_playable(experiment: Experiment) -> None:
    """Raise InvalidArgument for an experiment that the kernel cannot play."""
    if experiment.blind or experiment.rules.starts_blind:
        raise InvalidArgument("experiment must have no blind levels in a batch")
    for seat, policy in enumerate(experiment.policies):
        if type(policy) not in _KINDS or _noise_of(policy) not in _NOISES:
            raise InvalidArgument(
                f"policies[{seat}] must be a Clock, an AbsoluteClock or a CardBlind in a batch, "
                f"got {shown(policy)}"
            )


_KINDS: dict[type[Policy], int] = {Clock: CLOCK, AbsoluteClock: ABSOLUTE, CardBlind: CARD_BLIND}
_NOISES: dict[type[Noise] | None, int] = {
    None: STEADY,
    LogNormal: LOG_NORMAL,
    Additive: ADDITIVE,
    Weber: WEBER,
}
_LANDINGS = {
    Landing.RANDOM: RANDOM,
    Landing.LOWEST_FIRST: LOWEST_FIRST,
    Landing.HIGHEST_FIRST: HIGHEST_FIRST,
}
_REWARDS = {None: NO_REWARD, Reward.LIFE: LIFE, Reward.STAR: STAR}


def setup_of(experiment: Experiment, arrays: Arrays) -> Setup:
    """Return the numbers of an experiment that passed `check_playable`."""
    rules, driver = experiment.rules, experiment.driver
    seats = [_seat(policy) for policy in experiment.policies]
    rewards = [_REWARDS[rules.reward(level)] for level in range(rules.levels + 1)]
    return Setup(
        players=rules.players,
        first_level=rules.first_level,
        levels=rules.levels,
        cards=rules.cards,
        lives=rules.lives,
        max_lives=rules.max_lives,
        stars=rules.stars,
        max_stars=rules.max_stars,
        per_card=rules.mistake_penalty is MistakePenalty.PER_CARD,
        rewards=arrays.integers(rewards),
        kinds=arrays.integers([kind for kind, _, _, _ in seats]),
        tempos=arrays.floats([tempo for _, tempo, _, _ in seats]),
        noises=arrays.integers([noise for _, _, noise, _ in seats]),
        sizes=arrays.floats([size for _, _, _, size in seats]),
        bounds=arrays.floats(
            [number for policy in experiment.policies for number in bounds_of(policy)]
        ),
        keeps_plans=driver == Race(redraw=False),
        tick=_tick(driver),
        landing=_LANDINGS[driver.landing] if isinstance(driver, Ticks) else RANDOM,
        guard=GUARD,
    )


def _tick(driver: Driver) -> int:
    return round(driver.seconds * MICROSECONDS) if isinstance(driver, Ticks) else 0


def _noise_of(policy: Policy) -> type[Noise] | None:
    noise = policy.noise if isinstance(policy, Clock | AbsoluteClock) else None
    return None if noise is None else type(noise)


def _seat(policy: Policy) -> tuple[int, float, int, float]:
    """Return the kind of a policy, its tempo, and the kind and size of its noise."""
    kind, noise_kind = _KINDS[type(policy)], _NOISES[_noise_of(policy)]
    if not isinstance(policy, Clock | AbsoluteClock):
        return kind, 0.0, noise_kind, 0.0
    return kind, policy.tempo, noise_kind, _size(policy.noise)


def _size(noise: Noise | None) -> float:
    match noise:
        case None:
            return 0.0
        case LogNormal(size) | Additive(size) | Weber(size):
            return size
        case _:
            assert_never(noise)


def scratch_of(experiment: Experiment, arrays: Arrays) -> Scratch:
    """Return arrays for the games of an experiment, for use by one thread."""
    rules = experiment.rules
    seats, dealt = [0] * rules.players, [0] * (rules.players * rules.levels)
    return Scratch(
        row=arrays.integers([0] * len(columns_of(experiment))),
        clock=arrays.integers([0] * 4),
        deck=arrays.integers(range(1, rules.cards + 1)),
        swaps=arrays.integers(dealt),
        hands=arrays.integers(dealt),
        heads=arrays.integers(seats),
        planned=arrays.integers(seats),
        times=arrays.integers(seats),
        dues=arrays.integers(seats),
        order=arrays.integers(seats),
        seat_keys=arrays.words(seats),
        card_keys=arrays.words(seats),
        draw_keys=arrays.words(seats),
        words=arrays.words(seats),
        least=arrays.floats(seats),
    )

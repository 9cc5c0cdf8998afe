"""Train two agents by REINFORCE in NumPy, and compute their exact probability of winning.

`python docs/examples/envs/train.py` trains three pairs in about a minute and draws `curve.svg`;
README.md has the results. It needs the extra `envs` and matplotlib.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import themind as tm
from themind.envs import parallel_env, reference_chance
from themind.experiments import exact

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import plots  # noqa: E402 - the module next door

RULES = tm.Rules(players=2, levels=1, lives=1, stars=0, max_stars=0)
HORIZON = 10  # waits of 1 to 10 ticks
SEEDS = (1, 2, 3)
GAMES = 20_000  # a pair
EVERY = 500  # games between two points of the curve

# Each card activates 41 bumps, so that neighbouring cards share what is learned.
CENTRES = np.linspace(0, RULES.cards, 41)
BUMPS = np.exp(-(((np.arange(1, RULES.cards + 1)[:, None] - CENTRES) / 2.5) ** 2) / 2)


class Trained(NamedTuple):
    """A pair of agents that share their weights, and their probability of winning over time."""

    weights: np.ndarray
    games: list[int]
    chances: list[float]


def odds_of(weights: np.ndarray) -> np.ndarray:
    """Return the probability of each wait, in a row for each card."""
    scores = np.exp(BUMPS @ weights)
    return scores / scores.sum(axis=1, keepdims=True)


def train(seed: int, games: int = GAMES) -> Trained:
    """Play games; after each, shift the odds of the chosen waits by reward minus baseline."""
    env = parallel_env(RULES, mode="bid", horizon=HORIZON)
    hand = env.encoder.parts["hand"]
    dice = np.random.default_rng(seed)
    trained = Trained(np.zeros((len(CENTRES), HORIZON)), [0], [0.5])
    env.reset(seed=seed)
    usual = 0.5
    for game in range(1, games + 1):
        cards, odds, bids, reward = play(env, hand, trained.weights, dice)
        rate = 0.5 * (1 - game / games)
        for card, chances, bid in zip(cards, odds, bids, strict=True):
            better = np.eye(HORIZON)[bid] - chances  # gradient of the log-probability of the bid
            trained.weights[:] += rate * (reward - usual) * np.outer(BUMPS[card], better)
        usual += 0.01 * (reward - usual)
        if game % EVERY == 0:
            trained.games.append(game)
            trained.chances.append(chance_to_win(trained.weights))
    return trained


def play(env: Any, hand: slice, weights: np.ndarray, dice: np.random.Generator) -> Any:
    """Play a game; only the first bids matter, because only one card is left afterwards."""
    observations, _ = env.reset()
    cards = [int(vector[hand].argmax()) for vector in observations.values()]
    scores = np.exp(BUMPS[cards] @ weights)
    odds = scores / scores.sum(axis=1, keepdims=True)
    bids = (odds.cumsum(axis=1) < dice.random((2, 1))).sum(axis=1).clip(max=HORIZON - 1)
    _, rewards, ends, *_ = env.step(dict(zip(env.agents, bids + 1, strict=True)))
    if not any(ends.values()):
        _, rewards, *_ = env.step(dict.fromkeys(env.agents, 1))
    return cards, odds, bids, rewards["seat_0"]


def chance_to_win(weights: np.ndarray) -> float:
    """Return the exact probability that two such agents win."""
    odds = odds_of(weights)
    later = 1 - odds.cumsum(axis=1) + odds / 2  # equal bids land in random order
    first = np.clip(odds @ later.T, 0, 1)
    return exact.race(lambda near, far: float(first[near - 1, far - 1]), level=1)[0]


def table(pairs: list[Trained]) -> list[str]:
    """Return the probabilities during training as the rows of a table."""
    places = [game // EVERY for game in (0, 500, 1_000, 2_000, 5_000, 10_000, 20_000)]
    rows = ["| games | " + " | ".join(f"seed {seed}" for seed in SEEDS) + " |"]
    rows.append("|---:|" + "---:|" * len(SEEDS))
    for place in places:
        chances = " | ".join(f"{pair.chances[place]:.3f}" for pair in pairs)
        rows.append(f"| {pairs[0].games[place]:,} | {chances} |")
    return rows


def draw(pairs: list[Trained], path: Path) -> None:
    """Draw the learning curves and the best known probability."""
    figure, axes = plots.subplots(1, 1, 3.8, "curve")
    for seed, pair, style, color in zip(SEEDS, pairs, ("-", "--", ":"), plots.SERIES, strict=True):
        axes.plot(pair.games, pair.chances, style, color=color, label=f"seed {seed}")
    best = reference_chance(RULES, HORIZON)
    axes.axhline(best, color=plots.SOFT, label=f"the best table of waits: {best:.4f}")
    axes.axhline(0.5, color=plots.SOFT, linestyle=":", label="random waits: 0.5")
    axes.set(xlabel="games", ylabel="exact probability of winning")
    axes.set(ylim=(0.45, 1.0), xlim=(0, GAMES), title="Three pairs in training")
    axes.set_xticks(
        [0, 5_000, 10_000, 15_000, 20_000], ["0", "5,000", "10,000", "15,000", "20,000"]
    )
    axes.legend(loc="lower right", fontsize="small")
    plots.save(figure, path, "The exact probability of winning of three pairs in training")


def main() -> None:
    """Train three pairs, print the table and draw the curves."""
    pairs = [train(seed) for seed in SEEDS]
    print("\n".join(table(pairs)))
    draw(pairs, HERE / "curve.svg")


if __name__ == "__main__":
    main()

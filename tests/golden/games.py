"""Games that together use every action and see every event, and how they are written down.

`python tests/golden/games.py` writes the files again; read the difference before you keep it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import themind as tm

HERE = Path(__file__).parent


def record(start: tm.GameState, *actions: tm.Action) -> tm.Record:
    return tm.Record(start, [tm.Entry(action) for action in actions])


def dealt(*hands: tuple[int, ...]) -> tm.Deal:
    return tm.Deal(tm.stacked_deck(hands))


def plays(*seats: int) -> list[tm.Play]:
    return [tm.Play(seat) for seat in seats]


PAIR = tm.Rules.standard(players=2)
TRIO = tm.Rules.standard(players=3)
SHORT = tm.Rules(players=2, levels=2, lives=2, stars=1, max_lives=2, rewards={1: tm.Reward.LIFE})
PATIENT = tm.Rules(players=2, levels=4, first_level=4, lives=5, stars=3, auto_refocus=False)
ALONE = tm.Rules(players=1, levels=2, first_level=2, lives=1, stars=1, cards=9)


def won(rules: tm.Rules, lives: int, stars: int) -> tm.GameState:
    hands = ((),) * rules.players
    return tm.GameState(
        rules=rules, phase=tm.Phase.WON, level=rules.levels, lives=lives, stars=stars, hands=hands
    )


def last_blind_level(penalty: tm.BlindPenalty) -> tm.GameState:
    rules = tm.Rules(players=4, levels=8, lives=4, stars=1, blind_penalty=penalty)
    hands = ((91,), (88,), (), ())
    pile = [tm.PlayedCard(2, 15), tm.PlayedCard(3, 60), tm.PlayedCard(2, 47)]
    return tm.GameState(
        rules=rules,
        phase=tm.Phase.PLAYING,
        level=8,
        lives=2,
        stars=0,
        hands=hands,
        pile=pile,
        blind=True,
    )


GAMES = {
    "two_levels_won": record(
        tm.new_game(SHORT),
        dealt((37,), (62,)),
        tm.Ready(1),
        tm.Unready(1),
        tm.Ready(0),
        tm.Ready(1),
        *plays(0, 1),
        tm.CompleteLevel(),
        dealt((5, 80), (20, 50)),
        tm.Begin(),
        tm.Play(0, 5),
        tm.Refocus(1),
        tm.Begin(),
        tm.ProposeStar(1),
        tm.DeclineStar(0),
        tm.ProposeStar(0),
        tm.Play(1, 20),
        tm.ProposeStar(1),
        tm.AgreeToStar(0, cards_down=2),
        tm.CompleteLevel(),
    ),
    "a_mistake_a_star_a_reward": record(
        tm.new_game(TRIO),
        dealt((46,), (39,), (90,)),
        tm.Begin(),
        tm.Play(0),
        tm.Begin(),
        tm.Play(2),
        tm.CompleteLevel(),
        dealt((12, 64), (28, 70), (33, 95)),
        tm.Begin(),
        tm.Star([0, 1, 2]),
        tm.Gather(),
        dealt((1, 2), (3, 4), (5, 6)),
        tm.Ready(2),
        tm.Gather(),
        dealt((10, 11), (12, 13), (14, 15)),
        tm.Begin(),
        *plays(0, 0, 1, 1, 2, 2),
        tm.CompleteLevel(),
    ),
    "landed_together": record(
        tm.new_game(PATIENT),
        dealt((10, 30, 52, 90), (20, 40, 60, 95)),
        tm.Begin(),
        tm.ProposeStar(0),
        tm.PlayTogether([tm.Play(0, 10), tm.Play(0, 30), tm.Play(1, 20), tm.Play(1, 40)]),
        tm.Star([0, 1]),
        *plays(0, 1),
        tm.CompleteLevel(),
    ),
    "lost_at_once": record(
        tm.new_game(tm.Rules(players=2, levels=1, lives=1, stars=0)),
        dealt((46,), (39,)),
        tm.Begin(),
        tm.PlayTogether(plays(0, 1)),
    ),
    "alone_with_a_star": record(
        tm.new_game(ALONE),
        dealt((4, 7)),
        tm.Ready(0),
        tm.ProposeStar(0),
        tm.Begin(),
        tm.Play(0),
        tm.CompleteLevel(),
    ),
    "blind_from_a_victory_to_a_loss": record(
        won(PAIR, lives=2, stars=1),
        tm.ContinueBlind(),
        dealt((48,), (31,)),
        tm.Begin(),
        *plays(0, 1),
        tm.Reveal(),
        tm.CompleteLevel(),
        dealt((2, 80), (30, 60)),
        tm.Begin(),
        tm.Star([0, 1]),
        tm.Begin(),
        *plays(0, 1),
        tm.Reveal(),
    ),
    "blind_victory_with_one_penalty": record(
        last_blind_level(tm.BlindPenalty.PER_LEVEL),
        *plays(0, 1),
        tm.Reveal(),
        tm.CompleteLevel(),
    ),
}


def told(game: tm.Record) -> str:
    """A game as a person reads it: each action, its events, and the table after them."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: tm.Record) -> Iterator[str]:
    yield from textwrap.wrap(str(game.start.rules), 99)
    yield from _table(game.start)
    for entry, (state, events) in zip(game.entries, tm.replay(game), strict=True):
        yield f"\n> {entry.action}"
        for event in events:
            yield f"  {event}"
        yield from _table(state)


def _table(state: tm.GameState) -> Iterator[str]:
    run = "blind level" if state.blind else "level"
    parts = [f"{run} {state.level}", f"lives {state.lives}", f"stars {state.stars}"]
    parts += [f"deal {state.attempt + 1}"] if state.attempt else []
    parts += [f"ready {sorted(state.ready)}"] if state.ready else []
    parts += [f"agreed {sorted(state.agreed)}"] if state.agreed else []
    yield f"  = {state.phase}, {', '.join(parts)}"
    if any(state.hands):
        yield f"    hands {' / '.join(' '.join(map(str, hand)) or '-' for hand in state.hands)}"
    if state.pile:
        yield f"    pile {' '.join(str(laid.card) for laid in state.pile)}"
    if state.aside:
        gone = [f"{card.card} ({card.reason}, seat {card.seat})" for card in state.aside]
        yield f"    aside {', '.join(gone)}"
    if state.is_over:
        yield f"    {tm.outcome(state)}"


def main() -> None:
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text(told(game), encoding="ascii")


if __name__ == "__main__":
    main()

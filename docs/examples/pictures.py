"""Draw the pictures of the pages: `python docs/examples/pictures.py` writes them."""

from __future__ import annotations

import contextlib
import runpy
from pathlib import Path
from tempfile import TemporaryDirectory

import themind as tm
from themind import codec, render

HERE = Path(__file__).parent
PICTURES = HERE.parent / "pictures"
NAMES = ["Ada", "Ben", "Cleo"]


def middle_of_a_level() -> tm.GameState:
    """Return a game of three after a mistake and a few cards."""
    state = tm.new_game(tm.Rules.standard(players=3))
    for level in ([(27,), (20,), (55,)], [(2, 63), (44, 91), (29, 89)]):
        state = tm.begin(tm.deal(state, tm.stacked_deck(level)).state).state
        while tm.forced_action(state) is None:
            cards = [hand[0] for hand in state.hands if hand]
            seat = next(s for s, hand in enumerate(state.hands) if min(cards) in hand)
            state = tm.play(state, seat).state
        state = tm.complete_level(state).state
    hands = [(47, 74, 85), (32, 35, 56), (26, 40, 72)]
    state = tm.begin(tm.deal(state, tm.stacked_deck(hands)).state).state
    for seat in (2, 1, 1, 0):
        state = tm.play(state, seat).state
    return tm.ready(state, seat=1).state


def pictures() -> dict[str, str]:
    """Return the pictures of the page, file name to SVG."""
    state = middle_of_a_level()
    played = codec.loads((HERE / "records" / "human-4-4.json").read_bytes(), tm.Record)
    return {
        "state.svg": render.svg(state, NAMES),
        "view.svg": render.svg(tm.view(state, seat=2), NAMES),
        "timeline.svg": render.timeline(played, ["A person", "A computer"]),
    }


def first_game() -> str:
    """Return the picture that the script of the first page draws."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        runpy.run_path(str(HERE / "first_game.py"))
        return Path("game.svg").read_text(encoding="utf-8")


def main() -> None:
    """Write the pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, picture in {**pictures(), "first_game.svg": first_game()}.items():
        (PICTURES / name).write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Many threads at once, in a process that has loaded and cached nothing yet: the same results."""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

THREADS = 12
NAMES = ("Ada", "Ben", "Cleo", "Dan")
LONGEST_SECONDS = 120
IN_NEW_PROCESS = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import test_threads
test_threads.in_threads()
"""


def work() -> str:
    """Use each part of the core once, and return a digest of what comes of it."""
    import themind as tm
    from themind import codec, experiments, odds, render, words

    texts = [codec.dumps(tm.Rules.standard(players).five_levels()) for players in (2, 3, 4)]
    for players in (2, 3, 4):
        clock = experiments.Clock(0.3, experiments.LogNormal(0.2))
        experiment = experiments.Experiment(tm.Rules.standard(players), (clock,) * players)
        record = experiments.play_game(experiment, "threads", 0)
        document = codec.dumps(record)
        assert codec.loads(document, tm.Record) == record == pickle.loads(pickle.dumps(record))
        texts += [document, render.text(tm.final_state(record)), render.timeline(record)]
        for state, events in list(tm.replay(record))[:40]:
            seen = tm.view(state, 0)
            texts += [repr(tm.legal_actions(state)), codec.dumps(seen)]
            texts += [
                words.describe(tm.redact(event), ("Ada", "Ben", "Cleo", "Dan")[:players])
                for event in events
            ]
            if seen.hand:
                texts.append(repr(odds.chance_lowest(seen)))
    texts += [repr(codec.schema(kind)) for kind in (tm.Record, tm.SeatEvent, tm.Action)]
    texts.append(repr(tm.deck_for(tm.new_game(tm.Rules.standard(4)), seed="threads")))
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def in_threads() -> None:
    """Print the digest of each thread."""
    sys.setswitchinterval(1e-6)
    together = Barrier(THREADS)

    def wait_and_work(_: int) -> str:
        together.wait(LONGEST_SECONDS)
        return work()

    with ThreadPoolExecutor(THREADS) as executor:
        sys.stdout.write("\n".join(executor.map(wait_and_work, range(THREADS))))


@pytest.mark.native
@pytest.mark.unmeasured
def test_threads_get_what_one_gets_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_NEW_PROCESS],
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [work()] * THREADS

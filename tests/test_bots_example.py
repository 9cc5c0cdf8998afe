"""The table of the documentation for clocks, programs and people: who acts when, and who fails."""

from __future__ import annotations

import asyncio
import importlib.util
import shlex
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

import themind as tm
from claims import claim
from themind.experiments import Clock, Draw, Experiment, Moment, Policy, play_game

pytestmark = [pytest.mark.unmeasured]

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "examples" / "bots"
MOST_SECONDS = 60
FAST = 5_000.0  # times as fast as people: the wait of a clock takes no time

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bots_example_host", EXAMPLE / "host.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


host = load()


def friday(state: tm.GameState) -> tm.Deck:
    return tm.deck_for(state, "friday")


def in_time(work: Callable[[], Awaitable[Any]]) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(MOST_SECONDS):
            return await work()

    return asyncio.run(limited())


def play(bots: list[Any], rules: tm.Rules, deck: Any = friday, **options: Any) -> tm.Record:
    """Play a game, and end the programs that took part."""

    async def work() -> tm.Record:
        table = host.Host(bots, rules, deck, speed=FAST, **options)
        try:
            record: tm.Record = await table.play()
            return record
        finally:
            for bot in bots:
                if isinstance(bot, host.ProcessBot):
                    await bot.leave()

    record: tm.Record = in_time(work)
    return record


def javascript(tempo: float = 0.3) -> Any:
    return host.ProcessBot(["node", str(EXAMPLE / "clock.js"), str(tempo)])


def python(code: str) -> Any:
    return host.ProcessBot([sys.executable, "-c", code])


def steady(tempo: float = 0.3) -> Any:
    return host.ClockBot(Clock(tempo), "friday")


class TestGames:
    def test_equal_clocks_win(self) -> None:
        record = play([steady()] * 3, tm.Rules.standard(players=3))
        assert tm.final_state(record).phase is tm.Phase.WON

    def test_unequal_clocks_lose(self) -> None:
        record = play([steady(0.2), steady(0.5)], tm.Rules.standard(players=2).without_stars())
        assert tm.final_state(record).phase is tm.Phase.LOST

    @needs_node
    def test_a_bot_in_javascript_plays_as_a_clock_of_the_library(self) -> None:
        rules = tm.Rules.standard(players=3).five_levels()
        record = play([steady(), javascript(), javascript()], rules)
        assert tm.final_state(record).phase is tm.Phase.WON
        played = [entry.action for entry in record.entries]
        alike = play([steady()] * 3, rules)
        assert [action for action in played if isinstance(action, tm.Play)] == [
            entry.action for entry in alike.entries if isinstance(entry.action, tm.Play)
        ]

    @needs_node
    def test_a_bot_in_javascript_proposes_a_star_once_after_a_mistake(self) -> None:
        rules = tm.Rules(players=2, levels=2, first_level=2, lives=3, stars=2)

        def hands(state: tm.GameState) -> tm.Deck:
            return tm.stacked_deck([(10, 60), (30, 95)])

        silent = Declining(0.05)
        record = play([javascript(), silent], rules, hands)
        actions = [entry.action for entry in record.entries]
        after = actions[actions.index(tm.ProposeStar(0)) :]
        assert after[1] == tm.DeclineStar(1)
        assert actions.count(tm.ProposeStar(0)) == 1
        agreed = play([javascript(), steady(0.05)], rules, hands)
        assert tm.AgreeToStar(1, 2) in [entry.action for entry in agreed.entries]

    @needs_node
    def test_a_bot_in_javascript_answers_every_view_as_a_clock(self) -> None:
        """Blind levels too: 20 games from all positions, asked one after the other."""

        async def work() -> int:
            bot, asked = javascript(), 0
            for view in views():
                answer = await bot.ask(Moment(view, 0.0, 0.0))
                assert answer == pytest.approx(Clock(0.3).wait(Moment(view, 0.0, 0.0), Draw(0)))
                asked += 1
            await bot.leave()
            return asked

        assert in_time(work) > 200


def views() -> Iterator[tm.SeatView]:
    """Views of seats with cards while play is in progress and no star is in question."""
    for blind in (False, True):
        rules = tm.Rules(players=3, levels=6, lives=4, stars=0, starts_blind=blind)
        state = tm.new_game(rules)
        while not state.is_over:
            forced = tm.forced_action(state)
            if state.phase is tm.Phase.DEALING:
                forced = tm.Deal(friday(state))
            elif state.phase is tm.Phase.FOCUSING:
                forced = tm.Begin()
            if forced is None:
                yield from (tm.view(state, seat) for seat in range(3) if state.hands[seat])
                lowest = min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)
                forced = tm.Play(lowest[1])
            state = tm.apply(state, forced).state


class Declining:
    """A clock of its own that never answers to a star."""

    def __init__(self, tempo: float) -> None:
        self.clock = steady(tempo)

    async def ask(self, moment: Moment) -> Any:
        return host.NEVER if moment.view.agreed else await self.clock.ask(moment)


class TestPeople:
    """A person at seat 0, whose app puts what they do into the inbox."""

    rules = tm.Rules(players=2, levels=1, lives=2, stars=1)

    def deck(self, state: tm.GameState) -> tm.Deck:
        return tm.stacked_deck([(20,), (90,)])

    def test_a_person_acts_while_a_clock_waits(self) -> None:
        refused: list[tm.Illegality] = []

        async def work() -> tm.Record:
            table = host.Host(
                [None, steady(10.0)], self.rules, self.deck, speed=500.0, refuse=refused.append
            )
            playing = asyncio.create_task(table.play())
            for action in (tm.Ready(0), tm.Ready(0), tm.Play(0, 20)):
                table.inbox.put_nowait((0, action))
            return await playing

        record = in_time(work)
        plays = [entry.action for entry in record.entries if isinstance(entry.action, tm.Play)]
        assert plays == [tm.Play(0, 20), tm.Play(1)]
        assert tm.final_state(record).phase is tm.Phase.WON
        assert [refusal.action for refusal in refused] == [tm.Ready(0)]

    @claim("howto/live-bots.md", "Example: a host")
    def test_a_person_cannot_act_for_another(self) -> None:
        refused: list[tm.Illegality] = []

        async def work() -> tm.GameState:
            table = host.Host([None, None], self.rules, self.deck, refuse=refused.append)
            playing = asyncio.create_task(table.play())
            table.inbox.put_nowait((0, tm.Ready(1)))
            while not refused:
                await asyncio.sleep(0.01)
            playing.cancel()
            return table.state

        assert in_time(work).ready == frozenset()
        assert refused[0].code is tm.IllegalCode.NOT_YOURS


ANSWERING = """
import json, sys
for line in sys.stdin:
    ask = json.loads(line)["ask"]
    print(%s, flush=True)
"""


class TestFaults:
    @pytest.mark.parametrize(
        ("code", "error"),
        [
            ("raise SystemExit(3)", "gave no answer: it has ended"),
            (ANSWERING % "'ready'", "answered b'ready"),
            (ANSWERING % "json.dumps({'answer': ask + 1, 'wait': 1})", "expected the answer to"),
            (ANSWERING % "json.dumps({'answer': ask, 'wait': -1})", "expected the answer to"),
            (ANSWERING % "json.dumps({'answer': ask, 'wait': float('nan')})", "expected the"),
            (ANSWERING % "'{\"answer\": %d, \"wait\": 1%s}' % (ask, '0' * 400)", "expected the"),
            (ANSWERING % "json.dumps({'answer': ask, 'act': {'type': 'Reveal'}})", r"\$"),
            (ANSWERING % "'[' * 20000", "answered"),
            (ANSWERING % "'x' * 100000", "gave no answer"),
            (
                ANSWERING % "json.dumps({'answer': ask, 'act': {'type': 'Ready', 'format': 1,"
                " 'seat': 1}})",
                "the bot of seat 0: You can act only for your own seat",
            ),
        ],
    )
    @claim("howto/live-bots.md", "A bot in another process")
    def test_a_bot_that_makes_no_sense_is_named(self, code: str, error: str) -> None:
        with pytest.raises(host.BotError, match=error):
            play([python(code), steady()], tm.Rules.standard(players=2))

    def test_a_program_that_is_not_there(self) -> None:
        with pytest.raises(
            host.BotError, match=r"no/such/bot gave no answer: .*(No such file|cannot find)"
        ):
            play([host.ProcessBot(["no/such/bot"]), steady()], tm.Rules.standard(players=2))

    @claim("howto/live-bots.md", "A bot in another process")
    def test_a_bot_that_never_answers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(host, "MOST_SECONDS", 0.2)
        with pytest.raises(host.BotError, match="it took too long"):
            play([python("import time; time.sleep(60)"), steady()], tm.Rules.standard(players=2))

    def test_bots_that_leave_it_to_each_other(self) -> None:
        silent = python(ANSWERING % "json.dumps({'answer': ask, 'wait': None})")
        with pytest.raises(host.BotError, match="no bot acts any more"):
            play([silent, steady()], tm.Rules.standard(players=2))


class Watching(Policy):
    """A clock that keeps each moment in which it is asked."""

    deterministic = False
    moments: ClassVar[list[Moment]] = []  # a run plays with copies, which share it

    def wait(self, moment: Moment, draw: Draw) -> float:
        self.moments.append(moment)
        return 0.5 * moment.gap

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return moment.view.level == 3 and len(moment.view.pile) == 2


@claim("howto/live-bots.md", "The times of a moment")
def test_the_times_of_a_moment_are_those_of_a_run() -> None:
    watching = Watching()
    watching.moments.clear()
    rules = tm.Rules.standard(players=2).five_levels()
    record = play_game(Experiment(rules, (watching, Clock(0.45))), seed="pilot")
    times, state, kept = host.PlayTime(), record.start, []
    for entry in record.entries:
        times.move(entry.at_ms / 1000, state)
        step = tm.apply(state, entry.action)
        times.follow(step.events)
        state = step.state
        if state.phase is tm.Phase.PLAYING and state.hands[0] and not state.agreed:
            kept.append(times.moment(tm.view(state, 0)))
    asked = {moment.view: moment for moment in watching.moments}
    known = {moment.view: moment for moment in kept}
    assert len(asked) > 10
    assert {view: tuple(known[view][1:]) for view in asked} == {
        view: pytest.approx(tuple(moment[1:]), abs=0.002) for view, moment in asked.items()
    }


class TestProgram:
    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", str(EXAMPLE / "host.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)

    @needs_node
    @claim("examples/bots/README.md")
    def test_the_command_of_the_pages_plays_a_game(self) -> None:
        commands = {
            line.removeprefix("python docs/examples/bots/host.py ")
            for page in (EXAMPLE / "README.md", ROOT / "docs" / "howto" / "live-bots.md")
            for line in page.read_text(encoding="utf-8").splitlines()
            if line.startswith("python docs/examples/bots/host.py ")
        }
        (command,) = commands
        done = self.run(*shlex.split(command.replace("--speed 20", "--speed 5000")))
        assert (done.returncode, done.stderr) == (0, "")
        assert "The team has" in done.stdout

    @pytest.mark.parametrize(
        ("arguments", "status", "error"),
        [
            (["clock"], 2, "two, three or four bots can play"),
            (["clock", "no/such/bot"], 1, "no/such/bot gave no answer"),
        ],
    )
    def test_what_is_wrong_is_told(self, arguments: list[str], status: int, error: str) -> None:
        done = self.run(*arguments)
        assert done.returncode == status
        assert error in done.stderr
        assert "Traceback" not in done.stderr

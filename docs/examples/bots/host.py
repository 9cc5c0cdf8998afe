"""Play a game in real time between built-in clocks, programs and people.

The host asks each bot what its seat does. A bot answers with an action, or with the number of
seconds after which it plays its lowest card. The host asks again after every event. A bot in
another process reads each question as a line of JSON from its standard input,

    {"ask": 7, "view": VIEW, "level_time": 4.2, "since_event": 1.5, "waited": 2.7}

and writes its answer as a line to its standard output: `{"answer": 7, "act": ACTION}`, or
`{"answer": 7, "wait": 3.3}`. A wait of null means that the seat does nothing for now.

    python docs/examples/bots/host.py clock "node docs/examples/bots/clock.js" --speed 20

plays a game between a built-in clock and a program, and prints the events.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import shlex
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import themind as tm
from themind import codec, rng, words
from themind.experiments import Clock, Draw, LogNormal, Moment

Answer = tm.SeatAction | float
NEVER = math.inf
MOST_SECONDS = 10.0
LONGEST_LINE = 65_536
LONGEST_WAIT = 1e9


class BotError(Exception):
    """A bot does not answer, or its answer is invalid."""


class Bot(Protocol):
    """A program or a policy that plays for a seat."""

    async def ask(self, moment: Moment) -> Answer:
        """Return an action, or the seconds from now until the seat plays its lowest card."""
        ...


class ClockBot:
    """A built-in clock. It is ready immediately and agrees to every star."""

    def __init__(self, clock: Clock, seed: str) -> None:
        self.clock = clock
        self.seed = seed
        self.asked = 0

    async def ask(self, moment: Moment) -> Answer:
        view = moment.view
        if view.phase is tm.Phase.FOCUSING:
            return tm.Ready(view.seat)
        if view.agreed:
            return tm.AgreeToStar(view.seat, len(view.pile) + len(view.aside))
        if not view.hand:
            return NEVER
        self.asked += 1
        key = rng.question_key(self.seed, game=0, seat=view.seat, n=self.asked)
        return self.clock.wait(moment, Draw(key))


class ProcessBot:
    """A program that answers questions as lines of JSON."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.asked = 0

    async def ask(self, moment: Moment) -> Answer:
        view, *times = moment
        self.asked += 1
        names = ("level_time", "since_event", "waited")
        question = {
            "ask": self.asked,
            "view": codec.to_data(view),
            **dict(zip(names, times, strict=True)),
        }
        line = await self.exchange(json.dumps(question))
        try:
            return self.read(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise BotError(f"{self.name} answered {line[:80]!r}: {error}") from None

    async def exchange(self, question: str) -> bytes:
        """Send a line and wait for the answer."""
        try:
            if self.process is None:
                pipe = asyncio.subprocess.PIPE
                self.process = await asyncio.create_subprocess_exec(
                    *self.command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
                )
            self.process.stdin.write(question.encode() + b"\n")
            line = await asyncio.wait_for(self.process.stdout.readline(), MOST_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:  # no such program, or an endless line
            reason = str(error) or "it took too long"
            raise BotError(f"{self.name} gave no answer: {reason}") from None
        if not line:
            raise BotError(f"{self.name} gave no answer: it has ended")
        return line

    def read(self, reply: Any) -> Answer:
        """Return the answer in a line; ValueError for any other document."""
        match reply:
            case {"answer": self.asked, "act": data}:
                return codec.from_data(data, tm.SeatAction)
            case {"answer": self.asked, "wait": None}:
                return NEVER
            case {"answer": self.asked, "wait": int() | float() as wait} if (
                0 <= wait <= LONGEST_WAIT
            ):
                return float(wait)
        raise ValueError(f"expected the answer to question {self.asked}, with act or wait")

    @property
    def name(self) -> str:
        return shlex.join(self.command)

    async def leave(self) -> None:
        """Stop the program."""
        if self.process is None:
            return
        self.process.stdin.close()  # the end of the input ends a program that reads lines
        try:
            await asyncio.wait_for(self.process.wait(), 1.0)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


class PlayTime:
    """The times of a `Moment`: seconds of play in a deal, without pauses and votes."""

    def __init__(self) -> None:
        self.wall = self.play = self.changed = self.waited = 0.0

    def move(self, wall: float, before: tm.GameState) -> None:
        """Advance to a wall-clock time; `before` is the state until then."""
        if before.phase is tm.Phase.PLAYING and not before.agreed:
            self.play += wall - self.wall
        self.wall = wall

    def follow(self, events: Sequence[tm.Event]) -> None:
        """Update the times with the events of a step."""
        if any(isinstance(event, tm.LevelDealt) for event in events):
            self.play = self.changed = self.waited = 0.0
        if any(isinstance(event, tm.PlayStarted) for event in events):
            self.changed = self.play
        if any(isinstance(event, tm.CardPlayed | tm.StarThrown) for event in events):
            self.waited, self.changed = self.play - self.changed, self.play

    def moment(self, view: tm.SeatView) -> Moment:
        """Return the moment with which a policy of this seat is called."""
        return Moment(view, self.play, self.play - self.changed, self.waited)


class Host:
    """A game with a bot for each seat, or None for a person, who acts through `inbox`."""

    def __init__(
        self,
        bots: Sequence[Bot | None],
        rules: tm.Rules,
        deck: Callable[[tm.GameState], tm.Deck],
        *,
        speed: float = 1.0,
        tell: Callable[[tm.Step], None] = lambda step: None,
        refuse: Callable[[tm.Illegality], None] = lambda refusal: None,
    ) -> None:
        self.bots = bots
        self.state = tm.new_game(rules)
        self.record = tm.Record(self.state)
        self.deck = deck
        self.speed = speed
        self.tell = tell
        self.refuse = refuse
        self.inbox: asyncio.Queue[tuple[tm.Seat, tm.SeatAction]] = asyncio.Queue()
        self.time = PlayTime()
        self.start = time.monotonic()

    def now(self) -> float:
        """Return seconds since the game began, multiplied by the speed."""
        return (time.monotonic() - self.start) * self.speed

    async def play(self) -> tm.Record:
        """Play to the end of the run."""
        while not self.state.is_over:
            if (owed := self.owed()) is not None:
                self.act(owed, tm.HOST)
            else:
                seat, action = await self.next_action()
                refusal = tm.check(self.state, action, by=seat)
                if refusal is None:
                    self.act(action, seat)
                elif self.bots[seat] is None:
                    self.refuse(refusal)
                else:
                    raise BotError(f"the bot of seat {seat}: {words.explain(refusal)}")
        return self.record

    def owed(self) -> tm.Action | None:
        """Return the next action of the table: deal, reveal, or complete a level."""
        if self.state.phase is tm.Phase.DEALING:
            return tm.Deal(self.deck(self.state))
        return tm.forced_action(self.state)

    def act(self, action: tm.Action, by: tm.Seat | tm.Host) -> None:
        """Apply an action now."""
        before, wall = self.state, self.now()
        step = tm.apply(before, action, by=by)
        self.state = step.state
        self.record = self.record.add(action, int(wall * 1000))
        self.time.move(wall, before)
        self.time.follow(step.events)
        self.tell(step)

    async def next_action(self) -> tuple[tm.Seat, tm.SeatAction]:
        """Return the next action: a bot's, a play whose wait is over, or a person's."""
        asked_at = self.now()
        self.time.move(asked_at, self.state)
        answers = await self.answers()
        for seat, answer in answers:
            if not isinstance(answer, float):
                return seat, answer
            if self.state.agreed:  # a bot that does not answer declines
                return seat, tm.DeclineStar(seat)
        wait, seat = min(((wait, seat) for seat, wait in answers), default=(NEVER, 0))
        if wait == NEVER and None not in self.bots:
            raise BotError("no bot acts any more")
        due = None if wait == NEVER else max(0.0, asked_at + wait - self.now()) / self.speed
        try:
            return await asyncio.wait_for(self.inbox.get(), due)
        except TimeoutError:
            return seat, tm.Play(seat)

    async def answers(self) -> list[tuple[tm.Seat, Answer]]:
        """Ask each bot whose seat can act."""
        answers = []
        for seat, bot in enumerate(self.bots):
            view = tm.view(self.state, seat)
            if bot is not None and can_act(view):
                answers.append((seat, await bot.ask(self.time.moment(view))))
        return answers


def can_act(view: tm.SeatView) -> bool:
    """Whether this seat has an action to take."""
    if view.phase is tm.Phase.FOCUSING:
        return view.seat not in view.ready
    return view.seat not in view.agreed and bool(tm.legal_actions(view))


def bot_of(text: str, tempo: float, seed: str) -> Bot:
    """Create the bot that an argument of the command line names."""
    if text == "clock":
        return ClockBot(Clock(tempo, LogNormal(0.10)), seed)
    return ProcessBot(shlex.split(text))


async def main() -> None:
    """Play a game of bots, and print the events."""
    parser = argparse.ArgumentParser(description="Let bots play The Mind in real time.")
    parser.add_argument("bots", nargs="+", metavar="BOT", help="clock, or the command of a program")
    parser.add_argument("--tempo", type=float, default=0.3, help="tempo of clocks (0.3)")
    parser.add_argument("--speed", type=float, default=1.0, help="speed factor (1)")
    parser.add_argument("--seed", default="friday")
    options = parser.parse_args()
    if len(options.bots) not in (2, 3, 4):
        parser.error("two, three or four bots can play")
    bots = [bot_of(text, options.tempo, options.seed) for text in options.bots]

    def deck(state: tm.GameState) -> tm.Deck:
        return tm.deck_for(state, options.seed)

    def tell(step: tm.Step) -> None:
        for event in step.events:
            print(words.describe(event), flush=True)

    rules = tm.Rules.standard(players=len(bots))
    try:
        await Host(bots, rules, deck, speed=options.speed, tell=tell).play()
    except BotError as error:
        parser.exit(1, f"{error}\n")
    finally:
        for bot in bots:
            if isinstance(bot, ProcessBot):
                await bot.leave()


if __name__ == "__main__":
    asyncio.run(main())

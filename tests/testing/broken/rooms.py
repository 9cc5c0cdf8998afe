"""Rooms that host a game carelessly: the machine visits them."""

from __future__ import annotations

import attrs

import themind as tm
from testing.broken.catalogue import room
from testing.broken.plain_room import Asker, PlainRoom


@room("LVL-11")
class DropsWhoAsks(PlainRoom):
    """The room asks for everything itself."""

    def ask(self, action: tm.Action, by: Asker) -> str:
        return super().ask(action, tm.HOST)


@room("LVL-11")
class TakesSeatZeroForTheHost(PlainRoom):
    """Seat 0 counts as no seat."""

    def ask(self, action: tm.Action, by: Asker) -> str:
        return super().ask(action, by or tm.HOST)


@room()
class TellsTheFirstEventAlone(PlainRoom):
    """Clients hear of the first event of a step."""

    def tell(self, events: tuple[tm.Event, ...]) -> None:
        super().tell(events[:1])


@room()
class ForgetsTheLastEvent(PlainRoom):
    """Clients hear of all events of a long step but the last one."""

    def tell(self, events: tuple[tm.Event, ...]) -> None:
        super().tell(events[:-1] if len(events) > 2 else events)


@room("STAR-6")
class DropsTheGuardOfAYes(PlainRoom):
    """A yes reaches the table without the number of cards that it was meant for."""

    def ask(self, action: tm.Action, by: Asker) -> str:
        if isinstance(action, tm.AgreeToStar):
            action = tm.AgreeToStar(action.seat)
        return super().ask(action, by)


@room("LVL-6")
class DropsTheGuardOfAPlay(PlainRoom):
    """A play reaches the table without the card that it named."""

    def ask(self, action: tm.Action, by: Asker) -> str:
        return super().ask(tm.Play(action.seat) if isinstance(action, tm.Play) else action, by)


@room()
class StoresWhatIsRefused(PlainRoom):
    """The log holds what was refused too."""

    def ask(self, action: tm.Action, by: Asker) -> str:
        answer = super().ask(action, by)
        if answer != "ok":
            self.store(action)
        return answer


@room()
class KeepsTheLogOfTheLastGame(PlainRoom):
    """The next game is written behind the last one."""

    log: list[str]

    def open(self, rules: tm.Rules) -> None:
        log = getattr(self, "log", [])
        super().open(rules)
        self.log = log


@room("VAR-4")
class KeepsTheRulesOfTheLastGame(PlainRoom):
    """The next game has the rules of the first one."""

    def open(self, rules: tm.Rules) -> None:
        self.rules = getattr(self, "rules", rules)
        super().open(attrs.evolve(rules, lives=self.rules.lives, max_lives=self.rules.max_lives))


@room("BLD-1", most=49)
class ClosesAfterAWin(PlainRoom):
    """The room is closed when a game is won."""

    def ask(self, action: tm.Action, by: Asker) -> str:
        if self.state.is_over:
            return tm.IllegalCode.WRONG_PHASE
        return super().ask(action, by)


@room("BLD-2")
class ShowsBlindCards(PlainRoom):
    """Spectators see the cards of a blind pile."""

    def tell(self, events: tuple[tm.Event, ...]) -> None:
        super().tell(events)
        view = self.seen[None]
        pile = [tm.SeenCard(laid.seat, laid.card) for laid in self.state.pile]
        self.seen[None] = attrs.evolve(view, pile=pile)


@room()
class StopsAtAVoidCard(PlainRoom):
    """A landed card that is void ends the connection."""

    def tell(self, events: tuple[tm.Event, ...]) -> None:
        if any(isinstance(event, tm.CardVoid) for event in events):
            raise ConnectionError("unknown event CardVoid")
        super().tell(events)

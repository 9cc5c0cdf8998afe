"""A match that names every member of a union has nothing left; one that forgets fails."""

from __future__ import annotations

from typing import assert_never, assert_type

import themind as tm


def label_action(action: tm.Action) -> str:
    """What a table or a seat can ask for."""
    match action:
        case tm.Ready() | tm.Unready() | tm.Refocus() | tm.ProposeStar() | tm.DeclineStar():
            return f"seat {action.seat}"
        case tm.Play(seat, card):
            assert_type(seat, int)
            assert_type(card, int | None)
        case tm.AgreeToStar(seat, cards_down):
            assert_type(cards_down, int | None)
        case tm.Deal(deck):
            assert_type(deck, tuple[int, ...])
        case tm.PlayTogether(plays):
            assert_type(plays, tuple[tm.Play, ...])
        case tm.Star(agreed):
            assert_type(agreed, frozenset[int])
        case tm.Begin() | tm.Reveal() | tm.CompleteLevel() | tm.ContinueBlind() | tm.Gather():
            return "the table"
        case never:
            assert_never(never)
    return type(action).__name__


def is_the_tables(action: tm.Action) -> bool:
    """An action is either a seat's or the table's."""
    match action:
        case (
            tm.Deal()
            | tm.Begin()
            | tm.PlayTogether()
            | tm.Star()
            | tm.Reveal()
            | tm.CompleteLevel()
            | tm.ContinueBlind()
            | tm.Gather()
        ):
            assert_type(action, tm.TableAction)
            return True
        case seats:
            assert_type(seats, tm.SeatAction)
            return False


def follow(event: tm.Event) -> str:
    """What can happen, with what each event tells."""
    match event:
        case tm.LevelDealt(level, hands):
            assert_type(hands, tuple[tuple[int, ...], ...])
        case tm.CardPlayed(seat, card, face_down):
            assert_type((seat, card, face_down), tuple[int, int, bool])
        case tm.MistakeMade(seat, card, skipped, lives):
            assert_type(skipped, tuple[tuple[int, ...], ...])
            assert_type(lives, int)
        case tm.StarThrown(cards, stars):
            assert_type(cards, tuple[int | None, ...])
            assert_type(stars, int)
        case tm.PileRevealed(pile, mistakes, lives):
            assert_type(pile, tuple[tm.PlayedCard, ...])
            assert_type(mistakes, int)
        case tm.RewardTaken(reward) | tm.RewardForfeited(reward):
            assert_type(reward, tm.Reward)
        case tm.GameLost(blind, level):
            assert_type((blind, level), tuple[bool, int])
        case tm.GameWon(blind):
            assert_type(blind, bool)
        case tm.CardVoid(seat, card):
            return f"{seat} {card}"
        case tm.SeatReady(seat) | tm.SeatUnready(seat) | tm.RefocusCalled(seat):
            return f"{seat}"
        case tm.StarProposed(seat) | tm.StarAgreed(seat) | tm.StarDeclined(seat):
            return f"{seat}"
        case tm.LevelCleared(level) | tm.LevelCompleted(level) | tm.DealGathered(level):
            return f"{level}"
        case tm.PlayStarted() | tm.PlayPaused() | tm.StarLapsed():
            return "the table"
        case tm.HandsEmptied() | tm.BlindStarted():
            return "the blind run"
        case never:
            assert_never(never)
    return type(event).__name__


def what_a_seat_learns(event: tm.SeatEvent) -> str:
    """What a seat is told has two events of its own, and no deal of all hands."""
    match event:
        case tm.HandDealt(level, hand, hand_sizes):
            assert_type((level, hand), tuple[int, tuple[int, ...]])
            assert_type(hand_sizes, tuple[int, ...])
            return "my hand"
        case tm.HiddenCardPlayed(seat):
            return f"a card of {seat}"
        case told:
            return follow(told)


def who_must_act(state: tm.GameState) -> str:
    """Phases, reasons, rewards and penalties are closed too."""
    match state.phase:
        case tm.Phase.DEALING | tm.Phase.REVEALING | tm.Phase.CLEARED:
            return "the table"
        case tm.Phase.FOCUSING | tm.Phase.PLAYING:
            return "the seats"
        case tm.Phase.WON | tm.Phase.LOST:
            return "nobody"
        case never:
            assert_never(never)


def forgetful_about_actions(action: tm.SeatAction) -> None:
    """A missing action is found."""
    match action:
        case tm.Ready() | tm.Unready() | tm.Refocus() | tm.Play():
            pass
        case tm.ProposeStar() | tm.AgreeToStar():
            pass
        case never:
            assert_never(never)  # type: ignore[arg-type]


def forgetful_about_events(event: tm.SeatEvent) -> str:
    """The host's deal is no event of a seat, so what `follow` takes is not all that a seat gets."""
    return follow(event)  # type: ignore[arg-type]


def forgetful_about_phases(phase: tm.Phase) -> None:
    """A missing phase is found."""
    match phase:
        case tm.Phase.DEALING | tm.Phase.FOCUSING | tm.Phase.PLAYING | tm.Phase.CLEARED:
            pass
        case tm.Phase.WON | tm.Phase.LOST:
            pass
        case never:
            assert_never(never)  # type: ignore[arg-type]

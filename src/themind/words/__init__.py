"""Sentences for people about events, illegal actions and phases, in any language.

`describe` turns an event into sentences, `explain` an illegal action, and `describe_phase` a phase.
A `Catalogue` contains the sentences of a language; `ENGLISH` is the default, and `missing` lists
the keys that a catalogue lacks.

>>> import themind as tm
>>> from themind import words
>>> words.describe(tm.CardPlayed(0, 36, face_down=False), names=["Ada", "Ben"])
'Ada plays 36.'
>>> state = tm.new_game(tm.Rules.standard(players=2))
>>> words.explain(tm.check(state, tm.Play(1, 62), by=0))
'You can act only for your own seat.'
"""

from __future__ import annotations

from collections.abc import Callable  # noqa: F401 - for get_type_hints
from typing import get_args

from themind._model.checks import require_instance
from themind._model.position import Phase
from themind._model.publishing import publish
from themind._play.chapters import Event, SeatEvent
from themind._play.errors import Illegality
from themind.words._catalogue import (
    ENGLISH,
    Catalogue,
    Templates,  # noqa: F401 - for get_type_hints
    missing,
    require_catalogue,
)
from themind.words._names import LONGEST_IN_SENTENCE, Names, require_names
from themind.words._refusals import refusal_message
from themind.words._sentences import event_message
from themind.words._speaker import Speaker

__all__ = ["ENGLISH", "Catalogue", "describe", "describe_phase", "explain", "missing"]

_EVENTS = (*get_args(Event), *get_args(SeatEvent))


def describe(event: Event | SeatEvent, names: Names = (), *, catalogue: Catalogue = ENGLISH) -> str:
    """Return an event in one or a few sentences.

    The sentences contain everything that the event contains; those of a `LevelDealt` name all
    hands. Pass the result of `redact`, so that they reveal nothing that is hidden from the player.

    Args:
        event: An event of a step or of a view.
        names: A name for each seat. Without names, seats are numbered. Control characters are
            replaced, invisible ones are removed, and names of more than 40 columns are cut.
        catalogue: The sentences of the language.

    Raises:
        TypeError: An argument has a wrong type.
        InvalidArgument: There are names, but not one for each seat of the event.

    Example:
        >>> import themind as tm
        >>> from themind import words
        >>> words.describe(tm.LevelDealt(2, ((12, 40), (39, 61))), names=["Ada", "Ben"])
        'Level 2 is dealt: Ada (12 and 40), Ben (39 and 61).'
        >>> words.describe(tm.HandDealt(2, (12, 40), (2, 2)), names=["Ada", "Ben"])
        'Level 2 is dealt: 2 cards for each player. You hold 12 and 40.'
        >>> words.describe(tm.SeatReady(1))
        'Seat 1 is ready.'
    """
    require_instance("event", event, _EVENTS, "an Event or a SeatEvent")
    require_names(names)
    require_catalogue(catalogue)
    return Speaker(catalogue, names, LONGEST_IN_SENTENCE).sentence(event_message(event))


def explain(refusal: Illegality, *, catalogue: Catalogue = ENGLISH) -> str:
    """Explain why an action is illegal, in a sentence for the player who tried it.

    The sentence depends only on the code, the detail and the type of the action. It names no card.

    Args:
        refusal: The result of `check`, or the `illegality` of an `IllegalAction`.
        catalogue: The sentences of the language.

    Raises:
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import words
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
        >>> state, events = tm.begin(state)
        >>> words.explain(tm.check(state, tm.Play(0, 62), by=0))
        'You do not hold that card.'
    """
    require_instance("refusal", refusal, Illegality)
    require_catalogue(catalogue)
    return Speaker(catalogue).sentence(refusal_message(refusal))


def describe_phase(phase: Phase, *, catalogue: Catalogue = ENGLISH) -> str:
    """Return a clause about a phase, such as 'play is in progress', without a full stop.

    Args:
        phase: The phase of a state or of a view.
        catalogue: The sentences of the language.

    Raises:
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import words
        >>> words.describe_phase(tm.Phase.FOCUSING)
        'the game is waiting for everyone to be ready'
    """
    require_instance("phase", phase, Phase)
    require_catalogue(catalogue)
    return Speaker(catalogue).say(f"phase.{phase.name}")


publish(__name__, {name: globals()[name] for name in __all__})


def __dir__() -> list[str]:
    return [*__all__]

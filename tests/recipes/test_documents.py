"""The recipe for Pydantic: values as fields of models."""

from __future__ import annotations

import random
from typing import Annotated, Any

import jsonschema
import pytest

import themind as tm
from codec.games import played
from recipes.house import RULES
from themind import codec

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

pytest.importorskip("pydantic", reason="pydantic is not installed: `nox -s recipes` has it")

from pydantic import BaseModel, TypeAdapter, ValidationError  # noqa: E402

from documents import DocumentOf, SeatAction, SeatEvents, SeatView  # noqa: E402

MOST_VALUES = 12
KINDS: list[Any] = [
    tm.Rules,
    tm.GameState,
    tm.SeatView,
    tm.Record,
    tm.Entry,
    tm.Outcome,
    tm.Illegality,
    tm.Play,
    tm.Action,
    tm.SeatAction,
    tm.Event,
    tm.SeatEvent,
    tuple[tm.SeatEvent, ...],
    tuple[tm.Action, ...],
]


class Message(BaseModel):
    table: str
    action: SeatAction
    views: list[SeatView] = []
    events: SeatEvents = ()


def message() -> Message:
    state = tm.new_game(RULES)
    step = tm.deal(state, tm.deck_for(state, "message"))
    events = tuple(tm.redact(event, seat=1) for event in step.events)
    views = [tm.view(each, seat=0) for each in (state, step.state)]
    return Message(table="blue", action=tm.Play(1, 36), views=views, events=events)


def values_of(kind: Any) -> list[Any]:
    """Values of generated games that a kind is for."""
    found: list[Any] = [RULES, tm.Outcome(victory=True, blind=False, level=3)]
    found += [tm.check(tm.new_game(RULES), tm.Begin())]
    for seed in range(3):
        record, steps = played(seed)
        found += [record, *record.entries, *(entry.action for entry in record.entries)]
        found.append(tuple(entry.action for entry in record.entries))
        for step in steps:
            redacted = tuple(tm.redact(event, seat=0) for event in step.events)
            found += [step.state, tm.view(step.state), *step.events, *redacted, redacted]
    fitting: list[Any] = []
    for value in random.Random(1).sample(found, len(found)):
        if len(fitting) == MOST_VALUES:
            break
        try:
            codec.from_data(codec.to_data(value), kind)
        except tm.InvalidDocument:
            continue
        fitting.append(value)
    return fitting


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_value_comes_back_in_every_way(kind: Any) -> None:
    adapter = TypeAdapter[Any](Annotated[kind, DocumentOf(kind)])
    schema = adapter.json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert "$ref" not in str(schema)
    values = values_of(kind)
    assert values
    for value in values:
        data = codec.to_data(value)
        assert adapter.dump_python(value) == adapter.dump_python(value, mode="json") == data
        assert adapter.validate_python(data) == adapter.validate_python(value) == value
        assert adapter.validate_json(adapter.dump_json(value)) == value
        assert adapter.validate_json(codec.dumps(value)) == value
        jsonschema.validate(data, schema)


def test_a_model_comes_back() -> None:
    sent = message()
    assert Message.model_validate_json(sent.model_dump_json()) == sent
    assert Message.model_validate(sent.model_dump()) == sent
    assert isinstance(sent.model_dump()["views"][0]["rules"], dict)


def test_the_schema_of_a_model_has_no_dangling_reference() -> None:
    schema = Message.model_json_schema()
    assert "$ref" not in str(schema)
    data = message().model_dump(mode="json")
    jsonschema.validate(data, schema)
    data["action"]["card"] = "36"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)


@pytest.mark.parametrize(
    ("action", "path"),
    [
        ({"type": "Play", "format": 1, "seat": "1", "card": None}, "$.seat"),
        ({"type": "Play", "format": 2, "seat": 1, "card": None}, "$.format"),
        ({"type": "Deal", "format": 1, "deck": [1]}, "$.type"),
        ({"type": "Play", "format": 1, "seat": "\ud800", "card": None}, "$.seat"),
        ({"type": "Play", "format": 1, "seat": 3.0, "card": None}, "$.seat"),
        (tm.Begin(), "$.type"),
        ((tm.Play(1),), "$"),
        ((1,), "$"),
        (object(), "$"),
        (object, "$"),
        (None, "$"),
    ],
)
def test_a_fault_has_the_path_of_the_codec(action: object, path: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Message.model_validate({"table": "blue", "action": action})
    (fault,) = refused.value.errors()
    assert (fault["type"], fault["loc"]) == ("invalid_document", ("action",))
    assert fault["ctx"]["path"] == path
    assert fault["msg"] == f"{path}: {fault['ctx']['reason']}"


def test_a_position_between_two_events_is_no_document() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    for action in (tm.Deal(tm.deck_for(state, "my seed")), tm.Begin()):
        state = tm.apply(state, action).state
    events = tm.apply(state, tm.Play(0)).events
    middle = tm.evolve(state, events[0])
    with pytest.raises(ValidationError):
        TypeAdapter(Annotated[tm.GameState, DocumentOf(tm.GameState)]).validate_python(middle)


def test_pydantic_keeps_the_last_of_two_equal_keys() -> None:
    """Its parser is not ours: `codec.loads` refuses such a text."""
    text = '{"type":"Play","format":1,"seat":0,"seat":1,"card":null}'
    assert TypeAdapter[Any](SeatAction).validate_json(text) == tm.Play(1)
    with pytest.raises(tm.InvalidDocument):
        codec.loads(text, tm.SeatAction)

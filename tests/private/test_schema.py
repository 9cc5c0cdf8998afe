"""`python -m themind schema`: the schemas that the codec gives, by name."""

from __future__ import annotations

import json
from typing import get_args

import pytest

import themind as tm
from themind import codec
from themind.__main__ import main


def test_without_a_kind_it_lists_the_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    out, err = capsys.readouterr()
    kinds = out.splitlines()
    assert err == ""
    assert kinds == sorted(kinds)
    actions_and_events = [*get_args(tm.Action), *get_args(tm.Event), *get_args(tm.SeatEvent)]
    assert set(kinds) >= {kind.__name__ for kind in actions_and_events}
    assert set(kinds) >= {"Action", "Document", "Event", "Record", "Rules", "SeatEvent", "SeatView"}
    assert set(kinds) & {"Card", "Phase", "Step", "TheMindError", "apply", "dumps"} == set()


def test_every_listed_kind_has_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    main(["schema"])
    for kind in capsys.readouterr().out.splitlines():
        assert main(["schema", kind]) == 0
        schema = json.loads(capsys.readouterr().out)
        assert schema["title"] == kind


def test_the_schema_is_that_of_the_codec(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "Record"]) == 0
    assert json.loads(capsys.readouterr().out) == codec.schema(tm.Record)
    assert main(["schema", "SeatAction"]) == 0
    assert json.loads(capsys.readouterr().out) == codec.schema(tm.SeatAction)


@pytest.mark.parametrize("kind", ["Phase", "Step", "view", "rng", "__all__", "", "\x1b[2J", "Any"])
def test_a_kind_without_a_schema(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", kind]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("python -m themind: ")
    assert repr(kind) in err
    assert err.strip().isprintable()


def test_a_kind_that_is_spelt_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "Recrod"]) == 2
    assert "Did you mean Record?" in capsys.readouterr().err

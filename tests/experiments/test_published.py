"""Experiments as JSON: published, read again, and no other thing taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest

import themind as tm
from odd_policies import Closure, Dated, Fixed, NamedClosure
from themind.experiments import (
    AbsoluteClock,
    Additive,
    CardBlind,
    Clock,
    Confident,
    Experiment,
    Landing,
    LogNormal,
    Policy,
    PolicyError,
    Race,
    Scripted,
    Ticks,
    Weber,
)
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.1)), CardBlind()))


class TestRoundTrip:
    @pytest.mark.parametrize(
        "policy",
        [
            Clock(0.3),
            Clock(2, Weber(0.15)),
            AbsoluteClock(0.25, Additive(1)),
            CardBlind(),
            Confident(0.75, 10),
            Scripted([1.5, 2, float("inf")]),
            Scripted({24: 7.25, 37: float("inf")}),
            Scripted([]),
        ],
    )
    @pytest.mark.parametrize(
        "driver", [Race(), Race(redraw=False), Ticks(0.5), Ticks(1, Landing.HIGHEST_FIRST)]
    )
    def test_what_is_built_in_comes_back(self, policy: Policy, driver: Any) -> None:
        table = Experiment(RULES, (policy, CardBlind()), driver)
        for text in (table.to_json(), table.to_json().encode()):
            assert Experiment.from_json(text) == table
        assert Experiment.from_json(table.to_json()).to_json() == table.to_json()

    def test_blind_runs_and_house_rules_too(self) -> None:
        rules = attrs.evolve(tm.Rules.standard(players=3), blind_penalty=tm.BlindPenalty.PER_LEVEL)
        table = Experiment(rules, (CardBlind(),) * 3, blind=True)
        assert Experiment.from_json(table.to_json()) == table

    def test_it_reads_as_one_would_write_it(self) -> None:
        told = json.loads(TABLE.to_json())
        assert told == TABLE.to_data()
        assert told.pop("rules")["type"] == "Rules"
        assert told == {
            "type": "Experiment",
            "format": 1,
            "policies": [
                {"type": "Clock", "tempo": 0.3, "noise": {"type": "LogNormal", "sigma": 0.1}},
                {"type": "CardBlind"},
            ],
            "driver": {"type": "Race", "redraw": True},
            "blind": False,
        }
        assert TABLE.to_json() == json.dumps(TABLE.to_data(), sort_keys=True, separators=(",", ":"))


class Subclass(Clock):
    """Is no Clock that could be made again."""


class TestPoliciesOfOnesOwn:
    def told(self, policy: Policy) -> Any:
        return Experiment(RULES, (CardBlind(), policy)).to_data()["policies"][1]

    def test_are_told_by_class_and_fields(self) -> None:
        dated = self.told(Dated({5: 1.0, 3: float("-inf")}, frozenset({2, 1})))
        assert dated == {
            "type": "custom",
            "class": "odd_policies.Dated",
            "fields": {
                "waits": {"mapping": [[3, {"float": "-Infinity"}], [5, 1.0]]},
                "cautious": {"set": [1, 2]},
            },
        }
        assert self.told(Subclass(0.5)) == {
            "type": "custom",
            "class": f"{__name__}.Subclass",
            "fields": {"tempo": 0.5, "noise": None},
        }

    def test_or_by_their_name(self) -> None:
        assert self.told(NamedClosure(float, name="a float")) == {
            "type": "custom",
            "class": "odd_policies.NamedClosure",
            "name": "a float",
        }

    def test_that_are_not_deterministic_say_so(self) -> None:
        @attrs.frozen
        class Person(Fixed):
            deterministic = False

        assert self.told(Person())["deterministic"] is False
        assert "deterministic" not in self.told(Fixed())

    def test_cannot_be_made_again(self) -> None:
        text = Experiment(RULES, (CardBlind(), Fixed())).to_json()
        with pytest.raises(tm.InvalidDocument) as caught:
            Experiment.from_json(text)
        assert caught.value.path == "$.policies[1]"
        assert caught.value.reason == (
            "expected a built-in policy, found one of class 'odd_policies.Fixed'"
        )

    def test_numbers_of_other_libraries_are_plain(self) -> None:
        numpy = pytest.importorskip("numpy")
        answers = [numpy.int64(7), numpy.float64(0.5), numpy.float32(0.5), Fraction(1, 2)]
        told = [self.told(Fixed(answer))["fields"]["answer"] for answer in answers]
        assert told == [7, 0.5, 0.5, 0.5]
        assert [type(value) for value in told] == [int, float, float, float]

    @pytest.mark.parametrize("answer", [Fraction(1, 3), Fraction(10**400), object(), Closure, len])
    def test_values_that_json_cannot_tell_need_a_name(self, answer: Any) -> None:
        with pytest.raises(PolicyError, match=about("seat 1", "name")):
            self.told(Fixed(answer))

    def test_so_does_a_value_that_holds_itself(self) -> None:
        endless: list[Any] = []
        endless.append(endless)
        with pytest.raises(PolicyError, match=about("seat 1", "contains itself")):
            self.told(Fixed(endless))


def changed(change: Callable[[Any], Any]) -> str:
    told = TABLE.to_data()
    change(told)
    return json.dumps(told)


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "path", "reason"),
        [
            ("", "$", "the document is not JSON"),
            (b"\xff", "$", "the document is not JSON"),
            ("NaN", "$", "the document is not JSON"),
            ('{"type":1,"type":2}', "$", "or has a key twice"),
            ("[" * 100_000, "$", "nested too deeply"),
            ("5", "$", "expected an object with the keys blind, driver, format"),
            ("{}", "$", "expected an object with the keys blind, driver, format"),
            (changed(lambda told: told.update(more=1)), "$", "expected an object with the keys"),
            (changed(lambda told: told.update(format=2)), "$", "an Experiment of format 1"),
            (changed(lambda told: told.update(type="Rules")), "$", "an Experiment of format 1"),
            (changed(lambda told: told.update(blind=1)), "$.blind", "found 1"),
            (changed(lambda told: told.update(blind=True)), "$", "full stack"),
            (changed(lambda told: told.update(policies={})), "$.policies", "expected a list"),
            (changed(lambda told: told["policies"].pop()), "$", "policies"),
            (changed(lambda told: told["policies"].append(5)), "$.policies[2]", "whose type is Cl"),
            (
                changed(lambda told: told["policies"].append({"type": ["Clock"]})),
                "$.policies[2]",
                "whose type is Clock or AbsoluteClock",
            ),
            (
                changed(lambda told: told["policies"][0].update(tempo=-1)),
                "$.policies[0]",
                "tempo",
            ),
            (
                changed(lambda told: told["policies"][0].update(tempo="fast")),
                "$.policies[0]",
                "tempo",
            ),
            (
                changed(lambda told: told["policies"][0].update(tempo={"float": "NaN"})),
                "$.policies[0]",
                "tempo",
            ),
            (
                changed(lambda told: told["policies"][0].update(tempo={"float": ["NaN"]})),
                "$.policies[0].tempo",
                "whose type is LogNormal",
            ),
            (
                changed(lambda told: told["policies"][0]["noise"].update(sigma=10**400)),
                "$.policies[0].noise",
                "sigma",
            ),
            (
                changed(lambda told: told["policies"][0]["noise"].update(type="Clock")),
                "$.policies[0].noise",
                "whose type is LogNormal or Additive or Weber",
            ),
            (changed(lambda told: told["policies"][1].update(a=1)), "$.policies[1]", "keys type"),
            (changed(lambda told: told["rules"].update(lives=0)), "$.rules", "lives"),
            (changed(lambda told: told["rules"].update(lives="2")), "$.rules.lives", "integer"),
            (changed(lambda told: told.update(driver={"type": "Race"})), "$.driver", "redraw"),
            (changed(lambda told: told.update(driver=None)), "$.driver", "Race or Ticks"),
        ],
    )
    def test_what_is_no_experiment(self, text: str | bytes, path: str, reason: str) -> None:
        with pytest.raises(tm.InvalidDocument) as caught:
            Experiment.from_json(text)
        assert caught.value.path == path
        assert reason in caught.value.reason

    def test_lists_that_nest_deep_within_a_policy(self) -> None:
        policy = {"type": "Scripted", "waits": "HERE"}
        text = changed(lambda told: told["policies"].__setitem__(1, policy))
        for depth in (5, 900):
            nested = text.replace('"HERE"', "[" * depth + "]" * depth)
            try:
                made = Experiment.from_json(nested)
            except tm.InvalidDocument:
                continue
            assert isinstance(made.policies[1], Scripted)

    @pytest.mark.parametrize("text", [None, 5, {}])
    def test_another_type(self, text: Any) -> None:
        with pytest.raises(TypeError, match=about("text", type(text))):
            Experiment.from_json(text)

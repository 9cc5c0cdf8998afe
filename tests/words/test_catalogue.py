"""Catalogues: what they take and refuse, what stands in, and other plural rules."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

import themind as tm
from themind import words
from words.german import GERMAN

TEXTS = dict(words.ENGLISH.templates)


def slavic(count: int) -> str:
    """The plural rule of Polish, for whole numbers."""
    if count == 1:
        return "one"
    few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
    return "few" if few else "many"


POLISH = words.Catalogue(
    {
        "RewardTaken.LIFE": "{stars} i {lives}.",
        "lives.one": "{count} życie",
        "lives.few": "{count} życia",
        "lives.many": "{count} żyć",
        "stars.none": "bez gwiazd",
        "stars.other": "{count} gwiazd",
    },
    plural=slavic,
)


def rewarded(lives: int, stars: int, catalogue: words.Catalogue = POLISH) -> str:
    return words.describe(tm.RewardTaken(tm.Reward.LIFE, lives, stars), catalogue=catalogue)


class TestFallback:
    def test_a_complete_catalogue_lacks_nothing(self) -> None:
        assert words.missing(words.ENGLISH) == words.missing(GERMAN) == ()

    def test_an_empty_catalogue_lacks_everything_and_speaks_english(self) -> None:
        empty = words.Catalogue({})
        free = {key for key in TEXTS if key.endswith(".none")}
        assert set(words.missing(empty)) == set(TEXTS) - free
        assert words.describe(tm.SeatReady(0), catalogue=empty) == "Seat 0 is ready."

    @pytest.mark.parametrize("key", TEXTS)
    def test_one_text_that_is_left_out_is_missing(self, key: str) -> None:
        rest = words.Catalogue({kept: text for kept, text in TEXTS.items() if kept != key})
        assert words.missing(rest) == (() if key.endswith(".none") else (key,))

    def test_missing_texts_are_in_the_order_of_the_english_ones(self) -> None:
        lacking = words.missing(words.Catalogue({"SeatReady": "{name} ist bereit."}))
        assert "SeatReady" not in lacking
        places = [lacking.index(key) for key in ("LevelDealt", "NOT_YOURS", "phase.WON", "seat")]
        assert places == sorted(places)

    def test_english_stands_in_for_a_piece(self) -> None:
        half = words.Catalogue({"SeatReady": "{name} ist bereit."})
        assert words.describe(tm.SeatReady(0), catalogue=half) == "Seat 0 ist bereit."

    def test_an_empty_text_is_not_missing(self) -> None:
        silent = words.Catalogue({**TEXTS, "PlayPaused": ""})
        assert words.missing(silent) == ()
        assert words.describe(tm.PlayPaused(), catalogue=silent) == ""


class TestPlurals:
    @pytest.mark.parametrize(
        ("lives", "told"),
        [(1, "1 życie"), (2, "2 życia"), (5, "5 żyć"), (12, "12 żyć"), (22, "22 życia")],
    )
    def test_another_language_has_other_forms(self, lives: int, told: str) -> None:
        assert rewarded(lives, 0) == f"bez gwiazd i {told}."

    def test_the_form_other_stands_in_for_a_form(self) -> None:
        assert rewarded(1, 2) == "2 gwiazd i 1 życie."

    def test_zero_without_a_text_of_its_own_has_its_form(self) -> None:
        assert rewarded(0, 1) == "1 gwiazd i 0 żyć."

    def test_the_english_rule_chooses_among_english_forms(self) -> None:
        strange = words.Catalogue({}, plural=slavic)
        assert rewarded(1, 2, strange) == rewarded(1, 2, words.ENGLISH)
        assert rewarded(0, 0, strange) == rewarded(0, 0, words.ENGLISH)

    def test_missing_forms_are_those_of_the_rule(self) -> None:
        lacking = words.missing(POLISH)
        assert [key for key in lacking if key.startswith("lives.")] == []
        forms = [key for key in lacking if key.startswith("stars.")]
        assert forms == ["stars.one", "stars.few", "stars.many"]

    def test_a_rule_that_gives_another_word_is_refused(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=r"plural.*'singular'"):
            words.Catalogue({}, plural=lambda count: "singular")

    def test_a_rule_that_gives_another_word_later_is_refused_then(self) -> None:
        late = words.Catalogue({}, plural=lambda count: "other" if count < 9_000 else "lots")
        assert rewarded(8_999, 0, late)
        with pytest.raises(tm.InvalidArgument, match="'lots'"):
            rewarded(9_000, 0, late)
        with pytest.raises(tm.InvalidArgument, match="'lots'"):
            words.missing(late)

    @pytest.mark.parametrize("plural", [None, "one", 3])
    def test_a_rule_is_a_function(self, plural: Any) -> None:
        with pytest.raises(TypeError, match="plural"):
            words.Catalogue({}, plural=plural)


class TestRefused:
    @pytest.mark.parametrize(
        "key", ["SeatRedy", "seat ready", "", "lives", "lives.some", "MistakeMade.none", "x.other"]
    )
    def test_an_unknown_key(self, key: str) -> None:
        with pytest.raises(tm.InvalidArgument, match=f"keys.*'{key}'"):
            words.Catalogue({key: "x"})

    @pytest.mark.parametrize(
        ("key", "template"),
        [
            ("SeatReady", "{card}"),
            ("SeatReady", "{}"),
            ("SeatReady", "{0}"),
            ("SeatReady", "{name.__class__}"),
            ("SeatReady", "{name[0]}"),
            ("SeatReady", "{name!r}"),
            ("SeatReady", "{name:>99999999}"),
            ("SeatReady", "{name:{name}}"),
            ("SeatReady", "{Name}"),
            ("SeatReady", "{ name }"),
            ("PlayStarted", "{name}"),
            ("lives.few", "{lives}"),
            ("lives.none", "{lives}"),
            ("NO_STAR", "{action}"),
            ("WRONG_PHASE.unknown", "{phase}"),
        ],
    )
    def test_a_placeholder_that_the_key_does_not_have(self, key: str, template: str) -> None:
        with pytest.raises(tm.InvalidArgument, match=f"^{key} "):
            words.Catalogue({key: template})

    @pytest.mark.parametrize("template", ["{", "}", "{name", "name}", "{name!}", "{name}}", "{a{b"])
    def test_a_lone_brace(self, template: str) -> None:
        with pytest.raises(tm.InvalidArgument, match=r"^SeatReady ") as refused:
            words.Catalogue({"SeatReady": template})
        assert refused.value.__context__ is None or refused.value.__suppress_context__

    def test_every_fault_is_named(self) -> None:
        with pytest.raises(tm.InvalidArgument) as refused:
            words.Catalogue({"SeatReady": "{card}", "Nothing": "", "GameWon": "{"})
        for key in ("SeatReady", "Nothing", "GameWon"):
            assert key in str(refused.value)

    @pytest.mark.parametrize(
        "templates",
        [
            None,
            3,
            "SeatReady",
            ["SeatReady"],
            ["ab"],
            [("SeatReady",)],
            [("SeatReady", "a", "b")],
            {"SeatReady": 3},
            {3: "a"},
            [("SeatReady", None)],
            {"SeatReady"},
            iter([("SeatReady", "a")]),
        ],
    )
    def test_templates_of_another_type(self, templates: Any) -> None:
        with pytest.raises(TypeError, match="templates"):
            words.Catalogue(templates)

    def test_a_long_fault_is_cut(self) -> None:
        with pytest.raises(tm.InvalidArgument) as refused:
            words.Catalogue({"x" * 10_000: "", "SeatReady": "{" + "y" * 10_000 + "}"})
        assert len(str(refused.value)) < 300


class TestBraces:
    def test_doubled_braces_are_braces(self) -> None:
        braces = words.Catalogue({"SeatReady": "{{name}} is {name}."})
        assert words.describe(tm.SeatReady(0), ["Ada"], catalogue=braces) == "{name} is Ada."

    def test_a_name_is_not_read_as_a_template(self) -> None:
        sentence = words.describe(tm.CardPlayed(0, 36, face_down=False), ["{card} {0.x}"])
        assert sentence == "{card} {0.x} plays 36."
        dealt = tm.LevelDealt(1, ((37,), (62,)))
        assert "{cards}" in words.describe(dealt, ["{cards}", "{"])


class TestLists:
    """A list is built from the left: each template has the list so far, and the next item."""

    DEAL = tm.HandDealt(4, (2, 3, 5, 7), (4, 4))

    @pytest.mark.parametrize(
        ("template", "text"),
        [
            ("{some}, {next}", "2, 3, 5 and 7"),
            ("{next} {some}", "5 3 2 and 7"),
            ("<{some}{next}>", "<<23>5> and 7"),
            ("{next}!", "5! and 7"),
            ("{some}{some}{next}", "223" * 2 + "5 and 7"),
        ],
    )
    def test_a_template_can_put_the_list_anywhere(self, template: str, text: str) -> None:
        catalogue = words.Catalogue({"list.cards": template, "HandDealt": "{cards}"})
        assert words.describe(self.DEAL, catalogue=catalogue) == text


class TestValue:
    def test_a_mapping_and_pairs_are_the_same(self) -> None:
        pairs = list(reversed(GERMAN.templates))
        assert words.Catalogue(pairs) == GERMAN == words.Catalogue(dict(pairs))
        assert hash(words.Catalogue(pairs)) == hash(GERMAN)
        assert words.Catalogue(pairs, plural=slavic) != GERMAN

    def test_it_does_not_follow_what_it_was_made_of(self) -> None:
        templates = {"SeatReady": "{name}!"}
        catalogue = words.Catalogue(templates)
        templates["SeatReady"] = "{name}?"
        assert words.describe(tm.SeatReady(0), catalogue=catalogue) == "Seat 0!"

    def test_it_is_frozen(self) -> None:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            GERMAN.templates = ()  # type: ignore[misc]

    def test_it_can_be_copied_changed_and_pickled(self) -> None:
        assert pickle.loads(pickle.dumps(GERMAN)) == copy.deepcopy(GERMAN) == GERMAN
        changed = attrs.evolve(POLISH, templates={**dict(POLISH.templates), "seat": "{seat}"})
        assert changed.plural is slavic
        assert words.describe(tm.SeatReady(3), catalogue=changed) == "3 is ready."

    def test_its_repr_is_short_and_has_no_address(self) -> None:
        assert repr(POLISH) == "Catalogue(templates=<6 templates>, plural=slavic)"

        class Rule:
            def __call__(self, count: int) -> str:
                return "other"

        assert repr(words.Catalogue({}, Rule())).endswith("plural=Rule)")

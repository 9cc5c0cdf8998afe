"""What the guides and the pages around them say beside their examples."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import zipapp
from itertools import combinations, pairwise, permutations
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from themind import codec, render, testing
from themind.experiments import Clock, Experiment, play_game

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
RECORDS = DOCS / "examples" / "records"


def mistakes_of(state: tm.GameState, seats: tuple[int, ...]) -> int:
    step = tm.play_together(state, [tm.Play(seat) for seat in seats])
    return sum(isinstance(event, tm.MistakeMade) for event in step.events)


@claim("howto/importing.md", "Simultaneous plays")
def test_the_ascending_order_produces_the_fewest_mistakes() -> None:
    """For all deals of six cards to two seats, and all cards that can have landed."""
    rules = tm.Rules(players=2, levels=3, first_level=3, lives=5, stars=0, cards=6)
    start, met = tm.new_game(rules), set()
    for first in combinations(range(1, 7), 3):
        hands = [first, tuple(card for card in range(1, 7) if card not in first)]
        state = tm.begin(tm.deal(start, tm.stacked_deck(hands)).state).state
        for counts in ((1, 1), (2, 1), (2, 2), (3, 1)):
            landed = [(hands[seat][k], seat) for seat in range(2) for k in range(counts[seat])]
            ascending = mistakes_of(state, tuple(seat for _, seat in sorted(landed)))
            orders = set(permutations([seat for _, seat in landed]))
            found = {mistakes_of(state, order) for order in orders}
            assert ascending == min(found)
            met.add(len(found))
    assert met == {1, 2, 3}


def shown(name: str) -> tuple[tm.Record, list[tm.Entry], tm.Outcome | None]:
    record = codec.loads((RECORDS / f"{name}.json").read_bytes(), tm.Record)
    plays = [entry for entry in record.entries if isinstance(entry.action, tm.Play)]
    return record, plays, tm.outcome(tm.final_state(record))


def waits(plays: list[tm.Entry]) -> list[int]:
    """The milliseconds from each play to the next one."""
    times = [entry.at_ms or 0 for entry in plays]
    return [after - before for before, after in pairwise(times)]


@claim("examples/records/README.md")
def test_the_records_end_as_their_table_says() -> None:
    for name in ("human-1-1", "human-1-6", "human-2-2"):
        outcome = shown(name)[2]
        assert outcome is not None
        assert outcome.victory
    assert sorted(waits(shown("human-1-6")[1]))[:2] == [137, 300]
    _, plays, _ = shown("human-2-2")
    longest = max(waits(plays))
    assert longest // 1000 == 34
    late = plays[waits(plays).index(longest) + 1].action
    assert isinstance(late, tm.Play)
    assert late.card == 99
    for name, place in (("human-1-4", 2), ("human-4-4", 5)):
        record, plays, outcome = shown(name)
        assert outcome is not None
        assert (outcome.victory, len(plays)) == (False, place)
        assert record.entries[-1] == plays[-1]
    with pytest.raises(tm.InvalidRecord) as broken:
        shown("not-the-lowest")
    assert broken.value.index == 3


@claim("reference/prompt.md", "Without an installation")
def test_the_exit_status_of_an_entry_point_of_zipapp_is_always_0(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    archive = tmp_path / "app.pyz"
    zipapp.create_archive(tmp_path / "app", archive, main="themind.__main__:main")
    command = [sys.executable, str(archive), "replay", str(tmp_path / "missing.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "missing.json" in done.stderr


@claim("glossary.md")
def test_terms_of_the_glossary_mean_what_it_says() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    assert state.attempt == 0
    state = tm.begin(tm.deal(state, tm.stacked_deck([(12,), (36,)])).state).state
    assert tm.check(state, tm.Play(1, card=36)) is None
    assert len(state.undealt) == 98
    played = tm.play(state, 1).state
    assert tm.check(played, tm.Play(1, card=36)) is not None
    assert (played.middle, played.phase, played.levels_completed) == ((12, 36), tm.Phase.CLEARED, 0)
    completed = tm.complete_level(played).state
    assert completed.levels_completed == 1
    gathered = tm.gather(state).state
    assert (gathered.attempt, gathered.lives, gathered.level) == (1, state.lives, 1)
    assert [tm.Rules.standard(players=n).levels for n in (2, 3, 4)] == [12, 10, 8]


@claim("phases.md")
def test_a_game_is_in_one_of_seven_phases() -> None:
    assert len(tm.Phase) == 7


@claim("index.md", "A whole game in one script")
def test_the_bot_of_the_script_gets_no_other_hand() -> None:
    script = (DOCS / "examples" / "first_game.py").read_text(encoding="utf-8")
    (bot,) = re.findall(r"^def bot\(view, luck\):\n(?: .*\n|\n)+", script, re.MULTILINE)
    assert set(re.findall(r"view\.(\w+)", bot)) == {"hand", "top"}
    assert "waits = {view.seat: bot(view, random.random()) for view in views" in script


LOADED = "import sys, themind; print(*{n.split('.')[1] for n in sys.modules if 'themind.' in n})"


@claim("contributing.md", "The layers")
def test_an_import_loads_the_core_only() -> None:
    command = [sys.executable, "-c", LOADED]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} == {"_interrupts", "_model", "_play"}


@pytest.mark.tree
@claim("contributing.md", "The layers")
def test_the_layers_are_those_that_are_checked() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    page = (DOCS / "contributing.md").read_text(encoding="utf-8")
    checked = project.partition('id = "rooms"')[2].partition("layers = [")[2].partition("]")[0]
    layers = [set(re.findall(r"\w+", line)) for line in checked.splitlines() if line.strip()]
    drawn = page.partition("```text\n")[2].partition("```")[0].splitlines()
    told = [line.split("   ")[0] if "odds" not in line else line[:29] for line in drawn]
    assert [set(re.findall(r"\w+", line)) for line in told] == layers


@pytest.mark.tree
@claim("contributing.md", "Longer checks")
def test_the_longer_checks_are_as_long_as_the_page_says() -> None:
    sessions = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    mutation = (ROOT / "tests" / "mutation" / "run.py").read_text(encoding="utf-8")
    page = (DOCS / "contributing.md").read_text(encoding="utf-8")
    assert '"FUZZ_DOCUMENTS", "1000000"' in sessions
    assert "reads a million corrupted documents" in page
    assert '("10000000", "--processes", "2")' in sessions
    assert "sends ten million random requests" in page
    assert '"--at-least", type=float, default=0.97' in mutation
    assert "fewer than 97 %" in page


@claim("reference/prompt.md", "Play")
@claim("experiments.md", "Common random numbers")
def test_a_number_in_a_seed_is_a_game_of_a_run() -> None:
    table = Experiment(tm.Rules.standard(players=2), (Clock(0.3),) * 2)
    first = play_game(table, "pilot", 7).entries[0].action
    assert first == tm.Deal(tm.deck_for(tm.new_game(table.rules), "pilot/7"))


DUEL = tm.Rules(players=2, levels=1, lives=1, stars=0)


@claim("testing.md", "Test another referee")
def test_every_check_of_a_referee_plays_the_same_games() -> None:
    def asked() -> list[tm.Action]:
        actions = []

        def apply(state: tm.GameState, action: tm.Action) -> tm.GameState | None:
            actions.append(action)
            return tm.apply(state, action).state if tm.is_legal(state, action) else None

        testing.check_referee(tm.new_game, apply, rules=DUEL)
        return actions

    assert asked() == asked()


class Enough(BaseException):
    """Ends a check that has shown what a test waits for."""


@claim("testing.md", "Test another client")
def test_a_client_starts_when_no_cards_are_dealt() -> None:
    starts: list[tm.SeatView] = []

    def start(view: tm.SeatView) -> tm.SeatView:
        assert not any(view.hand_sizes)
        starts.append(view)
        if {"WON", "DEALING 1", "DEALING 2"} <= {moment_of(view) for view in starts}:
            raise Enough
        return view

    with pytest.raises(Enough):
        testing.check_view_client(start, tm.evolve_view, rules=tm.Rules.standard(players=2))
    assert {view.seat for view in starts} == {0, 1, None}
    assert {view.phase for view in starts} == {tm.Phase.DEALING, tm.Phase.WON}


def moment_of(view: tm.SeatView) -> str:
    return f"DEALING {view.level}" if view.phase is tm.Phase.DEALING else view.phase.name


@claim("testing.md", "Values for your tests")
def test_the_named_strategies_have_the_arguments_of_the_page() -> None:
    page = (DOCS / "testing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\w+\(.*?) \|", page.partition("| strategy |")[2], re.MULTILINE)
    calls = re.findall(r"`(\w+)\((.*?)\)`", " ".join(rows[:9]))
    known = set(testing.__all__) - {"GameMachine"}
    assert {name for name, _ in calls} == {
        name for name in known if not re.match("assert|check", name)
    }
    for name, arguments in calls:
        parameters = inspect.signature(getattr(testing, name)).parameters
        named = [one.removesuffix("=…") for one in arguments.split(", ") if "=" in one]
        assert [one for one in parameters if one in named] == named


@claim("pictures.md", "Accessibility and safety")
def test_equal_arguments_give_the_same_picture() -> None:
    record = shown("human-1-1")[0]
    state = tm.final_state(tm.Record(record.start, record.entries[:4]))
    again = codec.loads(codec.dumps(record), tm.Record)
    other = codec.loads(codec.dumps(state), tm.GameState)
    assert render.timeline(record, ["A", "B"]) == render.timeline(again, ("A", "B"))
    for draw in (render.svg, render.text):
        assert draw(state) == draw(other)
        assert draw(tm.view(state, 0)) == draw(tm.view(other, 0))


@claim("examples/web/README.md")
def test_the_keys_of_the_web_game_are_those_of_its_page() -> None:
    script = (DOCS / "examples" / "web" / "page.js").read_text(encoding="utf-8")
    page = (DOCS / "examples" / "web" / "README.md").read_text(encoding="utf-8")
    told = page.partition("\nKeys: ")[2].partition("\n\n")[0]
    table = script.partition("const KEYS = {")[2].partition("};")[0]
    keys = set(re.findall(r"^ +\"?([A-Za-z ]+)\"?: \[", table, re.MULTILINE))
    assert keys == {" ", "Enter", *"rsty", "n"}
    assert {key.upper() for key in keys if key.islower()} | {"B"} == set(
        re.findall(r"\b[A-Z]\b", told)
    )
    assert "space or Enter" in told
    assert 'toLowerCase() === "b"' in script


@pytest.mark.tree
@claim("explanation/speed.md")
@claim("security.md", "What a request can cost")
@claim("howto/batches.md", "Time and memory")
def test_the_commands_that_measure_speed_exist() -> None:
    benchmarks = ROOT / "tests" / "benchmarks"
    script = (benchmarks / "growth.py").read_text(encoding="utf-8")
    sections = re.findall(r'^    "(\w+)": \1,$', script, re.MULTILINE)
    pages = {path: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}
    told = " ".join(pages.values())
    named = re.findall(r"`python tests/benchmarks/growth\.py ([a-z ]+)`", told)
    assert set(" ".join(named).split()) == set(sections)
    speed = pages[DOCS / "explanation" / "speed.md"]
    (row,) = re.findall(r"by name: (.+) \|$", speed, re.MULTILINE)
    assert re.findall(r"`(\w+)`", row) == sections
    for name in re.findall(r"-k (bench_\w+)", told):
        assert (benchmarks / f"{name}.py").is_file()

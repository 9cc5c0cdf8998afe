"""The store of `learn`: a folder with a store for each course."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from themind.experiments._errors import StoreError
from themind.experiments._experiment import Experiment
from themind.experiments._experiment_json import canonical
from themind.experiments._folder import Piece, Stored
from themind.experiments._journal import Journal
from themind.experiments._learning import Slice
from themind.experiments._places import make, require_owner
from themind.experiments._policy import Policy
from themind.experiments._policy_store import NotStorable, PolicyStore
from themind.experiments._reports import columns_of_reports, report_names
from themind.experiments._store import folder_of


class CourseJournal(Journal):
    """The store of one course. Each line also has reports and the policies after its games.

    `before` in a line is a hash of the policies before its games, so that lines of several runs
    are combined only if they follow each other.
    """

    def __init__(self, path: Path, experiment: Experiment, seed: str, repeat: int) -> None:
        super().__init__(path, experiment, f"{seed}/{repeat}", carried=True)
        self._repeat = repeat
        self._first = experiment.policies
        self._policy_store = PolicyStore(experiment.policies)
        self._by_start: dict[int, list[Stored]] = {}
        for stored in self._lines:
            self._by_start.setdefault(stored.start, []).append(stored)
        self._reports = columns_of_reports(report_names(experiment.policies))

    def slices(self, games: int, *, records: bool) -> list[Slice]:
        """Read the games of the course, from the first one to the first gap."""
        found: list[Slice] = []
        start, policies = 0, self._first
        while (stored := self._following(start, games, policies, records=records)) is not None:
            found.append(self._slice(stored, policies, records=records))
            start, policies = stored.stop, found[-1].policies
        return found

    def _following(
        self, start: int, stop: int, policies: Sequence[Policy], *, records: bool
    ) -> Stored | None:
        """Return the first line whose games begin with these policies."""
        before = self._hash(policies)
        for stored in self._by_start.get(start, ()):
            fits = stored.stop <= stop and (stored.recorded or not records)
            if fits and self._reader.games(stored).more.get("before") == before:
                return stored
        return None

    def _slice(self, stored: Stored, before: tuple[Policy, ...], *, records: bool) -> Slice:
        more = self._reader.games(stored).more
        chunk = self._chunk(Piece(stored.start, stored.stop, stored), records=records)
        try:
            columns = [more["reports"][name] for name in self._reports]
            games = range(stored.stop - stored.start)
            reports = tuple([tuple([float(column[n]) for column in columns]) for n in games])
            policies = self._policy_store.restored(more["policies"])
        except (AttributeError, LookupError, NotStorable, TypeError, ValueError):
            problem = f"line {stored.number} has reports or policies that do not fit the experiment"
            raise StoreError(str(stored.path), problem) from None
        return Slice(self._repeat, chunk, reports, before, policies)

    def keep(self, played: Slice) -> None:
        """Store some games; PolicyError for policies that cannot be written."""
        columns = zip(*played.reports, strict=True)
        self.append(
            played.chunk,
            before=self._hash(played.before),
            reports=dict(zip(self._reports, columns, strict=False)),
            policies=self._policy_store.written(played.policies),
        )

    def compare_slice(self, then: Slice, now: Slice) -> None:
        """Raise StoreError if games that were played again differ from the stored ones."""
        rows = (zip(*played.chunk.data, strict=True) for played in (then, now))
        for game, (stored, again) in enumerate(zip(*rows, strict=True)):
            self.compare(game, stored, again)
        written = [self._policy_store.written(played.policies) for played in (then, now)]
        if then.reports != now.reports or written[0] != written[1]:
            problem = f"policies now learn differently from the first games; {self.changed()}"
            raise StoreError(str(self.path), problem)

    def prepare(self) -> None:
        """Create the folders if necessary, and check that files can be written in them."""
        make(self.path.parent)
        super().prepare()

    def _hash(self, policies: Sequence[Policy]) -> str:
        return sha256(canonical(self._policy_store.written(policies)).encode()).hexdigest()


def open_courses(
    path: str | os.PathLike[str], experiment: Experiment, seed: str, repeats: int
) -> list[CourseJournal]:
    """Open the stores of all courses, which need not exist.

    Raises:
        StoreError: The folder cannot be used, or contains games of a run.
        PolicyError: A policy without a name has a field that is not plain data.
    """
    folder = folder_of(path).absolute()
    require_owner(folder, "learn")
    return [
        CourseJournal(folder / f"course-{repeat}", experiment, seed, repeat)
        for repeat in range(repeats)
    ]

"""Do jobs in this process, or on an executor."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Generic, Protocol, TypeVar

from themind import TheMindError
from themind.experiments._errors import PolicyError
from themind.experiments._policy import Policy

J = TypeVar("J")
D = TypeVar("D")
J_co = TypeVar("J_co", covariant=True)
D_contra = TypeVar("D_contra", contravariant=True)


class Jobs(Protocol[J_co, D_contra]):
    """Jobs that are handed out one by one; what is done can lead to more of them."""

    window: int

    def next(self) -> J_co | None:
        """Return the next job, None while there is none."""

    def learn(self, done: D_contra) -> None:
        """Take note of a job that is done."""


class Work(Generic[J, D]):
    """A function that does jobs, and the jobs.

    The function and its jobs must be picklable, unless the executor has threads.
    """

    def __init__(self, do: Callable[[J], D], jobs: Jobs[J, D], policies: Sequence[Policy]) -> None:
        self._do = do
        self._jobs = jobs
        self._policies = policies

    def done(self, executor: Executor | None) -> Iterator[D]:
        """Yield the results as they come.

        After a failure no new job is begun. Those under way are finished and yielded, and then
        the failure is raised.
        """
        return self._here() if executor is None else self._elsewhere(executor)

    def _here(self) -> Iterator[D]:
        while (job := self._jobs.next()) is not None:
            done = self._do(job)
            self._jobs.learn(done)
            yield done

    def _elsewhere(self, executor: Executor) -> Iterator[D]:
        pending: set[Future[D]] = set()
        failure: Exception | None = None
        while True:
            failure = failure or self._fill(pending, executor)
            if not pending:
                break
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                try:
                    done = future.result()
                except Exception as error:  # noqa: BLE001 - raised below, after all others
                    failure = failure or error
                else:
                    self._jobs.learn(done)
                    yield done
        if failure is not None:
            raise self._explained(failure)

    def _fill(self, pending: set[Future[D]], executor: Executor) -> Exception | None:
        jobs = self._jobs
        while len(pending) < jobs.window and (job := jobs.next()) is not None:
            try:
                pending.add(executor.submit(self._do, job))
            except Exception as error:  # noqa: BLE001 - kept for later, like a future's
                return error
        return None

    def _explained(self, failure: Exception) -> Exception:
        """Return the failure, or an error that names a policy which no worker can get."""
        if isinstance(failure, TheMindError):
            return failure
        for seat, policy in enumerate(self._policies):
            try:
                pickle.dumps(policy)
            except Exception as error:  # noqa: BLE001 - pickle raises errors of any class
                explained = PolicyError(seat, policy, error, "cannot be sent to a worker")
                explained.__cause__ = failure
                return explained
        return failure

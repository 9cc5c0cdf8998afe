"""Execution of jobs, in this process or on an executor."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Generic, Protocol, TypeVar

from themind import TheMindError
from themind.experiments._errors import PolicyError
from themind.experiments._experiment import Experiment


class HasExperiment(Protocol):
    """A job with the experiment whose policies it sends to a worker."""

    @property
    def experiment(self) -> Experiment:
        """The experiment of the job."""
        ...


J = TypeVar("J", bound=HasExperiment)
D = TypeVar("D")
D_contra = TypeVar("D_contra", contravariant=True)


class Jobs(Protocol[J, D_contra]):
    """A source of jobs; the result of a job can lead to further jobs."""

    window: int

    def next(self) -> J | None:
        """Return the next job, or None if there is none now."""

    def learn(self, job: J, done: D_contra) -> None:
        """Process the result of a job; PolicyError for one that cannot be used."""

    def failed(self, job: J, error: Exception) -> None:
        """Process the failure of a job."""


class Work(Generic[J, D]):
    """Jobs and the function that performs them.

    The function and the jobs must be picklable, unless the executor uses threads.
    """

    def __init__(self, do: Callable[[J], D], jobs: Jobs[J, D]) -> None:
        self._do = do
        self._jobs = jobs

    def done(self, executor: Executor | None) -> Iterator[D]:
        """Yield the results as they complete.

        After a failure no new job is submitted. The submitted ones are finished and yielded, and
        then the failure is raised.
        """
        return self._here() if executor is None else self._elsewhere(executor)

    def _here(self) -> Iterator[D]:
        while (job := self._jobs.next()) is not None:
            done = self._do(job)
            self._jobs.learn(job, done)
            yield done

    def _elsewhere(self, executor: Executor) -> Iterator[D]:
        pending: dict[Future[D], J] = {}
        failure: Exception | None = None
        while True:
            failure = failure or self._fill(pending, executor)
            if not pending:
                break
            finished, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                job = pending.pop(future)
                done, error = self._result(future, job)
                failure = failure or error
                if done is not None:
                    yield done
        if failure is not None:
            raise failure

    def _result(self, future: Future[D], job: J) -> tuple[D | None, Exception | None]:
        """Process a finished job, and return its result or its failure."""
        try:
            done = future.result()
        except Exception as error:  # noqa: BLE001 - raised later, after all others
            self._jobs.failed(job, error)
            return None, _explained(error, job)
        try:
            self._jobs.learn(job, done)
        except PolicyError as error:
            return None, error
        return done, None

    def _fill(self, pending: dict[Future[D], J], executor: Executor) -> Exception | None:
        jobs = self._jobs
        while len(pending) < jobs.window and (job := jobs.next()) is not None:
            try:
                pending[executor.submit(self._do, job)] = job
            except Exception as error:  # noqa: BLE001 - kept for later, like a future's
                return _explained(error, job)
        return None


def _explained(failure: Exception, job: HasExperiment) -> Exception:
    """Return the failure, or an error that names a policy that cannot be pickled."""
    if isinstance(failure, TheMindError):
        return failure
    for seat, policy in enumerate(job.experiment.policies):
        try:
            pickle.dumps(policy)
        except Exception as error:  # noqa: BLE001 - pickle raises errors of any class
            explained = PolicyError(seat, policy, error, "cannot be sent to a worker")
            explained.__cause__ = failure
            return explained
    return failure

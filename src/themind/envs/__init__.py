"""Environments for learning agents: PettingZoo for a whole table, Gymnasium for one seat.

Provisional: until 1.0, this module can change in any version. It needs the extra `envs`:
gymnasium, numpy and pettingzoo.

`parallel_env` and `env` are PettingZoo environments with an agent at each seat, `SeatEnv` is a
Gymnasium environment for one seat. `Rewards` are the weights of the reward, `Encoder` turns views
into vectors, and `EnvPolicy` lets a trained agent play in experiments.

>>> from themind.envs import parallel_env
>>> table = parallel_env(mode="bid", horizon=10)
>>> observations, infos = table.reset(seed=7)
>>> observations["seat_0"].shape, infos["seat_0"]["action_mask"].tolist()
((312,), [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    import pettingzoo as _pettingzoo
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"themind.envs needs {_missing.name}: pip install 'themind[envs]'", name=_missing.name
    ) from _missing

from themind import Rules  # noqa: F401 - for get_type_hints
from themind._model.publishing import publish
from themind.envs._encoder import Encoder
from themind.envs._masks import PLAY, STAR, WAIT
from themind.envs._policy import Act, EnvPolicy  # noqa: F401 - for get_type_hints
from themind.envs._reference import reference_chance
from themind.envs._registration import register as _register
from themind.envs._rewards import Rewards
from themind.envs._seat_env import SeatEnv
from themind.envs._settings import Mode  # noqa: F401 - for get_type_hints
from themind.envs._table_env import TableEnv, env, parallel_env
from themind.experiments import Noise  # noqa: F401 - for get_type_hints

__all__ = [
    "PLAY",
    "STAR",
    "WAIT",
    "Encoder",
    "EnvPolicy",
    "Rewards",
    "SeatEnv",
    "TableEnv",
    "env",
    "parallel_env",
    "reference_chance",
]

del _gymnasium, _numpy, _pettingzoo

publish(__name__, {name: globals()[name] for name in __all__})
_register()


def __dir__() -> list[str]:
    return [*__all__]

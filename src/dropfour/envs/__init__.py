"""The games as environments of other libraries, for programs that learn.

Importing this makes them known to those of the libraries that are installed:

    gymnasium.make("dropfour/Drop-v0", rules="square", opponent="auto:level=3")
    gymnasium.make_vec("dropfour/Drop-v0", num_envs=64)
    pettingzoo.make("aec", "dropfour/drop-v0", rules="bonus")
    pyspiel.load_game("dropfour(rules=square)")

`dropfour.envs.kaggle.agent` makes a player for Kaggle's ConnectX.
"""

from __future__ import annotations

from importlib.util import find_spec

from dropfour._arrays import need_numpy

need_numpy()

if find_spec("gymnasium"):
    from dropfour.envs import gym as _gym

    _gym.register()
    if find_spec("pettingzoo"):
        from dropfour.envs import aec as _aec

        _aec.register()

if find_spec("pyspiel"):
    from dropfour.envs import openspiel as _openspiel

    _openspiel.register()

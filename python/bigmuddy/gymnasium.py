"""Gymnasium: one learner against bots, as a single environment and as many at once.

    env = bigmuddy.gymnasium.BigMuddyEnv("queen", players=3, opponents="simple")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

The mask is info["action_mask"], and action_masks() gives it as sb3-contrib asks for it. gymnasium.make("bigmuddy/queen-v0") works once this module has been
imported; there is one id for each game.
"""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._core import TERMINAL, Bot, Rng, game_names
from .game import Game, State, spec_of
from .vector import Vector

Observation = NDArray[np.uint8]


def _seed_of(np_random: np.random.Generator) -> int:
    return int(np_random.integers(0, 2**63))


class BigMuddyEnv(gym.Env[Observation, np.int64]):
    """One game, in which bots play the other seats. In a game for one (rails with players=1) there are none: the rival belongs to the rules.

    opponents   the bot: "random", "simple", "easy", "search:200" ... (docs/bots.md)
    seat        which seat is the learner's; None: drawn at each reset
    illegal     what an action that is not legal does: "lose" ends the game with -1, "raise" raises bigmuddy.IllegalMoveError and changes nothing
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "queen",
        opponents: str = "simple",
        seat: int | None = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(spec_of(game, settings))
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"seat is {seat}; it can be None or 0 to {self.game.players - 1}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is {illegal!r}; it can be "lose" or "raise"')
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is {render_mode!r}; it can be None or one of {self.metadata['render_modes']}")
        Bot(self.game, opponents)  # raises if there is no such bot
        self.opponents = opponents
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, (self.game.tensor_size,), np.uint8)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._fixed = seat
        self.seat = seat or 0
        self._state: State | None = None
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._rng = Rng(_seed_of(self.np_random))
        self._bot = Bot(self.game, self.opponents, _seed_of(self.np_random))
        if self._fixed is None:
            self.seat = int(self.np_random.integers(self.game.players))
        self._over = True
        while self._over:  # a game may end before the learner has had a choice
            self._state = self.game.new_initial_state()
            self._play_on(self._state)
        if self.render_mode == "human":
            self.render()
        return self._now(self._state)

    def _play_on(self, state: State) -> None:
        while (mover := state.current_player()) != TERMINAL:
            if mover < 0:
                state.apply_action(state.draw(self._rng))
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                state.apply_action(legal[0])
            elif mover == self.seat:
                self._over = False
                return
            else:
                state.apply_action(self._bot.pick(state))
        self._over = True

    def _now(self, state: State | None) -> tuple[Observation, dict[str, Any]]:
        assert state is not None
        return state.observation(self.seat), {"action_mask": state.legal_actions_mask(self.seat).view(np.int8)}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        state = self._state
        if state is None or self._over:
            raise gym.error.ResetNeeded("the game is over, or has not begun: reset() begins one")
        why = ""
        try:
            state.apply_action(int(action))
            self._play_on(state)
            reward = state.returns()[self.seat]
        except ValueError as error:
            if self.illegal == "raise":
                raise
            why, reward, self._over = str(error), -1.0, True
        observation, info = self._now(state)
        if why:
            info["illegal"] = why
        if self.render_mode == "human":
            self.render()
        return observation, reward, self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, under the name that sb3-contrib looks for."""
        if self._state is None:
            raise gym.error.ResetNeeded("reset() comes first")
        return self._state.legal_actions_mask(self.seat).view(np.bool_)

    def render(self) -> str | None:
        if self._state is None:
            raise gym.error.ResetNeeded("reset() comes first")
        board = self._state.board(self.seat)
        if self.render_mode == "ansi":
            return board
        print(board)
        return None


class BigMuddyVectorEnv(gym.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games at once, stepped in C, each with one learner and bots at the other seats.

    A game that ends begins anew in the same step (gymnasium's SAME_STEP): the observation is the first one of the new game, the reward that of the old
    one. infos["action_mask"] has what may be done now. Observations and masks are written over by the next step unless `copy` is set; an action that is
    not legal raises bigmuddy.IllegalMoveError, and no game has moved.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str | Game = "queen",
        num_envs: int = 1,
        opponents: str = "simple",
        seat: int | None = 0,
        threads: int = 1,
        max_steps: int = 0,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        loaded = game if isinstance(game, Game) else Game(spec_of(game, settings))
        if seat is not None and not 0 <= seat < loaded.players:
            raise ValueError(f"seat is {seat}; it can be None or 0 to {loaded.players - 1}")
        seats = [i % loaded.players if seat is None else seat for i in range(num_envs)]
        self.vector = Vector(
            loaded,
            num_envs,
            threads=threads,
            seed=secrets.randbits(63),
            max_steps=max_steps,
            opponents=opponents if loaded.players > 1 else None,
            seats=seats,
        )
        self.game = loaded
        self.copy = copy
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, (loaded.tensor_size,), np.uint8)
        self.single_action_space = spaces.Discrete(loaded.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def _now(self) -> tuple[Observation, dict[str, Any]]:
        observations, masks = self.vector.observations, self.vector.masks.view(np.int8)
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        return observations, {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        if isinstance(seed, list):
            seed = seed[0] if seed else None
        super().reset(seed=seed)
        self.vector.reset(_seed_of(self.np_random))
        return self._now()

    def step(self, actions: NDArray[Any]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        v = self.vector
        v.step(actions)
        observations, infos = self._now()
        rewards = v.rewards[self._rows, v.seats].astype(np.float64)
        return observations, rewards, v.ended.copy(), v.truncated.copy(), infos

    def close(self, **kwargs: Any) -> None:
        self.closed = True


def _register() -> None:
    for name in game_names():
        if name == "blank" or f"bigmuddy/{name}-v0" in gym.registry:
            continue
        gym.register(
            id=f"bigmuddy/{name}-v0",
            entry_point="bigmuddy.gymnasium:BigMuddyEnv",
            vector_entry_point="bigmuddy.gymnasium:BigMuddyVectorEnv",
            kwargs={"game": name},
        )


_register()

"""PettingZoo: games as AEC environments.

    env = bigmuddy.pettingzoo.env("queen", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import secrets
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._core import TERMINAL, Rng
from .game import Game, State, spec_of


class BigMuddyEnv(AECEnv[str, dict[str, Any], int]):
    """One game. Chance is settled inside, and so is a move without a choice unless `forced` is set.

    An observation is {"observation": bytes (bigmuddy.Game.planes names them), "action_mask": 1 for what the agent may do}; the mask of an agent that
    is not to move is all 0. Rewards come at the end: 1 for the only winner, and all add up to 0. An action that is not legal raises
    bigmuddy.IllegalMoveError and changes nothing.
    """

    metadata: dict[str, Any] = {"name": "bigmuddy_v1", "render_modes": ["human", "ansi"], "is_parallelizable": False}

    def __init__(self, game: str | Game = "queen", render_mode: str | None = None, forced: bool = False, **settings: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is {render_mode!r}; it can be None or one of {self.metadata['render_modes']}")
        self.game = game if isinstance(game, Game) else Game(spec_of(game, settings))
        self.metadata = self.metadata | {"name": f"bigmuddy_{self.game.name}_v{self.game.rules}"}
        self.render_mode = render_mode
        self.forced = forced
        self.possible_agents = [f"player_{i}" for i in range(self.game.players)]
        self.agents: list[str] = []
        self._seat = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._state: State | None = None
        self._rng = Rng(secrets.randbits(64))

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.game.tensor_size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = Rng(seed)
        self._state = self.game.new_initial_state()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._play_on()

    def _play_on(self) -> None:
        """To the next decision, or to the end."""
        state = self._now()
        while (mover := state.current_player()) != TERMINAL:
            if mover >= 0:
                legal = state.legal_actions()
                if self.forced or len(legal) > 1:
                    self.agent_selection = self.possible_agents[mover]
                    return
                state.apply_action(legal[0])
            else:
                state.apply_action(state.draw(self._rng))
        self.rewards = dict(zip(self.possible_agents, state.returns()))
        self.terminations = dict.fromkeys(self.possible_agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        state, seat = self._now(), self._seat[agent]
        return {
            "observation": state.observation(seat),
            "action_mask": state.legal_actions_mask(seat).view(np.int8),
        }

    def step(self, action: int | None) -> None:
        state = self._now()
        if not self.agents:
            raise RuntimeError("the game is over and all agents are done: reset() begins another")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action; None is for agents that are done")
        state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _now(self) -> State:
        if self._state is None:
            raise RuntimeError("reset() comes first")
        return self._state

    def state(self) -> NDArray[np.uint8]:
        """All observations one after the other, for critics that see everything the seats see together."""
        state = self._now()
        return np.stack([state.observation(seat) for seat in range(self.game.players)])

    def clone(self) -> Self:
        """A copy that goes its own way, chance included: both draw the same if both are played the same."""
        copy = type(self)(self.game, render_mode=self.render_mode, forced=self.forced)
        if self._state is not None:
            copy._state = self._state.clone()
            copy.agents = self.agents[:]
            for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
                setattr(copy, name, dict(getattr(self, name)))
            copy.infos = {agent: dict(info) for agent, info in self.infos.items()}
            copy.agent_selection = self.agent_selection
            if hasattr(self, "_skip_agent_selection"):
                copy._skip_agent_selection = self._skip_agent_selection
        copy._rng = self._rng.copy()
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def render(self) -> str | None:
        """The board as text, with everything on it."""
        board = self._now().board()
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        pass


def env(game: str | Game = "queen", **settings: Any) -> BigMuddyEnv:
    """env("queen", players=4, mode="intro", render_mode="ansi"): an environment of one game; other words are options of the game."""
    return BigMuddyEnv(game, **settings)


raw_env = env
